import * as l10n from "@vscode/l10n";
import { splitLines } from "../base/splitLines";
import { chooseBlock } from "./chooseBlock";
import { indented, surroundings, withCode, withLines, withReplacements } from "./codeEdit";
import { diffReplacements, isDiff } from "./diffReply";
import type { EditPlace } from "./editPlace";
import { lastLine } from "./lineMatch";
import { type LineRange, placeOfBlock } from "./placeOfBlock";
import { RefusedAnswer } from "./refusedAnswer";
import type { Refusal, Replacement } from "./replacements";
import { type Reply, replyBlocks } from "./replyBlocks";
import { isSearchReply, searchReplacements } from "./searchReply";
import { textLines } from "./textLines";

/**
 * The whole document with a whole answer's code in its place: the code as it is, a diff or search-and-replace blocks
 * applied, elisions put back, indented as its place is.
 *
 * @throws RefusedAnswer when it is not certain what the answer means.
 */
export function editedText(answer: string, place: EditPlace): string {
	const reply = replyBlocks(answer);
	const replacements = replacementsIn(reply, answer);
	if (replacements !== undefined) return unlessRefused(replaced(place, replacements), answer);
	const lines = chooseBlock(reply, surroundings(place).before, place.languageId);
	return unlessRefused("refused" in lines ? lines : withCode(place, lines), answer);
}

/**
 * The whole document with a code block of the chat where it belongs.
 *
 * @param code the block's text; a diff or search-and-replace blocks are applied.
 * @param document its place counts where the code's own lines do not say where it belongs.
 * @param selected whether that place was selected by the user.
 * @throws RefusedAnswer when it is not certain where that is, or what the code means.
 */
export function appliedText(code: string, document: EditPlace, selected: boolean): string {
	const lines = splitLines(code);
	const { lines: all } = textLines(document.text);
	const replacements = isSearchReply(lines)
		? (searchReplacements(lines) ?? null)
		: isDiff("", lines)
			? (diffReplacements(lines) ?? null)
			: undefined;
	if (replacements !== undefined) {
		return unlessRefused(replaced({ ...document, start: 0, count: all.length }, replacements), code);
	}
	const range: LineRange | undefined = placeOfBlock(lines, all) ?? (selected ? document : undefined);
	if (!range) {
		const why = l10n.t(
			"It is not certain where this code belongs in {0}. Select the lines that it replaces there, and apply it again.",
			document.path,
		);
		throw new RefusedAnswer(why, code);
	}
	const { start, count } = range;
	return unlessRefused(withCode({ ...document, start, count }, lines), code);
}

/** What the document would be so far, for the preview while an answer streams; `undefined` as long as nobody knows. */
export function partialText(answer: string, place: EditPlace): string | undefined {
	const { blocks } = replyBlocks(answer);
	const [block] = blocks;
	if (!block || blocks.length > 1 || isDiff(block.language, block.lines) || isSearchReply(block.lines))
		return undefined;
	const around = surroundings(place);
	// The last line is still being written.
	const code = indented(block.closed ? block.lines : block.lines.slice(0, -1), place, around);
	const rest = block.closed ? [] : around.before.slice(code.length);
	return withLines(place, [...code, ...rest]);
}

function unlessRefused(text: string | Refusal, answer: string): string {
	if (typeof text !== "string") throw new RefusedAnswer(text.refused, answer);
	return text;
}

/** @param replacements `null` when they are not whole. */
function replaced(place: EditPlace, replacements: readonly Replacement[] | null): string | Refusal {
	if (replacements) return withReplacements(place, replacements);
	return { refused: l10n.t("The changes in the answer are not whole. Nothing was changed: try again.") };
}

/** The replacements that an answer is made of; `null` when it has some that are not whole, `undefined` when it has none. */
function replacementsIn({ blocks, prose }: Reply, answer: string): readonly Replacement[] | null | undefined {
	const all = splitLines(answer);
	if (isSearchReply(all)) return searchReplacements(all) ?? null;
	const diffs = blocks.filter(({ language, lines }) => isDiff(language, lines));
	if (diffs.length > 0) {
		const whole = diffs.length === blocks.length && blocks.every(({ closed }) => closed);
		const found = diffs.map(({ lines }) => diffReplacements(lines));
		return whole && found.every((one) => one !== undefined) ? found.flat() : null;
	}
	if (blocks.length === 0 && isDiff("", prose)) {
		// No fence says that it is whole: only a line that stays does.
		return /^[-+]/.test(lastLine(prose) ?? "") ? null : (diffReplacements(prose) ?? null);
	}
	return undefined;
}
