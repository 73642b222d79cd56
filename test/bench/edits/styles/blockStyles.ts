import { applied, isBlank, type Lines, type RealEdit, rangeAfter } from "../realEdit";
import { inSelection, selectionAfter } from "./placeStyles";
import { dedented, fenced, type Rendered, type Style } from "./style";

/** Longest file that a model writes out as a whole, in lines. */
const longestFile = 400;

/** Answers with more of the file than was asked for. */
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
			const [above, below] = [edit.lines[start - 1], edit.lines[start + count]];
			const after = selectionAfter(edit);
			const [first, last] = [above ?? "", below ?? ""];
			const wantsAbove = random.chance(0.5);
			if (wantsAbove ? isBlank(above) : isBlank(below)) return undefined;
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
		name: "chat: function or type, selected",
		row: "hard",
		render: (edit) =>
			edit.declaration ? inChat(edit, rangeAfter(edit, edit.declaration), edit.declaration) : undefined,
	},
];

/** Returns a block of the chat; nothing is selected unless said otherwise. */
export function inChat(edit: RealEdit, block: readonly string[], place: Lines = { start: 0, count: 0 }): Rendered {
	return { answer: block.join("\n"), place, expected: [applied(edit.lines, edit.hunks)], chat: true };
}
