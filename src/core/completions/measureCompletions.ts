import type { Clock } from "../base/ports";
import { type FillInGateway, type FillInWay, fillIn } from "../gateway/fillIn/fillIn";
import { AnswerCut } from "./answer/answerCut";
import { cursorTextAt } from "./answer/cursorText";
import { verdictTries } from "./completionVerdict";

/** Maximum number of tokens of an answer: for one line, and for a block. */
export const lineTokens = 64;
export const blockTokens = 160;

/** Code of ordinary length with a line that every model can complete. */
const marked = `export interface Invoice {
	readonly customer: string;
	readonly lines: readonly { readonly price: number; readonly count: number }[];
}

/** Returns the sum of an invoice's lines, without taxes. */
export function netTotal(invoice: Invoice): number {
	return invoice.lines.reduce((sum, line) => sum + line.price * line.count, 0);
}

/** Returns the number of an invoice's lines. */
export function lineCount(invoice: Invoice): number {
	return █
}
`;

/**
 * Measures how long a model takes for one line, in milliseconds: `verdictTries` times, one after the other.
 *
 * @param tried is called after each try.
 * @throws GatewayError
 */
export async function measureCompletions(
	gateway: FillInGateway,
	request: { readonly model: string; readonly way: FillInWay; readonly acceptsTemperature: boolean },
	clock: Pick<Clock, "now">,
	signal: AbortSignal,
	tried: (count: number) => void = () => {},
): Promise<readonly number[]> {
	const offset = marked.indexOf("█");
	const cursor = cursorTextAt(marked.replace("█", ""), offset, "typescript", "invoice.ts");
	const code = { before: cursor.before, after: cursor.after, related: "", languageId: cursor.languageId };
	const times: number[] = [];
	for (let count = 0; count < verdictTries; count++) {
		const begun = clock.now();
		const cut = new AnswerCut("line", cursor);
		await fillIn(gateway, { ...request, code, maxTokens: lineTokens }, signal, (text) => cut.isEnough(text));
		signal.throwIfAborted();
		times.push(clock.now() - begun);
		tried(count + 1);
	}
	return times;
}
