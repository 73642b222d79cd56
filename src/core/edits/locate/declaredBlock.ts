import { openBrackets, openTextAfter } from "../text/brackets";
import { hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { isDistinctive } from "../text/lineMatch";
import { type DeclarationHead, declarationHead, hasBody, headAt } from "./declarationHead";

/** A range of lines of a document. */
export interface LineRange {
	/** Counted from 0. */
	readonly start: number;
	readonly count: number;
}

/** Matches lines directly above a declaration that belong to it. */
const belongs =
	/^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|import|define|if|endif|pragma))|--|@|\[[A-Z]|template\s*<|"""|''')/;
/** Matches the beginning of the line that closes a block. */
const closing = /^\s*(?:[}\])]|end\b|fi\b|done\b|esac\b)/;
/** Matches preprocessor lines, whose indentation means nothing. */
const directive = /^\s*#\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma)\b/;

/** Minimum share of a declaration's lines that its new version keeps, where several declarations have the same name. */
const shareKept = 0.5;

/** Maximum number of lines that are tried as the end of a block. */
const mostEnds = 8;
/** Maximum number of declarations of the same name that are compared with the code. */
const mostCompared = 20;

/**
 * Returns the lines of the declaration that the code replaces, with the lines above that belong to it, if it is certain
 * which of the document's declarations this is.
 */
export function declaredBlock(
	code: readonly string[],
	lines: readonly string[],
	languageId: string,
): LineRange | undefined {
	const head = code.findIndex((line) => line.trim() !== "" && !isAbove(line));
	const wanted = declarationHead(code[head] ?? "");
	if (!wanted) return undefined;
	// Several declarations would need several places.
	if (wholeBlockEnd(code, head, languageId) < code.findLastIndex((line) => line.trim() !== "")) return undefined;
	const start = declarationOf(wanted, code, head, lines, languageId);
	if (start === undefined) return undefined;
	let first = start;
	const hasAbove = code.slice(0, head).some((line) => line.trim() !== "");
	while (hasAbove && first > 0 && isAbove(lines[first - 1] ?? "")) first--;
	const isCut = (some: readonly string[]) => openBrackets(some, languageId).length > 0;
	const end = isCut(code) ? blockEnd(lines, start, languageId) : wholeBlockEnd(lines, start, languageId);
	// Text in several lines may hide where the block ends.
	if (!isCut(code) && isCut(lines.slice(start, end + 1))) return undefined;
	return { start: first, count: end - first + 1 };
}

/** Returns whether a line belongs to the declaration below it: a comment, or an annotation on its own line. */
function isAbove(line: string): boolean {
	return belongs.test(line) && (declarationHead(line)?.kind ?? "shape") === "shape";
}

/** Returns the first line of the document's declaration of which the code is a new version. */
function declarationOf(
	wanted: DeclarationHead,
	code: readonly string[],
	head: number,
	lines: readonly string[],
	languageId: string,
): number | undefined {
	const found = lines.flatMap((line, start) => {
		const own = declarationHead(line);
		return own?.name === wanted.name ? [{ start, kind: own.kind }] : [];
	});
	const isKind = found.filter(({ kind }) => kind === wanted.kind);
	// A shell function needs no keyword; in other languages, a name without one may be a call.
	const isAlike = (kind: DeclarationHead["kind"]) =>
		languageId === "shellscript" || (kind === "shape") === (wanted.kind === "shape");
	const others = found.filter(({ kind }) => isAlike(kind));
	let some = (isKind.length > 0 ? isKind : others).map(({ start }) => start);
	const narrow = (fits: (start: number) => boolean) => {
		const fitting = some.filter(fits);
		if (fitting.length > 0) some = fitting;
	};
	const isBodied = hasBody(code, head);
	if (wanted.kind === "shape" && !isBodied) return undefined;
	if (isBodied) narrow((start) => hasBody(lines, start));
	else narrow((start) => !/[;,]\s*$/.test(lines[start] ?? ""));
	if (wanted.kind === "shape") {
		const same = some.filter((start) => lines[start]?.trim() === code[head]?.trim());
		if (same.length === 1) return same[0];
	}
	if (some.length > 1) {
		const { text } = headAt(code, head);
		some = some.filter((start) => headAt(lines, start).text === text);
	}
	if (some.length > mostCompared) return undefined;
	return some.length > 1 ? mostAlike(some, code, head, lines, languageId) : some[0];
}

/**
 * Returns the first line of the only declaration that has at least half of its lines in the code; `undefined` if there
 * is no such declaration, if there are several, or if the code does not change it.
 */
function mostAlike(
	starts: readonly number[],
	code: readonly string[],
	head: number,
	lines: readonly string[],
	languageId: string,
): number | undefined {
	const distinctive = (some: readonly string[]) => some.map((line) => line.trim()).filter(isDistinctive);
	const own = distinctive(code.slice(head + 1));
	const kept = starts.filter((start) => {
		const old = distinctive(lines.slice(start + 1, blockEnd(lines, start, languageId) + 1));
		const removed = hunksBetween(old, own).reduce((sum, hunk) => sum + hunk.removed, 0);
		return old.length - removed > 0 && old.length - removed >= old.length * shareKept;
	});
	const [only, ...more] = kept;
	const isSame = (start: number) =>
		lines
			.slice(start, blockEnd(lines, start, languageId) + 1)
			.every((line, at) => line.trim() === code[head + at]?.trim());
	return only === undefined || more.length > 0 || isSame(only) ? undefined : only;
}

/**
 * Returns the last line of the block that a line begins. Text that is not indented, as in a template, does not end it:
 * the block's brackets are still open there.
 */
function wholeBlockEnd(lines: readonly string[], start: number, languageId: string): number {
	const first = blockEnd(lines, start, languageId);
	const indent = indentOf(lines[start] ?? "");
	const closes = (at: number) => indentOf(lines[at] ?? "") === indent && closing.test(lines[at] ?? "");
	if (closes(first)) return first;
	let end = first;
	for (let ends = 0; ends < mostEnds; ends++) {
		if (openBrackets(lines.slice(start, end + 1), languageId).length === 0) return end;
		const next = lines.findIndex((_, at) => at > end && closes(at));
		if (next < 0) break;
		end = next;
	}
	return first;
}

/** Returns the last line of the block that a line begins, by its indentation: deeper lines, and the line that closes it. */
function blockEnd(lines: readonly string[], start: number, languageId: string): number {
	const depth = indentOf(lines[start] ?? "").length;
	/** The end of the comment or string in which the next line begins; the indentation of such a line means nothing. */
	let within = openTextAfter(lines[start] ?? "", languageId, undefined);
	let end = start;
	for (let at = start + 1; at < lines.length; at++) {
		const line = lines[at] ?? "";
		const isText = within !== undefined;
		within = openTextAfter(line, languageId, within);
		if (isText && within === undefined) end = at;
		if (isText || line.trim() === "" || directive.test(line)) continue;
		const deeper = indentOf(line).length > depth || (indentOf(line).length === depth && /^\s*\{/.test(line));
		const closes = indentOf(line).length === depth && closing.test(line);
		if (!deeper && !closes) break;
		end = at;
		// `} else {` and `) {` close one part and open the next.
		if (closes && !/[{([:]\s*$/.test(line)) break;
	}
	return end;
}
