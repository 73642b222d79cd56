import { limits } from "../../../shared/untrusted/limits";
import { elisionMark } from "../../edits/parse/elisionMark";
import { hunksBetween, withHunks } from "../../edits/text/hunks";
import { findRuns } from "../../edits/text/lineMatch";
import { type Replacement, replaceOnce } from "../../edits/text/replacements";
import { textLines } from "../../edits/text/textLines";
import { ToolError } from "../loop/agentTool";
import { nearestLines } from "./nearestLines";
import type { GivenEdit } from "./toolArguments";
import { counted } from "./toolResult";

/** Maximum number of edits in one call; the model is asked to split more. */
const mostEdits = 100;
/** Maximum of the file's characters times the number of edits: each edit searches the whole file, and VS Code waits. */
const mostEditedLength = 20_000_000;

/**
 * Returns a text with edits made. The search text of each must occur exactly once: as whole lines, which are matched as
 * in all our edits, or else as an exact part of the text. Whole lines must not occur as a part of other lines as well.
 * Line breaks and everything else stay byte for byte.
 *
 * @param mayShow whether the error may contain lines of the text.
 * @throws ToolError with the nearest lines when a search text is not found; nothing is guessed.
 */
export function textWithEdits(text: string, edits: readonly GivenEdit[], mayShow: boolean): string {
	if (edits.length === 0) throw new ToolError('The argument "edits" is empty.');
	if (edits.length > mostEdits) throw new ToolError(`Make no more than ${mostEdits} edits in a call.`);
	const { lines } = textLines(text);
	const named = edits.map((edit, at) => {
		const name = edits.length === 1 ? "The search text" : `The search text of edit ${at + 1}`;
		return { edit, name, whole: wholeLines(edit, name) };
	});
	const whole = replaceOnce(
		lines,
		named.map((one) => one.whole),
		0,
	);
	const joined = lines.join("\n");
	if (!("refused" in whole)) for (const one of named) assertNoPart(joined, one);
	const result = "refused" in whole ? replacedOneByOne(text, lines, named, mayShow) : whole;
	const edited = withHunks(text, hunksBetween(lines, result));
	if (edited === text) throw new ToolError("These edits change nothing.");
	return edited;
}

interface NamedEdit {
	readonly edit: GivenEdit;
	/** The name of its search text in a message to the model. */
	readonly name: string;
	readonly whole: Replacement;
}

/** Returns an edit as whole lines. @throws ToolError when its search text is empty, or a comment replaces lines. */
function wholeLines(edit: GivenEdit, name: string): Replacement {
	if (edit.search.trim() === "") throw new ToolError(`${name} is empty. To make a new file, use "content".`);
	const search = lineList(edit.search);
	const replace = edit.replace === "" ? [] : lineList(edit.replace);
	assertComplete(search, replace);
	return { search, replace };
}

/**
 * Makes the edits, each found by itself: as whole lines, or as a part of them.
 *
 * @throws ToolError when one is not found.
 */
function replacedOneByOne(
	text: string,
	lines: readonly string[],
	named: readonly NamedEdit[],
	mayShow: boolean,
): readonly string[] {
	if (named.length > 1 && named.length * text.length > mostEditedLength)
		throw new ToolError("The file is too long for so many edits in a call. Make fewer at a time.");
	const replacements = named.map((one) => replacementOf(lines, one, mayShow));
	const result = replaceOnce(lines, replacements, 0);
	if ("refused" in result)
		throw new ToolError("The edits are about the same lines. Make them in one edit, or one by one.");
	return result;
}

/** Returns the replacement for an edit. @throws ToolError when the search text is not found exactly once. */
function replacementOf(lines: readonly string[], { edit, name, whole }: NamedEdit, mayShow: boolean): Replacement {
	const { search } = whole;
	const isWhole = replaceOnce(lines, [whole], 0);
	if (!("refused" in isWhole)) {
		assertNoPart(lines.join("\n"), { edit, name });
		return whole;
	}
	const places = findRuns(
		lines.map((line) => line.trim()),
		search.map((line) => line.trim()),
	);
	if (places.length === 0) {
		const part = partOfText(lines, edit, name);
		if (part) return part;
		const near = mayShow ? nearestLines(lines, search) : "";
		throw new ToolError(
			`${name} was not found; nothing was changed.${near === "" ? "" : ` The nearest lines are:\n${near}`}`,
		);
	}
	if (places.length > 1) throw severalPlaces(name, places);
	throw new ToolError(`${name} has another indentation than the file. Copy its lines exactly.`);
}

/** @throws ToolError when whole lines also occur as a part of other lines: the model may mean that part. */
function assertNoPart(text: string, { edit, name }: Pick<NamedEdit, "edit" | "name">): void {
	const search = edit.search.replace(/\r\n?/g, "\n");
	const places: number[] = [];
	let isPart = false;
	let line = 0;
	let counted = 0;
	for (let at = text.indexOf(search); at >= 0 && !(isPart && places.length > 10); at = text.indexOf(search, at + 1)) {
		const end = at + search.length;
		const lineEnd = text.indexOf("\n", end);
		const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
		const after = search.endsWith("\n") ? "" : text.slice(end, lineEnd < 0 ? undefined : lineEnd);
		// With only blanks around it, it is whole lines with another indentation.
		isPart ||= before.trim() !== "" || after.trim() !== "";
		line += text.slice(counted, at).split("\n").length - 1;
		counted = at;
		places.push(line);
	}
	if (!isPart) return;
	// The lines that the edit is about may be indented differently from its text.
	const [lines, wanted] = [text.split("\n"), lineList(search)].map((some) => some.map((line) => line.trim()));
	const all = new Set([...places, ...findRuns(lines ?? [], wanted ?? [])]);
	throw severalPlaces(
		name,
		[...all].sort((one, other) => one - other),
	);
}

/** Returns the replacement of the lines that contain a search text. @throws ToolError if the text occurs twice. */
function partOfText(lines: readonly string[], edit: GivenEdit, name: string): Replacement | undefined {
	const text = lines.join("\n");
	const search = edit.search.replace(/\r\n?/g, "\n");
	const at = text.indexOf(search);
	if (at < 0) return undefined;
	const next = text.indexOf(search, at + 1);
	const lineAt = (position: number) => text.slice(0, position).split("\n").length - 1;
	if (next >= 0) throw severalPlaces(name, [lineAt(at), lineAt(next)]);
	const [first, last] = [lineAt(at), lineAt(at + search.length)];
	const covered = lines.slice(first, last + 1);
	const from = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
	const block = covered.join("\n");
	const replaced =
		block.slice(0, at - from) + edit.replace.replace(/\r\n?/g, "\n") + block.slice(at - from + search.length);
	return { search: covered, replace: replaced.split("\n") };
}

function severalPlaces(name: string, places: readonly number[]): ToolError {
	const shown = places.slice(0, 10).map((at) => at + 1);
	const where = `lines ${shown.join(", ")}${places.length > shown.length ? " and others" : ""}`;
	return new ToolError(`${name} occurs in several places (${where}). Add lines around it, so that it occurs once.`);
}

/** @throws ToolError when a comment in the new lines takes the place of omitted lines. */
function assertComplete(search: readonly string[], replace: readonly string[]): void {
	const known = new Set(search.map((line) => line.trim()));
	const mark = replace.find((line) => elisionMark(line) === "sure" && !known.has(line.trim()));
	if (mark !== undefined)
		throw new ToolError(`The replacement leaves lines out: "${mark.trim().slice(0, 100)}". Write all of them.`);
}

/** Returns the lines of an edit's text; a final line break does not begin another line. */
function lineList(text: string): readonly string[] {
	const { lines } = textLines(text);
	return lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Returns the lines that a change removes and adds, each after its sign, as they are shown to the user. */
export function changeText(before: string | undefined, after: string | undefined): string {
	const [old, now] = [before, after].map((text) => (text === undefined ? [] : lineList(text)));
	return hunksBetween(old ?? [], now ?? [])
		.map(({ start, removed, added }) => {
			const lines = (old ?? []).slice(start, start + removed);
			return [`@@ ${start + 1} @@`, ...lines.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join("\n");
		})
		.join("\n");
}

/** Returns how many lines a change adds and removes: `3 lines added, 1 line removed`. */
export function changeCount(before: string, after: string): string {
	const hunks = hunksBetween(textLines(before).lines, textLines(after).lines);
	const added = hunks.reduce((sum, hunk) => sum + hunk.added.length, 0);
	const removed = hunks.reduce((sum, hunk) => sum + hunk.removed, 0);
	return `${counted(added, "line")} added, ${counted(removed, "line")} removed`;
}

/** Returns whether a text is short enough to be edited. */
export function fitsEdit(text: string): boolean {
	return text.length <= limits.editedFileLength;
}
