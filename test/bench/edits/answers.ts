import { languageOf } from "./languages";
import { type Outcome, outcomeOf } from "./outcome";
import { changedLines, type RealEdit } from "./realEdit";
import { SeededRandom } from "./seededRandom";
import { blockStyles } from "./styles/blockStyles";
import { cursorStyles } from "./styles/cursorStyles";
import { diffStyles } from "./styles/diffStyles";
import { elisionStyles } from "./styles/elisionStyles";
import { doubtfulStyles, looseStyles, obeyingStyles } from "./styles/placeStyles";
import type { Rendered, Style } from "./styles/style";

/** All styles, in the order of the table. */
export const styles: readonly Style[] = [
	...obeyingStyles,
	...diffStyles,
	...blockStyles,
	...cursorStyles,
	...elisionStyles,
	...looseStyles,
	...doubtfulStyles,
];

/** An edit's answer in a style, and its outcome. */
export interface Answered extends Outcome {
	readonly edit: RealEdit;
	readonly style: Style;
	readonly rendered: Rendered;
}

/** Renders each edit in each style, and applies it. */
export function* answers(edits: readonly RealEdit[], chosen: readonly Style[]): Iterable<Answered> {
	for (const [at, edit] of edits.entries()) {
		const language = languageOf(edit.path);
		if (!language) continue;
		const isOther = (one: RealEdit) => one.path !== edit.path && languageOf(one.path)?.label === language.label;
		const other = edits.find((one, index) => index !== at && isOther(one)) ?? edit;
		const sibling = edits.find((one) => isApart(one, edit));
		for (const style of chosen) {
			const random = new SeededRandom(`${edit.id} ${style.name}`);
			const rendered = style.render(edit, { random, language, other, sibling });
			if (rendered) yield { edit, style, rendered, ...outcomeOf(edit, rendered) };
		}
	}
}

/** Minimum number of unchanged lines between two edits of a file, so that a diff has them in two hunks. */
const fewestBetween = 8;

/** Returns whether two edits are in the same file, and not close together. */
function isApart(one: RealEdit, other: RealEdit): boolean {
	const fileOf = ({ id }: RealEdit) => id.slice(0, id.lastIndexOf(":"));
	if (one === other || fileOf(one) !== fileOf(other)) return false;
	const [first, second] = [changedLines(one.hunks), changedLines(other.hunks)].sort((a, b) => a.start - b.start);
	return first !== undefined && second !== undefined && second.start - (first.start + first.count) >= fewestBetween;
}
