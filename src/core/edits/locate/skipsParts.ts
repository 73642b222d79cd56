import { indentOf } from "../text/indentation";
import { isDistinctive } from "../text/lineMatch";

/** Languages of nested values, in which a line that is deeper than the one above is within its brackets. */
const nested = new Set(["json", "jsonc"]);
const heading = /^#{1,6}\s/;
const listItem = /^(?:[-*+]|\d+[.)])\s/;
/** Fewest items of a list. */
const fewestItems = 2;

/**
 * Returns whether nested values skip the line that holds some of them: a value is deeper than the one above it, which does not
 * contain it.
 */
export function skipsHolder(code: readonly string[], before: readonly string[], languageId: string): boolean {
	return nested.has(languageId) && hasLoneDepth(code) && !hasLoneDepth(before);
}

function hasLoneDepth(lines: readonly string[]): boolean {
	const filled = lines.filter((line) => line.trim() !== "");
	return filled.some((line, at) => {
		const above = filled[at - 1];
		return above !== undefined && indentOf(line).length > indentOf(above).length && !/[{[]$/.test(above.trimEnd());
	});
}

/**
 * Returns whether text with fewer lines lacks the headings, or the beginnings of all list items, of the text that it would
 * replace: it has the changed lines alone.
 */
export function losesMarks(now: readonly string[], old: readonly string[]): boolean {
	if (now.length >= old.length) return false;
	const isLost = (mark: RegExp, fewest: number) =>
		old.filter((line) => mark.test(line)).length >= fewest && !now.some((line) => mark.test(line));
	if (isLost(heading, 1)) return true;
	const known = new Set(old.filter(isDistinctive));
	return isLost(listItem, fewestItems) && now.some((line) => known.has(line));
}
