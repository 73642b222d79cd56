import { indentOf } from "../text/indentation";
import { firstLine } from "../text/lineMatch";

/** A line that begins with its number. */
interface Numbered {
	/** The text after the number. */
	readonly rest: string;
	/** The column where that text begins. */
	readonly end: number;
}

/** Matches the sign between a number and its line. */
const sign = /^ ?(?:[:|│>)\t]|\.(?= |$))/;
/** Matches what follows the number of a list's item in running text. */
const item = /^[.)] \S/;

/**
 * Returns code without the line numbers that a model copied from its question, or as it is if there are none.
 *
 * @param before the lines that it replaces: where they are numbered too, the numbers belong to the code.
 * @param isText whether it is running text, which has numbered lists.
 */
export function withoutLineNumbers(
	code: readonly string[],
	before: readonly string[],
	isText: boolean,
): readonly string[] {
	const numbered = numberedLines(code);
	if (!numbered || numberedLines(before)) return code;
	const filled = numbered.filter((line) => line !== undefined).filter(({ rest }) => rest.trim() !== "");
	if (isText && filled.every(({ rest }) => item.test(rest))) return code;
	const hasSign = filled.every(({ rest }) => sign.test(rest));
	// Without a sign, all lines begin in the same column.
	const column = filled.reduce((most, { end }) => Math.max(most, end), 0);
	const textOf = ({ rest, end }: Numbered) => (hasSign ? rest.replace(sign, "") : rest.slice(column - end));
	const texts = filled.map(textOf).filter((text) => text.trim() !== "");
	const wanted = indentOf(firstLine(before) ?? "");
	const spaces = [0, 1, 2].filter((count) => texts.every((text) => text.startsWith(" ".repeat(count))));
	const fits = spaces.find((count) => indentOf((texts[0] ?? "").slice(count)) === wanted);
	const gap = fits ?? (spaces.includes(1) ? 1 : 0);
	return numbered.map((line) => (line === undefined || line.rest.trim() === "" ? "" : textOf(line).slice(gap)));
}

/** Returns the lines with their numbers if all but blank lines are numbered consecutively; `undefined` otherwise. */
function numberedLines(lines: readonly string[]): readonly (Numbered | undefined)[] | undefined {
	const result: (Numbered | undefined)[] = [];
	let first: number | undefined;
	for (const [at, line] of lines.entries()) {
		const [, all = "", digits = "", rest = ""] = /^( *(\d{1,7}))(\D.*|)$/.exec(line) ?? [];
		if (line.trim() === "") result.push(undefined);
		else if (digits === "" || Number(digits) - at !== (first ?? Number(digits) - at)) return undefined;
		else {
			first ??= Number(digits) - at;
			result.push({ rest, end: all.length });
		}
	}
	return result.filter((line) => line !== undefined).length > 1 ? result : undefined;
}
