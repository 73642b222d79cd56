import type { Answered } from "../edits/answers";
import * as complete from "../edits/answers";
import { corpus } from "../edits/corpus";
import { editTables } from "../edits/editTables";
import { firstLine } from "../edits/firstLine";
import { goalRows, sharesOf } from "../edits/goalRows";
import { languageOf } from "../edits/languages";
import type { Half, RealEdit } from "../edits/realEdit";
import { ruleTable } from "../edits/ruleTable";
import { shownCase } from "../edits/shownCase";
import { answersWithout } from "../edits/withoutRule";
import { atLeast, atMost, type Measured, measured, type Part } from "../figure";

/** Minimum numbers of edits, of edits in each language, and of languages. */
const fewestEdits = 1000;
const fewestOfLanguage = 40;
const fewestLanguages = 10;
/** Stands for all rules, one after the other. */
const eachRule = "each";
/** Maximum number of cases that are shown of a style. */
const mostShown = 20;

/** Requested output of the part in addition to its figures. */
export interface EditOptions {
	readonly half?: Half | undefined;
	/** Words in the names of the styles whose incorrect cases are printed. */
	readonly show?: string | undefined;
	/** The name of a rule that is left out, to see which figures fall; `each` for a table of all rules. */
	readonly without?: string | undefined;
}

/**
 * Measures how often answers in the styles of models are applied as they were meant, refused or applied wrongly, and how
 * quickly the first line of an edit is on screen (docs/performance.md#edits).
 */
export function editsPart({ half, show, without }: EditOptions): Part {
	return async (tell, subject) => {
		const edits = await corpus();
		if (without === eachRule) {
			const some = edits.filter((edit) => half === undefined || edit.half === half);
			await subject(`${some.length} edits without each rule`, async () => {
				console.log(`\n${await ruleTable(some, tell)}\n`);
				return [];
			});
			return [];
		}
		const { answers, styles } = without === undefined ? complete : await answersWithout(without);
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
	return goalRows.flatMap((row) => {
		const { correct, wrong, deleting } = sharesOf(row, all);
		const name = `${half}: ${row.name}`;
		const least = row.correct === undefined ? undefined : atLeast(row.correct);
		return [
			measured(`${name}: correct`, correct, "%", least),
			measured(`${name}: wrong`, wrong, "%", atMost(row.wrong)),
			measured(`${name}: wrong, deletes code`, deleting, "", atMost(0)),
		];
	});
}
