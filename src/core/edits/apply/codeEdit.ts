import * as l10n from "@vscode/l10n";
import type { EditPlace } from "../locate/editPlace";
import { resolveElisions } from "../locate/elisions";
import { cutOverlap, type Surroundings } from "../locate/overlap";
import { withoutLineNumbers } from "../parse/lineNumbers";
import { withHunks } from "../text/hunks";
import { reindent } from "../text/indentation";
import { firstLine } from "../text/lineMatch";
import { type Refusal, type Replacement, replaceOnce } from "../text/replacements";
import { textLines } from "../text/textLines";

/** Returns the lines of a place, and those above and below it. */
export function surroundings({ text, start, count }: EditPlace): Surroundings {
	const { lines } = textLines(text);
	return { above: lines.slice(0, start), before: lines.slice(start, start + count), below: lines.slice(start + count) };
}

/** Returns the document with other lines in its place. */
export function withLines({ text, start, count }: EditPlace, added: readonly string[]): string {
	return withHunks(text, [{ start, removed: count, added }]);
}

/**
 * Returns the document with replacements made: within the place if all of them match there, else wherever each matches
 * once.
 */
export function withReplacements(place: EditPlace, replacements: readonly Replacement[]): string | Refusal {
	const within = replaceOnce(surroundings(place).before, replacements);
	if (!("refused" in within)) return withLines(place, within);
	const { lines } = textLines(place.text);
	const anywhere = replaceOnce(lines, replacements);
	return "refused" in anywhere ? anywhere : withLines({ ...place, start: 0, count: lines.length }, anywhere);
}

/**
 * Returns the document with code in its place: without repeated surrounding lines, with matching indentation, and with
 * elided lines restored.
 */
export function withCode(place: EditPlace, lines: readonly string[]): string | Refusal {
	const around = surroundings(place);
	const code = withoutLineNumbers(lines, around.before);
	const cut = cutOverlap(withoutPath(code, place, around.before), around);
	if ("refused" in cut) return cut;
	const all = textLines(place.text).lines;
	const before = cut.whole ? all : around.before;
	const whole = resolveElisions(cut.whole ? cut.lines : indented(cut.lines, place, around), before);
	if (!whole) {
		return {
			refused: l10n.t("The answer leaves lines out, and it is not certain which. Nothing was changed: try again."),
		};
	}
	return withLines(cut.whole ? { ...place, start: 0, count: all.length } : place, endedAs(whole, before));
}

/** Indents code to match its place. */
export function indented(
	code: readonly string[],
	{ indentation }: EditPlace,
	{ above, before, below }: Surroundings,
): readonly string[] {
	const has = before.some((line) => line.trim() !== "");
	if (has) return reindent(code, before, indentation);
	// Code inserted between lines is indented like the line below, or else above.
	const near = [below.find((line) => line.trim() !== ""), above.findLast((line) => line.trim() !== "")].find(
		(line) => line !== undefined,
	);
	return near === undefined ? code : reindent(code, [near], indentation);
}

/** Removes a first comment that only names the file. */
function withoutPath(code: readonly string[], { path }: EditPlace, before: readonly string[]): readonly string[] {
	const at = code.findIndex((line) => line.trim() !== "");
	const line = code[at]?.trim() ?? "";
	const named = /^(?:\/\/|#|--|;|\/\*|<!--)\s*(?:file(?:name)?:\s*)?([\w@./\\-]+\.\w+)\s*(?:\*\/|-->)?$/i.exec(
		line,
	)?.[1];
	const name = path.split("/").at(-1);
	if (named === undefined || named.split(/[\\/]/).at(-1) !== name || firstLine(before)?.trim() === line) return code;
	return code.slice(at + 1);
}

/** Gives code the same number of trailing blank lines as before. */
function endedAs(code: readonly string[], before: readonly string[]): readonly string[] {
	const blanks = (lines: readonly string[]) => lines.length - 1 - lines.findLastIndex((line) => line.trim() !== "");
	const kept = code.slice(0, code.length - blanks(code));
	return before.some((line) => line.trim() !== "") ? [...kept, ...before.slice(before.length - blanks(before))] : kept;
}
