import { agentLimits } from "../../../shared/untrusted/limits";
import { isDistinctive } from "../../edits/text/lineMatch";
import { cappedLines, fencedData } from "./toolResult";

/** Number of lines that are shown before and after the nearest ones. */
const around = 2;
/** Maximum number of lines that are shown. */
const mostLines = 30;
/** Maximum number of tokens that are shown. */
const mostTokens = 600;
/** Maximum number of words of a line that are compared. */
const mostWords = 60;

/**
 * Returns the lines of a file, with their numbers, that have the most words in common with lines that an edit did not
 * find; empty where nothing is similar. Takes linear time.
 */
export function nearestLines(lines: readonly string[], wanted: readonly string[]): string {
	const words = new Set(wanted.filter(isDistinctive).flatMap(wordsOf));
	if (words.size === 0) return "";
	const exact = new Set(wanted.filter(isDistinctive).map((line) => line.trim()));
	const compared = lines.slice(0, agentLimits.nearestLines);
	const scores = compared.map((line) => scoreOf(line, words, exact));
	const length = Math.min(Math.max(1, wanted.length), mostLines - 2 * around);
	let sum = 0;
	let best = { at: -1, sum: 0 };
	for (const [at, score] of scores.entries()) {
		sum += score - (scores[at - length] ?? 0);
		if (sum > best.sum + 1e-9) best = { at: Math.max(0, at - length + 1), sum };
	}
	if (best.at < 0) return "";
	const first = Math.max(0, best.at - around);
	const numbered = lines.slice(first, best.at + length + around).map((line, at) => `${first + at + 1}: ${line}`);
	return fencedData(cappedLines(numbered, mostTokens).lines.join("\n"));
}

/**
 * Returns how similar a line is to the wanted lines: 2 if it is one of them, else the share of its words that they
 * contain.
 */
function scoreOf(line: string, wanted: ReadonlySet<string>, exact: ReadonlySet<string>): number {
	if (exact.has(line.trim())) return 2;
	const words = wordsOf(line);
	return words.length === 0 ? 0 : words.filter((word) => wanted.has(word)).length / words.length;
}

function wordsOf(line: string): readonly string[] {
	return (
		line
			.slice(0, agentLimits.lineLength)
			.match(/[\p{L}\p{N}_]+/gu)
			?.slice(0, mostWords) ?? []
	);
}
