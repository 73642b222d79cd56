import { languageOf } from "./languages";
import { type Outcome, outcomeOf } from "./outcome";
import type { RealEdit } from "./realEdit";
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

/** An edit's answer in a style, and what came of it. */
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
		const other =
			edits.find(
				(one, index) => index !== at && one.path !== edit.path && languageOf(one.path)?.label === language.label,
			) ?? edit;
		for (const style of chosen) {
			const random = new SeededRandom(`${edit.id} ${style.name}`);
			const rendered = style.render(edit, { random, language, other });
			if (rendered) yield { edit, style, rendered, ...outcomeOf(edit, rendered) };
		}
	}
}
