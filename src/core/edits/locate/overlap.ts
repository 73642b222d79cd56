import { indentOf, type Shift, shiftBetween } from "../text/indentation";
import { isDistinctive } from "../text/lineMatch";
import { sharedLengths } from "../text/sharedLines";

/** The lines of a document, divided by the place of an edit. */
export interface Surroundings {
	readonly above: readonly string[];
	/** The lines that are replaced. */
	readonly before: readonly string[];
	readonly below: readonly string[];
}

/**
 * One way to read code: as lines that repeat those above the place, lines that replace it, and lines that repeat those
 * below it.
 */
export interface Reading {
	/** The lines that replace those of the place. */
	readonly lines: readonly string[];
	/** How the repeated lines are indented in the document; `undefined` where no line is repeated. */
	readonly shift: Shift | undefined;
	/** The number of repeated lines above and below the place. */
	readonly head: number;
	readonly tail: number;
}

/** Maximum number of runs of repeated lines at each end that are considered. */
const mostRuns = 3;

/**
 * Returns the ways in which code can be read, the likeliest first. Only lines at its two ends can repeat those around
 * the place, all with the same difference of indentation.
 */
export function readings(code: readonly string[], around: Surroundings): readonly Reading[] {
	const { above, before, below } = around;
	const filled = code.flatMap((line, at) => (line.trim() === "" ? [] : [at]));
	const heads = [0, ...sharedLengths(above, code).slice(0, mostRuns)];
	const tails = [0, ...sharedLengths(code, below).slice(0, mostRuns)];
	const found: { readonly reading: Reading; readonly score: number }[] = [];
	for (const head of heads) {
		for (const tail of tails) {
			const reading = readingOf(code, filled, around, head, tail);
			if (!reading) continue;
			const first = code.slice(0, filled[head] ?? code.length);
			const last = tail === 0 ? [] : code.slice(filled[filled.length - tail]);
			// A lone bracket may belong to the code itself.
			const repeated = (head > 0 && tail > 0) || [...first, ...last].some(isDistinctive) ? head + tail : 0;
			found.push({ reading, score: repeated + sameEnds(reading.lines, before) });
		}
	}
	return found.sort((one, other) => other.score - one.score).map(({ reading }) => reading);
}

/** @param filled the indices of the code's lines that are not blank. */
function readingOf(
	code: readonly string[],
	filled: readonly number[],
	{ above, before, below }: Surroundings,
	head: number,
	tail: number,
): Reading | undefined {
	if (head + tail > filled.length) return undefined;
	if (head + tail === 0) return { lines: code, shift: undefined, head, tail };
	const from = head === 0 ? 0 : (filled[head - 1] ?? 0) + 1;
	const to = tail === 0 ? code.length : (filled[filled.length - tail] ?? code.length);
	// The document's own blank lines stay.
	const surplus = {
		first: head === 0 ? 0 : Math.min(blanks(code.slice(from, to)), blanks(above.toReversed())),
		last: tail === 0 ? 0 : Math.min(blanks(code.slice(from, to).toReversed()), blanks(below)),
	};
	const lines = code.slice(from + surplus.first, Math.max(from + surplus.first, to - surplus.last));
	const shifts = [
		head === 0
			? []
			: [shiftBetween(indentOf(code[filled[head - 1] ?? 0] ?? ""), indentOf(above.findLast(isFilled) ?? ""))],
		tail === 0
			? []
			: [shiftBetween(indentOf(code[filled[filled.length - tail] ?? 0] ?? ""), indentOf(below.find(isFilled) ?? ""))],
	].flat();
	const [shift, other = shift] = shifts;
	if (!shift || shift.added !== other?.added || shift.removed !== other.removed) return undefined;
	const first = lines.find(isFilled);
	const replaced = before.find(isFilled);
	if (first === undefined) return head > 0 && tail > 0 ? { lines, shift, head, tail } : undefined;
	const isSame = shift.added === "" && shift.removed === 0;
	const fits = isSame || replaced === undefined || shifted(first, shift) === indentOf(replaced);
	// Models often omit the indentation of the first line.
	const isBare = head === 0 && indentOf(first) === "";
	return fits || isBare ? { lines, shift, head, tail } : undefined;
}

/** Returns the number of blank lines at the beginning. */
function blanks(lines: readonly string[]): number {
	const first = lines.findIndex(isFilled);
	return first < 0 ? lines.length : first;
}

function isFilled(line: string): boolean {
	return line.trim() !== "";
}

/** Returns the indentation of a line with a shift. */
function shifted(line: string, { added, removed }: Shift): string {
	return added + indentOf(line).slice(removed);
}

/** Returns how many lines at both ends of a text equal those of another, without blank lines and indentation. */
function sameEnds(lines: readonly string[], others: readonly string[]): number {
	const [own, other] = [lines, others].map((text) => text.map((line) => line.trim()).filter((line) => line !== ""));
	if (!own || !other) return 0;
	const most = Math.min(own.length, other.length);
	let first = 0;
	while (first < most && own[first] === other[first]) first++;
	let last = 0;
	while (last < most - first && own.at(-1 - last) === other.at(-1 - last)) last++;
	return first + last;
}
