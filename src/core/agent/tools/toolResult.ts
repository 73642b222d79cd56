import { cutText } from "../../../shared/untrusted/cutText";
import { fenceAround } from "../../../shared/untrusted/markdownLine";
import { textTokens } from "../../context/tokens/tokenEstimate";

/** The first lines of a text that fit. */
export interface CappedLines {
	readonly lines: readonly string[];
	/** The number of lines that were left out. */
	readonly left: number;
}

/** Maximum number of characters per token in a long text: a line with more is certainly too long. */
const mostCharacters = 12;

/** Returns the first lines that together have at most this many tokens; if the first is too long, its beginning. */
export function cappedLines(lines: readonly string[], mostTokens: number): CappedLines {
	const kept: string[] = [];
	let tokens = 0;
	for (const line of lines) {
		const own = line.length > mostTokens * mostCharacters ? mostTokens + 1 : textTokens(line) + 1;
		if (tokens + own > mostTokens) break;
		tokens += own;
		kept.push(line);
	}
	const [first] = lines;
	// Cut to one character per token, a quarter of what ordinary text has: dense text has more tokens.
	if (kept.length === 0 && first !== undefined) kept.push(cutText(first, mostTokens));
	return { lines: kept, left: lines.length - kept.length };
}

/** Fences a text that is data, so that nothing in it can end the fence. */
export function fencedData(text: string): string {
	const fence = fenceAround(text);
	return `${fence}\n${text}\n${fence}`;
}

/** Returns a number with its noun: `1 file`, `2 files`. For models, so not translated. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : /(?:ch|s)$/.test(noun) ? "es" : "s"}`;
}
