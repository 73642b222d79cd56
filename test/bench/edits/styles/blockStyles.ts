import { applied, changedLines, isBlank, type Lines, type RealEdit, rangeAfter } from "../realEdit";
import { inSelection, selectionAfter } from "./placeStyles";
import { dedented, fenced, type Rendered, type Style } from "./style";

/** Maximum length of a file that a model writes completely, in lines. */
const longestFile = 400;

/** Styles of answers with more of the file than was requested. */
export const blockStyles: readonly Style[] = [
	{
		name: "the enclosing block",
		row: "plain",
		render(edit, { language, random }) {
			if (!edit.enclosing) return undefined;
			const block = rangeAfter(edit, edit.enclosing);
			return inSelection(edit, fenced(random.chance(0.5) ? block : dedented(block), language.tags[0]));
		},
	},
	{
		name: "the whole file",
		row: "plain",
		render(edit, { language }) {
			if (edit.lines.length > longestFile) return undefined;
			const all = applied(edit.lines, edit.hunks);
			return inSelection(edit, fenced(all.at(-1) === "" ? all.slice(0, -1) : all, language.tags[0]));
		},
	},
	{
		name: "one neighbouring line repeated",
		row: "hard",
		render(edit, { language, random }) {
			const { start, count } = edit.selection;
			const [first = "", last = ""] = [edit.lines[start - 1], edit.lines[start + count]];
			const after = selectionAfter(edit);
			const wantsAbove = random.chance(0.5);
			// Whether a line is repeated or new can be decided only if it has words or brackets.
			if (!/[\w(){}[\]<>]/.test(wantsAbove ? first : last)) return undefined;
			return inSelection(edit, fenced(wantsAbove ? [first, ...after] : [...after, last], language.tags[0]));
		},
	},
	{
		name: "chat: function or type",
		row: "hard",
		render(edit, { random }) {
			if (!edit.declaration) return undefined;
			const block = rangeAfter(edit, edit.declaration);
			return inChat(edit, random.chance(0.5) ? block : dedented(block));
		},
	},
	{
		name: "chat: whole file",
		row: "hard",
		render: (edit) => (edit.lines.length > longestFile ? undefined : inChat(edit, applied(edit.lines, edit.hunks))),
	},
	{
		name: "chat: a fragment",
		row: "form",
		render(edit, { random }) {
			const changed = changedLines(edit.hunks);
			const near = 2 + random.below(2);
			let start = Math.max(0, changed.start - near);
			let end = Math.min(edit.lines.length, changed.start + changed.count + near);
			while (start < changed.start && isBlank(edit.lines[start])) start++;
			while (end > changed.start + changed.count && isBlank(edit.lines[end - 1])) end--;
			return inChat(edit, rangeAfter(edit, { start, count: end - start }));
		},
	},
	{
		name: "chat: a fragment with a silent gap",
		row: "doubt",
		render(edit) {
			const { start, count } = edit.selection;
			const head = changedLines(edit.hunks).start - start;
			const after = rangeAfter(edit, { start, count });
			// The first line, and then the changed ones: the lines between them are not mentioned.
			if (head < 3 || after.slice(1, head).every(isBlank)) return undefined;
			return inChat(edit, [...after.slice(0, 1), ...after.slice(head)]);
		},
	},
	{
		name: "chat: a declaration with a silent gap",
		row: "doubt",
		render(edit, { random }) {
			if (!edit.declaration) return undefined;
			const head = changedLines(edit.hunks).start - edit.declaration.start;
			const block = rangeAfter(edit, edit.declaration);
			// Its first lines, and then the changed ones: some of those between them are not mentioned.
			const from = 2 + random.below(3);
			if (head < from + 2 || block.slice(from, head).filter((line) => /\w/.test(line)).length < 2) return undefined;
			return inChat(edit, [...block.slice(0, from), ...block.slice(head)]);
		},
	},
	{
		name: "chat: an import beside the function",
		row: "doubt",
		render(edit, { language }) {
			const last = edit.lines.findLastIndex((line) => isImport(line));
			const sample = edit.lines.find((line) => isImport(line) && /[;'")]\s*$|\w$/.test(line));
			if (!edit.declaration || !sample || language.declaration === undefined) return undefined;
			const added = sample.replace(/(\w+)(?=\W*$)/, "$1_added");
			const all = applied(edit.lines, edit.hunks);
			const withImport = (at: number) => [...all.slice(0, at), added, ...all.slice(at)];
			if (last >= edit.declaration.start) return undefined;
			const rendered = inChat(edit, [added, "", ...rangeAfter(edit, edit.declaration)]);
			return { ...rendered, expected: Array.from({ length: last + 2 }, (_, at) => withImport(at)) };
		},
	},
	{
		name: "chat: function or type, selected",
		row: "hard",
		render: (edit) =>
			edit.declaration ? inChat(edit, rangeAfter(edit, edit.declaration), edit.declaration) : undefined,
	},
];

function isImport(line: string): boolean {
	return /^(?:import|use|using|#include|from|require)\b.*[\w;'">)]$/.test(line);
}

/** Returns a code block of the chat; by default, nothing is selected. */
export function inChat(edit: RealEdit, block: readonly string[], place: Lines = { start: 0, count: 0 }): Rendered {
	return { answer: block.join("\n"), place, expected: [applied(edit.lines, edit.hunks)], chat: true };
}
