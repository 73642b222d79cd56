import type { Message } from "../../shared/conversation";
import { isWholeEnd } from "./refusedAnswer";
import { replyBlocks } from "./replyBlocks";

/**
 * Whether a code block of a conversation is not whole: its answer still streams, or was cut off within it.
 *
 * @param code the block's text, as far as it was shown.
 */
export function isCutOff(code: string, messages: readonly Message[]): boolean {
	const wanted = code.trimEnd();
	const blocks = messages.flatMap((message) => {
		if (message.role !== "assistant") return [];
		const { state, text } = message;
		const whole = state.type === "complete" && isWholeEnd(state.finishReason);
		return replyBlocks(text).blocks.map(({ lines, closed }) => ({
			text: lines.join("\n").trimEnd(),
			whole: whole || closed,
		}));
	});
	const begun = blocks.some(({ text }) => text.startsWith(wanted));
	return begun && !blocks.some(({ text, whole }) => whole && text === wanted);
}
