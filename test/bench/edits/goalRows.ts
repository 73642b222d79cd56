import type { Answered } from "./answers";
import { languageOf } from "./languages";
import type { Row } from "./styles/style";

/** A row of the goals, with the minimum share of correct answers and the maximum share of wrong ones, in per cent. */
export interface GoalRow {
	readonly row: Row;
	readonly name: string;
	readonly correct?: number;
	readonly wrong: number;
	readonly takes?: (label: string) => boolean;
}

/** The rows of the goals. */
export const goalRows: readonly GoalRow[] = [
	{ row: "obeys", name: "obeys the prompt, code", correct: 99, wrong: 0.2, takes: (label) => label !== "Markdown" },
	{ row: "obeys", name: "obeys the prompt, Markdown", correct: 95, wrong: 0.2, takes: (label) => label === "Markdown" },
	{ row: "plain", name: "diffs, blocks, whole files, empty lines", correct: 95, wrong: 1 },
	{ row: "hard", name: "repeated lines, elisions, chat, no fence, examples", correct: 75, wrong: 2 },
	{ row: "doubt", name: "partial and doubtful answers", wrong: 5 },
	{ row: "form", name: "other indentation, numbers, paths", correct: 75, wrong: 2 },
];

/** The outcomes of a row's answers. */
export interface Shares {
	/** Share of correct answers, in per cent. */
	readonly correct: number;
	/** Share of wrong answers, in per cent. */
	readonly wrong: number;
	/** The number of wrong answers that delete code. */
	readonly deleting: number;
}

/** Returns the outcomes of the answers that belong to a row. */
export function sharesOf({ row, takes = () => true }: GoalRow, all: readonly Answered[]): Shares {
	const some = all.filter(({ style, edit }) => style.row === row && takes(languageOf(edit.path)?.label ?? ""));
	const share = (kind: Answered["kind"]) => (some.filter((one) => one.kind === kind).length / some.length) * 100;
	const deleting = some.filter(({ deletes }) => deletes).length;
	return { correct: share("correct"), wrong: share("wrong"), deleting };
}
