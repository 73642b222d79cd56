import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Hunk, hunksBetween } from "../../../src/core/edits/text/hunks";
import { installOnce } from "../../host/packages/installOnce";
import { enclosingBlocks, enclosingSections, paragraphAround } from "./enclosingBlocks";
import { languageOf } from "./languages";
import { changedLines, depthOf, type Half, isBlank, type Lines, type RealEdit, rangeAfter } from "./realEdit";
import { SeededRandom } from "./seededRandom";
import { changedFiles, type FilePair, sourceFolder } from "./sourceFiles";
import { sourcePackages } from "./sourcePackages";

/** Increased whenever the same packages have to give other edits. */
const revision = 5;
/** Changes with at most this many equal lines between them are one edit. */
const together = 3;
/** Most lines that an edit removes, adds and spans. */
const mostChanged = 30;
/** Most lines that a person selects, and most lines of a block that a model writes again. */
const longestSelection = 60;
const longestBlock = 90;
/** Most edits of one file. */
const mostOfFile = 12;
/** Most edits of one language and half. */
const mostOfLanguage = 70;

/** Returns the edits of the corpus, which are derived on first use and kept. */
export async function corpus(half?: Half): Promise<readonly RealEdit[]> {
	const folder = await installOnce({
		name: "bench-edits-corpus",
		recipe: [revision, sourcePackages],
		announcement: "deriving real edits from the differences of the packages…",
		install: async (folder) => {
			const edits = await derived(await sourceFolder());
			await writeFile(join(folder, "edits.json"), JSON.stringify(edits));
		},
	});
	const edits: readonly RealEdit[] = JSON.parse(await readFile(join(folder, "edits.json"), "utf8"));
	return edits.filter((edit) => half === undefined || edit.half === half);
}

async function derived(root: string): Promise<readonly RealEdit[]> {
	const byLanguage = new Map<string, (readonly RealEdit[])[]>();
	for (const from of sourcePackages) {
		for await (const pair of changedFiles(root, from)) {
			const key = `${from.half} ${languageOf(pair.path)?.label}`;
			const files = byLanguage.get(key) ?? [];
			byLanguage.set(key, files);
			files.push(editsOf(pair));
		}
	}
	return [...byLanguage].flatMap(([key, files]) =>
		spread(new SeededRandom(key).shuffled(files)).slice(0, mostOfLanguage),
	);
}

/** Returns the first edit of each file, then the second of each, and so on: many files rather than many of one. */
function spread(files: readonly (readonly RealEdit[])[]): readonly RealEdit[] {
	return Array.from({ length: mostOfFile }, (_, rank) => files.flatMap((edits) => edits[rank] ?? [])).flat();
}

/** Returns some of the edits that turn one version of a file into the other. */
function editsOf({ from, path, before, after }: FilePair): readonly RealEdit[] {
	const lines = before.split("\n");
	const random = new SeededRandom(`${from.name} ${path}`);
	const groups = grouped(hunksBetween(lines, after.split("\n")).map((hunk) => slid(lines, hunk))).filter((hunks) =>
		isModerate(lines, hunks),
	);
	return random
		.shuffled(groups)
		.slice(0, mostOfFile)
		.flatMap((hunks) => editOf(from.name, from.half, path, lines, hunks, random) ?? []);
}

/**
 * Moves an insertion up as far as the same text results and it begins with more than a blank line: a comparison of
 * lines does not know whether a function or the closing line of the one before is new.
 */
function slid(lines: readonly string[], hunk: Hunk): Hunk {
	let { start, added } = hunk;
	if (hunk.removed > 0) return hunk;
	let best = hunk;
	while (start > 0 && lines[start - 1] === added.at(-1)) {
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

/** Returns whether a change is one that a person could ask a model for, and not only of white space. */
function isModerate(lines: readonly string[], hunks: readonly Hunk[]): boolean {
	const removed = hunks.flatMap(({ start, removed }) => lines.slice(start, start + removed));
	const added = hunks.flatMap((hunk) => hunk.added);
	if (changedLines(hunks).count > mostChanged || added.length > mostChanged || removed.length > mostChanged)
		return false;
	const words = (texts: readonly string[]) => texts.join("").replace(/\s+/g, "");
	const isWhole = ["()", "[]", "{}"].every((pair) => openBrackets(removed, pair) === openBrackets(added, pair));
	return isWhole && words(removed) !== words(added) && added.some((line) => !isBlank(line));
}

/** Returns whether the brackets of lines match, so that people would select the lines. */
function isBalanced(lines: readonly string[]): boolean {
	let depth = 0;
	for (const sign of lines.join("")) {
		if ("([{".includes(sign)) depth++;
		else if (")]}".includes(sign)) depth--;
		if (depth < 0) return false;
	}
	return depth === 0;
}

/** Returns how many more brackets of a pair are opened than closed. */
function openBrackets(lines: readonly string[], [open = "", close = ""]: string): number {
	const text = lines.join("");
	return text.split(open).length - text.split(close).length;
}

function editOf(
	name: string,
	half: Half,
	path: string,
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
	const whole = (range: Lines) => {
		const after = rangeAfter({ lines, hunks }, range);
		return !pattern || (isBalanced(lines.slice(range.start, range.start + range.count)) && isBalanced(after));
	};
	const chosen = selectionFor(lines, changed, blocks, random);
	const selection = whole(chosen) ? chosen : blocks.find(whole);
	if (!selection || selection.count > longestSelection) return undefined;
	const isEmpty = rangeAfter({ lines, hunks }, selection).every(isBlank);
	if (isEmpty || lines.slice(selection.start, selection.start + selection.count).every(isBlank)) return undefined;
	const larger = ({ start, count }: Lines) =>
		start <= selection.start && start + count >= selection.start + selection.count && count > selection.count;
	return {
		id: `${name} ${path}:${changed.start + 1}`,
		half,
		path,
		lines,
		hunks,
		selection,
		enclosing: blocks.find(larger),
		declaration: pattern && blocks.find(({ start }) => pattern.test(lines[start] ?? "")),
		indentation: stepOf(lines),
	};
}

/** Returns the lines that a person would select: a block, a paragraph, or the changed lines and some beside them. */
function selectionFor(lines: readonly string[], changed: Lines, blocks: readonly Lines[], random: SeededRandom): Lines {
	const [block] = blocks;
	const kind = random.next();
	if (block && kind < 0.45 && block.count <= longestSelection) return block;
	const paragraph = paragraphAround(lines, changed);
	if (kind < 0.7 && paragraph.count > 0 && paragraph.count <= longestSelection) return paragraph;
	const inside = (at: number) => !block || (at > block.start && at < block.start + block.count);
	let { start, count } = changed;
	for (let more = random.below(3) + (count === 0 ? 1 : 0); more > 0 && start > 0 && inside(start - 1); more--) {
		start--;
		count++;
	}
	for (let more = random.below(3); more > 0 && start + count < lines.length - 1 && inside(start + count); more--)
		count++;
	// A selection begins and ends with a line that is not blank, as far as the change allows.
	while (count > 0 && start < changed.start && isBlank(lines[start])) {
		start++;
		count--;
	}
	while (count > 0 && start + count > changed.start + changed.count && isBlank(lines[start + count - 1])) count--;
	return { start, count };
}

function shallowest(lines: readonly string[]): number {
	// The lines of a comment of several lines are indented by one more than the comment.
	const depth = (line: string) => depthOf(line) - (/^\s+\*/.test(line) ? 1 : 0);
	return Math.min(...lines.filter((line) => !isBlank(line)).map(depth));
}

/** Returns one step of indentation, as VS Code guesses it when it opens a file. */
function stepOf(lines: readonly string[]): string {
	const filled = lines.filter((line) => !isBlank(line));
	const tabbed = filled.filter((line) => line.startsWith("\t")).length;
	if (tabbed > filled.filter((line) => line.startsWith("  ")).length) return "\t";
	const counts = new Map<number, number>();
	for (const [at, line] of filled.entries()) {
		const step = Math.abs(depthOf(line) - depthOf(filled[at - 1] ?? ""));
		counts.set(step, (counts.get(step) ?? 0) + 1);
	}
	const count = (step: number) => counts.get(step) ?? 0;
	const most = [2, 4, 6, 8, 3, 5, 7].reduce((best, step) => (count(step) > count(best) ? step : best), 2);
	if (count(most) === 0) return "    ";
	const isHalf = most === 4 && count(2) > 0 && count(2) >= count(4) / 2;
	return " ".repeat(isHalf ? 2 : most);
}
