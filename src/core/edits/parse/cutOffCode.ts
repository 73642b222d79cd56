import type { Answer, Message } from "../../../shared/conversation";
import { isWholeEnd } from "./refusedAnswer";
import { replyBlocks } from "./replyBlocks";

/**
 * Returns whether a code block of a conversation is incomplete: its answer is still streaming, or was cut off within
 * it.
 *
 * @param code the part of the block's text that was shown.
 */
export function isCutOff(code: string, messages: readonly Message[]): boolean {
	const wanted = code.trimEnd();
	const answers = messages.filter(({ role }) => role === "assistant") as readonly Answer[];
	const blocks = answers.flatMap((answer) =>
		replyBlocks(answer.text).blocks.map(({ lines, closed }) => ({
			text: lines.join("\n").trimEnd(),
			whole: closed || isWhole(answer),
		})),
	);
	const begun = blocks.some(({ text }) => text.startsWith(wanted));
	// Code without a fence of its own, as in a quotation, is not found: it may belong to any answer.
	if (!begun) return !answers.every(isWhole);
	return !blocks.some(({ text, whole }) => whole && text === wanted);
}

function isWhole({ state }: Answer): boolean {
	return state.type === "complete" && isWholeEnd(state.finishReason);
}
