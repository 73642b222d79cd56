import * as complete from "./answers";
import { goalRows, type Shares, sharesOf } from "./goalRows";
import type { RealEdit } from "./realEdit";
import { answersWithout, ruleNames } from "./withoutRule";

/** Minimum change of a share that is reported, in per cent. */
const smallestChange = 0.05;

/**
 * Returns, for each rule, the figures that get worse when it is left out, and those that get better, as a Markdown table.
 *
 * @param names the rules; by default all of them.
 */
export async function ruleTable(
	edits: readonly RealEdit[],
	tell: (line: string) => void,
	names = ruleNames,
): Promise<string> {
	const all = rowsOf(edits, complete);
	const lines = ["| Rule that is left out | Worse | Better |", "|---|---|---|"];
	for (const name of names) {
		tell(`without ${name}`);
		const rest = rowsOf(edits, await answersWithout(name));
		const changes = goalRows.flatMap((row, at) => changesOf(row.name, all[at], rest[at]));
		const cell = (isWorse: boolean) => changes.filter((one) => one.isWorse === isWorse).map(({ text }) => text);
		lines.push(`| ${name} | ${cell(true).join("; ") || "–"} | ${cell(false).join("; ") || "–"} |`);
	}
	return lines.join("\n");
}

function rowsOf(edits: readonly RealEdit[], { answers, styles }: typeof complete): readonly Shares[] {
	const all = [...answers(edits, styles)];
	return goalRows.map((row) => sharesOf(row, all));
}

/** Returns the changes of a row. */
function changesOf(
	name: string,
	before: Shares | undefined,
	after: Shares | undefined,
): readonly { readonly isWorse: boolean; readonly text: string }[] {
	if (!before || !after) return [];
	const change = (what: string, from: number, to: number, isMoreWorse: boolean, digits: number) => ({
		isWorse: to > from === isMoreWorse,
		size: Math.abs(to - from),
		text: `${name}: ${what} ${from.toFixed(digits)} → ${to.toFixed(digits)}`,
	});
	return [
		change("correct %", before.correct, after.correct, false, 2),
		change("wrong %", before.wrong, after.wrong, true, 2),
		change("deletes code", before.deleting, after.deleting, true, 0),
	].filter(({ size }) => size >= smallestChange);
}
