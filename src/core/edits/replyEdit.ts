import * as l10n from "@vscode/l10n";
import { chooseBlock } from "./chooseBlock";
import { diffReplacements, isDiff } from "./diffReply";
import type { EditPlace } from "./editPlace";
import { resolveElisions } from "./elisions";
import { withHunks } from "./hunks";
import { reindent } from "./indentation";
import { firstLine } from "./lineMatch";
import { cutOverlap, type Surroundings } from "./overlap";
import { RefusedAnswer } from "./refusedAnswer";
import { type Replacement, replaceOnce } from "./replacements";
import { type Reply, replyBlocks } from "./replyBlocks";
import { isSearchReply, searchReplacements } from "./searchReply";
import { splitLines, textLines } from "./textLines";

/**
 * The whole document with a whole answer's code in its place: the code as it is, a diff or search-and-replace blocks
 * applied, elisions put back, indented as its place is.
 *
 * @throws RefusedAnswer when it is not certain what the answer means.
 */
export function editedText(answer: string, place: EditPlace): string {
	const { lines } = textLines(place.text);
	const refuse = (why: string): never => {
		throw new RefusedAnswer(why, answer);
	};
	const end = place.start + place.count;
	const around = { above: lines.slice(0, place.start), before: lines.slice(place.start, end), below: lines.slice(end) };
	const put = (added: readonly string[]) =>
		withHunks(place.text, [{ start: place.start, removed: place.count, added }]);
	const reply = replyBlocks(answer);

	const replacements = replacementsIn(reply, answer);
	if (replacements === null)
		return refuse(l10n.t("The changes in the answer are not whole. Nothing was changed: try again."));
	if (replacements) {
		// Where they are about the place alone, other places with the same lines do not count.
		const within = replaceOnce(around.before, replacements);
		if (!("refused" in within)) return put(within);
		const anywhere = replaceOnce(lines, replacements);
		if ("refused" in anywhere) return refuse(anywhere.refused);
		return withHunks(place.text, [{ start: 0, removed: lines.length, added: anywhere }]);
	}

	const block = chooseBlock(reply, around.before, place.languageId);
	if ("refused" in block) return refuse(block.refused);
	if (isNumbered(block) && !isNumbered(around.before))
		return refuse(l10n.t("The code in the answer has line numbers. Nothing was changed: try again."));
	const cut = cutOverlap(withoutPath(block, place, around.before), around);
	if ("refused" in cut) return refuse(cut.refused);
	const code = cut.whole ? cut.lines : indented(cut.lines, place, around);
	const whole = resolveElisions(code, cut.whole ? lines : around.before);
	if (!whole)
		return refuse(l10n.t("The answer leaves lines out, and it is not certain which. Nothing was changed: try again."));
	return cut.whole
		? withHunks(place.text, [{ start: 0, removed: lines.length, added: endedAs(whole, lines) }])
		: put(endedAs(whole, around.before));
}

/** What the document would be so far, for the preview while an answer streams; `undefined` as long as nobody knows. */
export function partialText(answer: string, place: EditPlace): string | undefined {
	const { blocks } = replyBlocks(answer);
	const [block] = blocks;
	if (!block || blocks.length > 1 || isDiff(block.language, block.lines) || isSearchReply(block.lines))
		return undefined;
	const { lines } = textLines(place.text);
	const end = place.start + place.count;
	const around = { above: lines.slice(0, place.start), before: lines.slice(place.start, end), below: lines.slice(end) };
	// The last line is still being written.
	const code = indented(block.closed ? block.lines : block.lines.slice(0, -1), place, around);
	const rest = block.closed ? [] : around.before.slice(code.length);
	return withHunks(place.text, [{ start: place.start, removed: place.count, added: [...code, ...rest] }]);
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
	if (blocks.length === 0 && isDiff("", prose)) return diffReplacements(prose) ?? null;
	return undefined;
}

function indented(
	code: readonly string[],
	{ indentation }: EditPlace,
	{ above, before, below }: Surroundings,
): readonly string[] {
	const has = before.some((line) => line.trim() !== "");
	if (has) return reindent(code, before, indentation);
	// What is put between lines goes as deep as those below it, or above.
	const near = [below.find((line) => line.trim() !== ""), above.findLast((line) => line.trim() !== "")].find(
		(line) => line !== undefined,
	);
	return near === undefined ? code : reindent(code, [near], indentation);
}

/** Without a first comment that only names the file. */
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

/** Whether every line begins with its number. */
function isNumbered(lines: readonly string[]): boolean {
	const filled = lines.filter((line) => line.trim() !== "");
	const numbers = filled.map((line) => Number(/^\s*(\d+)(?:[:|.)]|\s|$)/.exec(line)?.[1] ?? Number.NaN));
	return filled.length > 1 && numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? Number.NaN));
}

/** With the blank lines at its end that were there before, and no others. */
function endedAs(code: readonly string[], before: readonly string[]): readonly string[] {
	const blanks = (lines: readonly string[]) => lines.length - 1 - lines.findLastIndex((line) => line.trim() !== "");
	const kept = code.slice(0, code.length - blanks(code));
	return before.some((line) => line.trim() !== "") ? [...kept, ...before.slice(before.length - blanks(before))] : kept;
}
