import type { Hunk } from "../../../../src/core/edits/text/hunks";
import { applied, changedLines, type RealEdit } from "../realEdit";
import { inChat } from "./blockStyles";
import { inSelection } from "./placeStyles";
import { type Context, dedented, fenced, type Style } from "./style";

/** A line of a diff, which begins with " " if it is unchanged. */
interface DiffLine {
	readonly sign: " " | "-" | "+";
	readonly text: string;
}

/** Returns the changed lines with a number of unchanged ones around them. */
function diffLines({ lines, hunks }: RealEdit, context: number): readonly DiffLine[] {
	const changed = changedLines(hunks);
	const first = Math.max(0, changed.start - context);
	const same = (from: number, to: number) => lines.slice(from, to).map((text): DiffLine => ({ sign: " ", text }));
	const result: DiffLine[] = [];
	let done = first;
	for (const { start, removed, added } of hunks) {
		result.push(...same(done, start));
		result.push(...lines.slice(start, start + removed).map((text): DiffLine => ({ sign: "-", text })));
		result.push(...added.map((text): DiffLine => ({ sign: "+", text })));
		done = start + removed;
	}
	// The empty line after the final line break is not a line of a diff.
	const end = Math.min(lines.at(-1) === "" ? lines.length - 1 : lines.length, done + context);
	return [...result, ...same(done, Math.max(done, end))];
}

const text = ({ sign, text }: DiffLine) => sign + text;
const bare = ({ sign, text }: DiffLine) => (sign === " " ? text : sign + text);

function head({ hunks }: RealEdit, all: readonly DiffLine[], context: number, off = 0): string {
	const start = Math.max(0, changedLines(hunks).start - context) + 1 + off;
	const count = (sign: "-" | "+") => all.filter((line) => line.sign === " " || line.sign === sign).length;
	return `@@ -${start},${count("-")} +${start},${count("+")} @@`;
}

function unified(edit: RealEdit, write: (line: DiffLine) => string, headOf = head, files = true): string {
	const all = diffLines(edit, 3);
	const names = files ? [`--- a/${edit.path}`, `+++ b/${edit.path}`] : [];
	return fenced([...names, headOf(edit, all, 3), ...all.map(write)], "diff");
}

function style(name: string, write: (edit: RealEdit, context: Context) => string | undefined): Style {
	return {
		name,
		row: "plain",
		render(edit, context) {
			const answer = write(edit, context);
			return answer === undefined ? undefined : inSelection(edit, answer);
		},
	};
}

/** Returns a style with two edits of a file at once; the second is outside of the selection. */
function both(name: string, write: (parts: readonly RealEdit[]) => string | undefined): Style {
	return {
		name,
		row: "plain",
		render(edit, { sibling }) {
			if (!sibling) return undefined;
			const parts = [edit, sibling].sort(
				(one, other) => changedLines(one.hunks).start - changedLines(other.hunks).start,
			);
			const answer = write(parts);
			const expected = [
				applied(
					edit.lines,
					parts.flatMap(({ hunks }) => hunks),
				),
			];
			return answer === undefined ? undefined : { answer, place: edit.selection, expected };
		},
	};
}

/** Returns the search and the replacement of an edit, with enough context for the search to be found only once. */
function searchAndReplace(edit: RealEdit): { search: readonly string[]; replace: readonly string[] } | undefined {
	for (const context of [0, 1, 2, 3, 5, 8]) {
		const all = diffLines(edit, context);
		const search = all.flatMap(({ sign, text }) => (sign === "+" ? [] : [text]));
		const found = search.some((line) => line.trim() !== "") ? occurrences(search, edit.lines) : 0;
		if (found === 1) return { search, replace: all.flatMap(({ sign, text }) => (sign === "-" ? [] : [text])) };
	}
	return undefined;
}

function searchBlock({
	search,
	replace,
}: {
	search: readonly string[];
	replace: readonly string[];
}): readonly string[] {
	return ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"];
}

/** Returns how often a sequence of lines occurs in others. */
function occurrences(wanted: readonly string[], lines: readonly string[]): number {
	const starts = lines.slice(0, lines.length - wanted.length + 1);
	return starts.filter((_, at) => wanted.every((line, index) => lines[at + index] === line)).length;
}

/** Texts that models write beside conflict markers. */
const labels = [
	["HEAD", "feature"],
	["old", "new"],
	["Current", "Incoming"],
	["original code", "updated code"],
	["", ""],
] as const;

/** Styles of answers that state the change instead of the result. */
export const diffStyles: readonly Style[] = [
	style("unified diff", (edit) => unified(edit, text)),
	style("unified diff without file names", (edit) => unified(edit, text, head, false)),
	style("unified diff, context without its space", (edit) => unified(edit, bare)),
	style("unified diff, dedented", (edit) => {
		const all = diffLines(edit, 3);
		const flat = dedented(all.map((line) => line.text));
		if (flat.every((line, at) => line === all[at]?.text)) return undefined;
		return fenced([head(edit, all, 3), ...all.map(({ sign }, at) => sign + (flat[at] ?? ""))], "diff");
	}),
	style("unified diff, wrong line numbers", (edit, { random }) =>
		unified(edit, text, (one, all, context) => head(one, all, context, random.pick([-7, -1, 3, 40]))),
	),
	style("unified diff, no line numbers", (edit) => unified(edit, text, () => "@@ ... @@")),
	style("V4A patch", (edit, { random }) => {
		const lines = [
			"*** Begin Patch",
			`*** Update File: ${edit.path}`,
			"@@",
			...diffLines(edit, 3).map(text),
			"*** End Patch",
		];
		return random.chance(0.5) ? lines.join("\n") : fenced(lines, random.pick(["", "diff", "patch"]));
	}),
	style("+/- lines in a code fence", (edit, { language, random }) => {
		const write = random.chance(0.5) ? text : bare;
		return fenced(diffLines(edit, 2).map(write), language.tags[0]);
	}),
	style("search/replace blocks", (edit, { random }) => {
		const found = searchAndReplace(edit);
		if (!found) return undefined;
		const lines = searchBlock(found);
		return random.chance(0.5) ? lines.join("\n") : fenced(lines);
	}),
	both("unified diff, two hunks", (parts) => {
		const hunks = parts.flatMap((part) => [head(part, diffLines(part, 3), 3), ...diffLines(part, 3).map(text)]);
		return fenced([`--- a/${parts[0]?.path}`, `+++ b/${parts[0]?.path}`, ...hunks], "diff");
	}),
	both("search/replace, two blocks", (parts) => {
		const found = parts.map(searchAndReplace);
		const blocks = found.map((one) => one && searchBlock(one));
		return blocks.every((block) => block !== undefined)
			? blocks.map((lines) => lines.join("\n")).join("\n\n")
			: undefined;
	}),
	style("conflict markers, the change alone", (edit, { language, random }) => {
		const found = searchAndReplace(edit);
		const [ours, theirs] = random.pick(labels);
		if (!found) return undefined;
		const lines = [`<<<<<<< ${ours}`.trim(), ...found.search, "=======", ...found.replace, `>>>>>>> ${theirs}`.trim()];
		return fenced(lines, language.tags[0]);
	}),
	style("conflict markers in the selection", ({ lines, hunks, selection: { start, count } }, { language, random }) => {
		const [ours, theirs] = random.pick(labels);
		const marked = ({ start, removed, added }: Hunk) => [
			`<<<<<<< ${ours}`.trim(),
			...lines.slice(start, start + removed),
			"=======",
			...added,
			`>>>>>>> ${theirs}`.trim(),
		];
		const result: string[] = [];
		let done = start;
		for (const hunk of hunks) {
			result.push(...lines.slice(done, hunk.start), ...marked(hunk));
			done = hunk.start + hunk.removed;
		}
		return fenced([...result, ...lines.slice(done, start + count)], language.tags[0]);
	}),
	{
		name: "chat: unified diff",
		row: "plain",
		render(edit) {
			const all = diffLines(edit, 3);
			return inChat(edit, [`--- a/${edit.path}`, `+++ b/${edit.path}`, head(edit, all, 3), ...all.map(text)]);
		},
	},
];
