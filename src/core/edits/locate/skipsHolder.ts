import { codeLines, openBrackets, openTextAfter } from "../text/brackets";
import { indentOf } from "../text/indentation";

/** Languages of nested values, in which a line that is deeper than the one above is within its brackets. */
const nested = new Set(["json", "jsonc"]);

/**
 * Returns whether values lack the line that opens the object or array around them: one of them is indented more than
 * the value above it, which opens nothing.
 */
export function skipsHolder(code: readonly string[], before: readonly string[], languageId: string): boolean {
	return nested.has(languageId) && hasLoneDepth(code, languageId) && !hasLoneDepth(before, languageId);
}

function hasLoneDepth(lines: readonly string[], languageId: string): boolean {
	/** The end of a comment that continues on the next line. */
	let within: string | undefined;
	let above = { depth: Number.POSITIVE_INFINITY, isHolder: false };
	return lines.some((line) => {
		const [code] = within === undefined ? codeLines([line], languageId) : [];
		within = openTextAfter(line, languageId, within);
		if (code === undefined) return false;
		const depth = indentOf(line).length;
		const isLone = depth > above.depth && !above.isHolder;
		const isOpen = openBrackets([line], languageId).some(({ sign }) => sign === "{" || sign === "[");
		// A value may be on the line below its key.
		above = { depth, isHolder: isOpen || code.endsWith(":") };
		return isLone;
	});
}
