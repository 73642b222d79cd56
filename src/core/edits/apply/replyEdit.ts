import * as l10n from "@vscode/l10n";
import { splitLines } from "../../base/splitLines";
import type { LineRange } from "../locate/declaredBlock";
import type { EditPlace } from "../locate/editPlace";
import { locateBlock } from "../locate/locateBlock";
import { chooseBlock } from "../parse/chooseBlock";
import { changedFiles, listedFiles, partFor } from "../parse/diffFiles";
import { beginsPatch, diffReplacements, isDiff, wholePatch } from "../parse/diffReply";
import { OtherLinesSelected, RefusedAnswer } from "../parse/refusedAnswer";
import { type Reply, replyBlocks } from "../parse/replyBlocks";
import { isSearchReply, searchReplacements } from "../parse/searchReply";
import { lastLine } from "../text/lineMatch";
import type { Refusal, Replacement } from "../text/replacements";
import { textLines } from "../text/textLines";
import { indented, surroundings, withCode, withLines, withReplacements } from "./codeEdit";

/**
 * Returns the whole document with the lines of its place replaced by a complete answer's code: the code itself, or a
 * diff or search-and-replace blocks applied, with elided lines restored and matching indentation.
 *
 * @throws RefusedAnswer when it is not certain what the answer means.
 */
export function editedText(answer: string, place: EditPlace): string {
	const reply = replyBlocks(answer);
	const replacements = replacementsIn(reply, knownLines(place));
	if (replacements === null) assertOneFile(reply.lines, answer);
	if (replacements !== undefined) return unlessRefused(replaced(place, replacements), answer);
	const { before } = surroundings(place);
	const lines = chooseBlock(reply, { before, languageId: place.languageId, path: place.path });
	if (!("refused" in lines)) return unlessRefused(withCode(place, lines), answer);
	const texts = lines.alternatives?.map((code) => withCode(place, code)).filter((text) => typeof text === "string");
	throw new RefusedAnswer(lines.refused, answer, "unusable", texts);
}

/**
 * Returns the whole document with a code block of the chat applied where it belongs.
 *
 * @param code the block's text; a diff or search-and-replace blocks are applied. Of a diff of several files, the part
 * for this one is applied.
 * @param document its place is used only if the user selected it, and the code's lines determine no place outside of
 * it.
 * @param selected whether the user selected that place.
 * @throws RefusedAnswer when it is not certain where the code belongs, or what it means.
 */
export function appliedText(code: string, document: EditPlace, selected: boolean): string {
	const lines = splitLines(code);
	const { lines: all } = textLines(document.text);
	const known = knownLines(document);
	const replacements = isSearchReply(lines, known)
		? (searchReplacements(lines, known) ?? null)
		: isDiff("", lines, known)
			? (diffReplacements(linesFor(document, code, lines), known) ?? null)
			: undefined;
	if (replacements !== undefined) {
		return unlessRefused(replaced({ ...document, start: 0, count: all.length }, replacements), code);
	}
	const range = locateBlock(lines, all, document.languageId);
	if (selected && (!range || contains(document, range))) return unlessRefused(withCode(document, lines), code);
	const isElsewhere = selected && range && !contains(range, document);
	if (isElsewhere && typeof withCode({ ...document, ...range }, lines) === "string") {
		const why = l10n.t(
			"The selected lines in {0} are not those that this code replaces. Apply it without the selection, or select the right lines and apply it again.",
			document.path,
		);
		throw new OtherLinesSelected(why, code);
	}
	if (!range || isElsewhere) {
		const why = l10n.t(
			"It is unclear where this code belongs in {0}. Select the lines that it replaces there, and apply it again.",
			document.path,
		);
		throw new RefusedAnswer(why, code);
	}
	return unlessRefused(withCode({ ...document, ...range }, lines), code);
}

/**
 * Returns the lines of a diff that belong to the document.
 *
 * @throws RefusedAnswer when the diff changes several files, and it is not certain which lines these are.
 */
function linesFor({ path }: EditPlace, code: string, lines: readonly string[]): readonly string[] {
	const files = changedFiles(lines);
	if (files.length < 2) return lines;
	const part = partFor(path, lines);
	if (part) return part.lines;
	const why = l10n.t(
		"This code changes several files ({0}), and it is unclear what it changes in {1}. Open one of those files, and apply it again.",
		listedFiles(files),
		path,
	);
	throw new RefusedAnswer(why, code);
}

/** @throws RefusedAnswer when changes that were not understood belong to several files. */
function assertOneFile(lines: readonly string[], answer: string): void {
	const files = changedFiles(lines);
	if (files.length < 2) return;
	const why = l10n.t(
		"The answer changes several files ({0}), but only one can be changed here. Nothing was changed: try again.",
		listedFiles(files),
	);
	throw new RefusedAnswer(why, answer);
}

/** Returns whether lines contain others. */
function contains(one: LineRange, other: LineRange): boolean {
	return one.start <= other.start && other.start + other.count <= one.start + one.count;
}

/** Returns a preview of the document while an answer streams; `undefined` as long as the result is unclear. */
export function partialText(answer: string, place: EditPlace): string | undefined {
	const { blocks } = replyBlocks(answer);
	const [block] = blocks;
	if (!block || blocks.length > 1) return undefined;
	const known = knownLines(place);
	if (isDiff(block.language, block.lines, known) || isSearchReply(block.lines, known)) return undefined;
	const around = surroundings(place);
	// The last line is incomplete.
	const lines = block.closed ? block.lines : block.lines.slice(0, -1);
	const code = indented(lines, place, around) ?? lines;
	const rest = block.closed ? [] : around.before.slice(code.length);
	return withLines(place, [...code, ...rest]);
}

/** Returns the lines of a place's document, trimmed. */
function knownLines({ text }: EditPlace): ReadonlySet<string> {
	return new Set(textLines(text).lines.map((line) => line.trim()));
}

function unlessRefused(text: string | Refusal, answer: string): string {
	if (typeof text !== "string") throw new RefusedAnswer(text.refused, answer);
	return text;
}

/** @param replacements `null` when they are incomplete. */
function replaced(place: EditPlace, replacements: readonly Replacement[] | null): string | Refusal {
	if (replacements) return withReplacements(place, replacements);
	return { refused: l10n.t("The changes in the answer are incomplete. Nothing was changed: try again.") };
}

/** Returns the replacements in an answer; `null` when some of them are incomplete, `undefined` when there are none. */
function replacementsIn(
	{ blocks, prose, lines }: Reply,
	known: ReadonlySet<string>,
): readonly Replacement[] | null | undefined {
	const only = blocks.length === 1 && blocks[0]?.closed ? blocks[0].lines : [];
	const all = isSearchReply(only, known) ? only : lines;
	if (isSearchReply(all, known)) return searchReplacements(all, known) ?? null;
	// A patch of Markdown has fences among its lines.
	const patch = prose.some(beginsPatch) ? wholePatch(lines) : undefined;
	if (patch) return diffReplacements(patch, known) ?? null;
	const diffs = blocks.filter(({ language, lines }) => isDiff(language, lines, known));
	if (diffs.length > 0) {
		const whole = diffs.length === blocks.length && blocks.every(({ closed }) => closed);
		const found = diffs.map(({ lines }) => diffReplacements(lines, known));
		return whole && found.every((one) => one !== undefined) ? found.flat() : null;
	}
	if (blocks.length === 0 && isDiff("", prose, known)) {
		// Without a fence, only an unchanged last line shows that the diff is complete.
		return !/^[-+]/.test(lastLine(prose) ?? "") ? (diffReplacements(prose, known) ?? null) : null;
	}
	return undefined;
}
