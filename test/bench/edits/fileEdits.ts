import { type Hunk, hunksBetween } from "../../../src/core/edits/text/hunks";
import { enclosingBlocks, enclosingSections } from "./enclosingBlocks";
import { indentationStep } from "./indentationStep";
import { languageOf } from "./languages";
import { changedLines, depthOf, isBlank, type Lines, type RealEdit, rangeAfter } from "./realEdit";
import { SeededRandom } from "./seededRandom";
import { hasWholeFences, isBalanced, isSameBalance, longestSelection, selectionFor } from "./selection";
import type { FilePair } from "./sourceFiles";

/** Maximum number of equal lines between two changes of one edit. */
const together = 3;
/** Maximum numbers of lines that an edit removes, adds and spans. */
const mostChanged = 30;
/** Maximum number of lines of a block that a model writes again. */
const longestBlock = 90;
/** Maximum number of edits of one file. */
export const mostOfFile = 12;

/** Returns some of the edits that turn one version of a file into the other. */
export function editsOf(pair: FilePair): readonly RealEdit[] {
	const { from, path, before, after } = pair;
	const lines = before.split("\n");
	const random = new SeededRandom(`${from.name} ${path}`);
	const hunks = hunksBetween(lines, after.split("\n"));
	const endOf = (hunk: Hunk | undefined) => (hunk ? hunk.start + hunk.removed : 0);
	const moved = hunks.map((hunk, at) => slid(lines, hunk, endOf(hunks[at - 1])));
	const groups = grouped(moved).filter((group) => isModerate(lines, group));
	return random
		.shuffled(groups)
		.slice(0, mostOfFile)
		.flatMap((hunks) => editOf(pair, lines, hunks, random) ?? []);
}

/**
 * Moves an insertion up as far as the same text results and it begins with more than a blank line: a comparison of
 * lines cannot tell whether a function is new, or only its closing line and the rest of the function below.
 *
 * @param from the line after the change above.
 */
function slid(lines: readonly string[], hunk: Hunk, from: number): Hunk {
	let { start, added } = hunk;
	if (hunk.removed > 0) return hunk;
	let best = hunk;
	while (start > from && lines[start - 1] === added.at(-1)) {
		added = [added.at(-1) ?? "", ...added.slice(0, -1)];
		start--;
		const begins = added[0] ?? "";
		if (!isBlank(begins) && depthOf(begins) <= depthOf(best.added.find((line) => !isBlank(line)) ?? "")) {
			best = { start, removed: 0, added };
		}
	}
	return best;
}

/** Joins hunks that lie close together. */
function grouped(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
	const groups: Hunk[][] = [];
	for (const hunk of hunks) {
		const last = groups.at(-1)?.at(-1);
		if (last && hunk.start - (last.start + last.removed) <= together) groups.at(-1)?.push(hunk);
		else groups.push([hunk]);
	}
	return groups;
}

/** Returns whether a user could ask a model for a change, which must be of more than white space. */
function isModerate(lines: readonly string[], hunks: readonly Hunk[]): boolean {
	const removed = hunks.flatMap(({ start, removed }) => lines.slice(start, start + removed));
	const added = hunks.flatMap((hunk) => hunk.added);
	if (changedLines(hunks).count > mostChanged || added.length > mostChanged || removed.length > mostChanged)
		return false;
	const words = (texts: readonly string[]) => texts.join("").replace(/\s+/g, "");
	const isNew = words(removed) !== words(added) && added.some((line) => !isBlank(line));
	// Half a statement is not a separate change: the other half is elsewhere in the file.
	return isNew && isSameBalance(removed, added);
}

/** Returns an edit with its places; `undefined` if no lines that a user would select contain it. */
function editOf(
	{ from, path }: FilePair,
	lines: readonly string[],
	hunks: readonly Hunk[],
	random: SeededRandom,
): RealEdit | undefined {
	const changed = changedLines(hunks);
	const depth = shallowest([
		...lines.slice(changed.start, changed.start + changed.count),
		...hunks.flatMap(({ added }) => added),
	]);
	const isMarkdown = languageOf(path)?.id === "markdown";
	const around = isMarkdown ? enclosingSections(lines, changed) : enclosingBlocks(lines, changed, depth);
	const blocks = around.filter(({ count }) => count <= longestBlock);
	const pattern = languageOf(path)?.declaration;
	const isComplete = isMarkdown ? hasWholeFences : pattern ? isBalanced : () => true;
	const whole = (range: Lines) =>
		isComplete(lines.slice(range.start, range.start + range.count)) && isComplete(rangeAfter({ lines, hunks }, range));
	const chosen = selectionFor(lines, changed, blocks, random);
	const selection = whole(chosen) ? chosen : blocks.find(whole);
	if (!selection || selection.count > longestSelection) return undefined;
	const isEmpty = rangeAfter({ lines, hunks }, selection).every(isBlank);
	if (isEmpty || lines.slice(selection.start, selection.start + selection.count).every(isBlank)) return undefined;
	const larger = ({ start, count }: Lines) =>
		start <= selection.start && start + count >= selection.start + selection.count && count > selection.count;
	return {
		id: `${from.name} ${path}:${changed.start + 1}`,
		half: from.half,
		path,
		lines,
		hunks,
		selection,
		enclosing: blocks.find(larger),
		declaration: pattern && blocks.find(({ start }) => pattern.test(lines[start] ?? "")),
		indentation: indentationStep(lines),
	};
}

/** Returns the least depth of lines that are not blank. */
function shallowest(lines: readonly string[]): number {
	// Further lines of a block comment are indented by one character more than its first line.
	const depth = (line: string) => depthOf(line) - (/^\s+\*/.test(line) ? 1 : 0);
	return Math.min(...lines.filter((line) => !isBlank(line)).map(depth));
}
