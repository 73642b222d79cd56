import * as l10n from "@vscode/l10n";
import { areAlike, coversAll, isInnerPart, isUnwrapped, signsOf } from "../locate/coverage";
import type { EditPlace } from "../locate/editPlace";
import { resolveElisions } from "../locate/elisions";
import { insertedIndentation, texts } from "../locate/insertion";
import { losesMarks } from "../locate/losesMarks";
import { losesParts } from "../locate/losesParts";
import { type Reading, readings, type Surroundings } from "../locate/overlap";
import { withoutLineNumbers } from "../parse/lineNumbers";
import { withHunks } from "../text/hunks";
import { indentOf, indentTo, reindent, sameBlanks, shiftLines } from "../text/indentation";
import { firstLine, isDistinctive } from "../text/lineMatch";
import { type Refusal, type Replacement, replaceOnce } from "../text/replacements";
import { textLines } from "../text/textLines";

/** Returns the lines of a place, and those above and below it. */
export function surroundings({ text, start, count }: EditPlace): Surroundings {
	const { lines } = textLines(text);
	return { above: lines.slice(0, start), before: lines.slice(start, start + count), below: lines.slice(start + count) };
}

/** Returns the document with the lines of its place replaced by others. */
export function withLines({ text, start, count }: EditPlace, added: readonly string[]): string {
	return withHunks(text, [{ start, removed: count, added }]);
}

/**
 * Returns the document with replacements made: within the place if all of them match there, otherwise wherever each
 * matches exactly once.
 */
export function withReplacements(place: EditPlace, replacements: readonly Replacement[]): string | Refusal {
	const within = replaceOnce(surroundings(place).before, replacements, place.start);
	if (!("refused" in within)) return withLines(place, within);
	const { lines } = textLines(place.text);
	const anywhere = replaceOnce(lines, replacements, 0);
	return "refused" in anywhere ? anywhere : withLines({ ...place, start: 0, count: lines.length }, anywhere);
}

/**
 * Returns the document with the lines of its place replaced by code: without repeated surrounding lines, with matching
 * indentation, and with elided lines restored.
 */
export function withCode(place: EditPlace, lines: readonly string[]): string | Refusal {
	const around = surroundings(place);
	const all = textLines(place.text).lines;
	const unnumbered = withoutLineNumbers(lines, around.before, texts.has(place.languageId));
	const code = sameBlanks(withoutPath(unnumbered, place, around.before), [around.before, all], place.indentation);
	const brackets = signsOf(all, place.languageId);
	let refusal: Refusal | undefined;
	for (const reading of readings(code, around)) {
		const read = replacing(reading, place, around);
		if ("refused" in read) {
			refusal ??= read;
			continue;
		}
		const text = withLines(place, read);
		const signs = signsOf(textLines(text).lines, place.languageId);
		if (signs === "" || signs === brackets) {
			if (losesParts(read, around.before, place.languageId)) return partial;
			// Lines repeated on both sides show that everything between them is there.
			if (isEnclosed(code, reading)) return text;
			if (hasChangedNeighbour(reading, around)) return repeats;
			const { lines, shift } = reading;
			const written = shift ? shiftLines(lines, shift) : lines;
			if (isInnerPart(read, written, around.before, place.languageId)) return partial;
			if (!shift && isUnwrapped(lines, around.before)) return text;
			if (texts.has(place.languageId) && losesMarks(read, around, place.languageId)) return partial;
			return coversAll(read, around.before, place.languageId) ? text : partial;
		}
		refusal ??= unbalanced;
	}
	return refusal ?? unbalanced;
}

/** Returns whether code repeats lines on both sides of its place, and not only brackets. */
function isEnclosed(code: readonly string[], { head, tail }: Reading): boolean {
	if (head === 0 || tail === 0) return false;
	const filled = code.filter((line) => line.trim() !== "");
	return [...filled.slice(0, head), ...filled.slice(-tail)].some(isDistinctive);
}

const unbalanced: Refusal = {
	get refused() {
		return l10n.t(
			"The brackets of the code in the answer do not match: it is incomplete, or belongs elsewhere. Nothing was changed: try again.",
		);
	},
};

/**
 * Returns whether code also changes lines outside its place: it begins like a block around the place, or repeats lines
 * on one side and has a new version of a neighbouring line on the other.
 */
function hasChangedNeighbour({ lines, head, tail }: Reading, { above, before, below }: Surroundings): boolean {
	if (head === 0 && beginsAsEnclosing(lines, above, before)) return true;
	if (tail > 0 && isBesideNeighbour(lines, above, before)) return true;
	return head > 0 && isBesideNeighbour(lines.toReversed(), below.toReversed(), before.toReversed());
}

/** Returns whether code begins with the first line of a block around the place, and so may change more lines of it. */
function beginsAsEnclosing(code: readonly string[], above: readonly string[], before: readonly string[]): boolean {
	const [first = "", place] = [firstLine(code)?.trim(), firstLine(before)];
	if (!isDistinctive(first) || place === undefined || place.trim() === first) return false;
	let depth = indentOf(place).length;
	for (const line of above.toReversed()) {
		if (line.trim() === "" || indentOf(line).length >= depth) continue;
		if (line.trim() === first) return true;
		depth = indentOf(line).length;
	}
	return false;
}

function isBesideNeighbour(code: readonly string[], above: readonly string[], before: readonly string[]): boolean {
	const [own, near, place] = [code, above, before].map((lines) =>
		lines.map((line) => line.trim()).filter((line) => line !== ""),
	);
	const first = place?.[0] ?? "";
	const count = isDistinctive(first) ? (own?.indexOf(first) ?? -1) : -1;
	const line = count > 0 ? near?.at(-count) : undefined;
	return line !== undefined && isDistinctive(line) && areAlike(line, own?.[0]);
}

const repeats: Refusal = {
	get refused() {
		return l10n.t(
			"The answer repeats lines from around its place. Nothing was changed: try again, or select those lines too.",
		);
	},
};

const partial: Refusal = {
	get refused() {
		return l10n.t(
			"The code in the answer is only a part of what it would replace, and the rest would be lost. Nothing was changed: try again, or select only the lines to change.",
		);
	},
};

/** Returns the lines that replace those of the place. */
function replacing({ lines, shift }: Reading, place: EditPlace, around: Surroundings): readonly string[] | Refusal {
	const { before } = around;
	const code = shift ? shiftLines(lines, shift) : indented(lines, place, around);
	if (!code) {
		return {
			refused: l10n.t(
				"It is unclear how far the code in the answer must be indented here. Nothing was changed: indent the empty line, and try again.",
			),
		};
	}
	const whole = resolveElisions(code, before);
	if (whole) return endedAs(whole, before);
	return {
		refused: l10n.t("The answer leaves out lines, and it is unclear which ones. Nothing was changed: try again."),
	};
}

/** Indents code to match its place; returns `undefined` where nothing determines the indentation. */
export function indented(
	code: readonly string[],
	{ languageId, indentation }: EditPlace,
	around: Surroundings,
): readonly string[] | undefined {
	if (around.before.some((line) => line.trim() !== "")) {
		return texts.has(languageId) && keepsDepth(code, around.before) ? code : reindent(code, around.before, indentation);
	}
	const wanted = insertedIndentation(code, around, languageId, indentation);
	return wanted === undefined ? undefined : indentTo(code, wanted, indentation);
}

/**
 * Returns whether the indentation of the new code is intended as written: it is deeper than before, which models do not
 * do by mistake, or the code begins with a different line and contains old lines at their old depth.
 */
function keepsDepth(code: readonly string[], before: readonly string[]): boolean {
	const known = new Set(before.filter(isDistinctive));
	const [now = "", old = ""] = [code, before].map((lines) => indentOf(firstLine(lines) ?? ""));
	if (now.length > old.length) return true;
	return !areAlike(firstLine(before)?.trim(), firstLine(code)?.trim()) && code.some((line) => known.has(line));
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

/** Gives code the same number of trailing blank lines as the lines that it replaces have. */
function endedAs(code: readonly string[], before: readonly string[]): readonly string[] {
	const blanks = (lines: readonly string[]) => lines.length - 1 - lines.findLastIndex((line) => line.trim() !== "");
	const kept = code.slice(0, code.length - blanks(code));
	return before.some((line) => line.trim() !== "") ? [...kept, ...before.slice(before.length - blanks(before))] : kept;
}
