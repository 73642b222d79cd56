import type { Answered } from "../edits/answers";
import * as complete from "../edits/answers";
import { corpus } from "../edits/corpus";
import { editTables } from "../edits/editTables";
import { firstLine } from "../edits/firstLine";
import { languageOf } from "../edits/languages";
import type { Half, RealEdit } from "../edits/realEdit";
import { shownCase } from "../edits/shownCase";
import type { Row } from "../edits/styles/style";
import { answersWithout } from "../edits/withoutRule";
import { atLeast, atMost, type Measured, measured, type Part } from "../figure";

/** The rows of the goals, with the least share of correct answers and the largest of wrong ones, in per cent. */
export const goalRows: readonly {
	readonly row: Row;
	readonly name: string;
	readonly correct?: number;
	readonly wrong: number;
	readonly takes?: (label: string) => boolean;
}[] = [
	{ row: "obeys", name: "obeys the prompt, code", correct: 99, wrong: 0.2, takes: (label) => label !== "Markdown" },
	{ row: "obeys", name: "obeys the prompt, Markdown", correct: 95, wrong: 0.2, takes: (label) => label === "Markdown" },
	{ row: "plain", name: "diffs, blocks, whole files, empty lines", correct: 95, wrong: 1 },
	{ row: "hard", name: "repeated lines, elisions, chat, no fence, examples", correct: 75, wrong: 2 },
	{ row: "doubt", name: "partial and doubtful answers", wrong: 5 },
	{ row: "form", name: "other indentation, numbers, paths", correct: 75, wrong: 2 },
];

/** Fewest edits, and fewest of each of so many languages. */
const fewestEdits = 1000;
const fewestOfLanguage = 40;
const fewestLanguages = 10;
/** Cases that are shown of a style. */
const mostShown = 20;

/** What is asked of the part beside its figures. */
export interface EditOptions {
	readonly half?: Half | undefined;
	/** Cases that were not correct are printed of the styles with these words in their names. */
	readonly show?: string | undefined;
	/** The name of a rule that is left out, to see which figures fall. */
	readonly without?: string | undefined;
}

/**
 * Measures how often answers in the styles of models are applied as they were meant, refused or applied wrongly, and how
 * soon the first line of an edit is on screen (docs/performance.md#edits).
 */
export function editsPart({ half, show, without }: EditOptions): Part {
	return async (tell, subject) => {
		const { answers, styles } = without === undefined ? complete : await answersWithout(without);
		const edits = await corpus();
		const figures = show === undefined ? corpusFigures(edits) : [];
		for (const each of [half ?? (["train", "held"] as const)].flat()) {
			const some = edits.filter((edit) => edit.half === each);
			const name = each === "held" ? "held out" : "train";
			const measure = async () => {
				const asked = show === undefined ? styles : styles.filter((style) => style.name.includes(show));
				const all = [...answers(some, asked)];
				if (show !== undefined) {
					const cases = all.filter(({ kind }) => kind !== "correct");
					cases.sort((one, other) => Number(other.kind === "wrong") - Number(one.kind === "wrong"));
					for (const one of cases.slice(0, mostShown)) console.log(shownCase(one));
				}
				console.log(`\n${editTables(all)}\n`);
				return show === undefined ? rowFigures(name, all) : [];
			};
			figures.push(
				...(await subject(`${some.length} edits of the half "${name}" in ${styles.length} styles`, measure)),
			);
		}
		if (half === undefined && show === undefined && without === undefined)
			figures.push(...(await subject("first proposed line", firstLine)));
		tell("done");
		return figures;
	};
}

function corpusFigures(edits: readonly RealEdit[]): Measured[] {
	const counts = new Map<string, number>();
	for (const { path } of edits) {
		const label = languageOf(path)?.label ?? "";
		counts.set(label, (counts.get(label) ?? 0) + 1);
	}
	const enough = [...counts.values()].filter((count) => count >= fewestOfLanguage).length;
	return [
		measured("real edits", edits.length, "", atLeast(fewestEdits)),
		measured(`languages with ${fewestOfLanguage} edits or more`, enough, "", atLeast(fewestLanguages)),
	];
}

function rowFigures(half: string, all: readonly Answered[]): Measured[] {
	return goalRows.flatMap(({ row, name, correct, wrong, takes = () => true }) => {
		const some = all.filter(({ style, edit }) => style.row === row && takes(languageOf(edit.path)?.label ?? ""));
		const share = (fits: (one: Answered) => boolean) => (some.filter(fits).length / some.length) * 100;
		return [
			measured(
				`${half}: ${name}: correct`,
				share(({ kind }) => kind === "correct"),
				"%",
				correct === undefined ? undefined : atLeast(correct),
			),
			measured(
				`${half}: ${name}: wrong`,
				share(({ kind }) => kind === "wrong"),
				"%",
				atMost(wrong),
			),
			measured(`${half}: ${name}: wrong, deletes code`, some.filter(({ deletes }) => deletes).length, "", atMost(0)),
		];
	});
}
