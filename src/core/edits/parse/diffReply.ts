import { firstLine, isDistinctive } from "../text/lineMatch";
import type { Replacement } from "../text/replacements";

const hunkHead = /^@@(?:\s|$|@)/;
/** Matches a hunk's head with the number of its first line. */
const numberedHead = /^@@ -(\d{1,7})(?:,\d+)? /;
const fileHead =
	/^(?:diff --git |index [0-9a-f]+\.\.|(?:new|deleted) file mode |similarity index |rename |--- |\+\+\+ )/;
/** Matches the lines outside of hunks in the patch format that OpenAI's models are trained on. */
const patchHead = /^\*\*\* (?:Begin Patch|End Patch|End of File|(?:Update|Add|Delete) File: |Move to: )/;

/**
 * Returns whether lines are a diff: by the block's language, by their heads, or by marks on their lines.
 *
 * @param known the document's lines, trimmed.
 */
export function isDiff(language: string, lines: readonly string[], known: ReadonlySet<string>): boolean {
	if (language === "diff" || language === "patch" || language === "udiff") return true;
	// A section of Markdown that begins with a diff is not a diff itself.
	if (/^\s*(?:```|~~~)\s*(?:diff|patch|udiff)\b/.test(firstLine(lines) ?? "")) return false;
	// The document may contain diffs itself.
	const own = lines.filter((line) => !known.has(line.trim()));
	const headed = own.some((line, at) => line.startsWith("--- ") && own[at + 1]?.startsWith("+++ ") === true);
	if (headed || own.some((line) => isHead(line) || beginsPatch(line))) return true;
	return isMarked(lines, known);
}

function isHead(line: string): boolean {
	return /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line) || line.startsWith("*** Update File: ");
}

/** Cache of whether a document's lines contain diffs: an answer may have many blocks that are compared with them. */
const withDiffs = new WeakMap<ReadonlySet<string>, boolean>();

function containsDiffs(known: ReadonlySet<string>): boolean {
	const contains = withDiffs.get(known) ?? [...known].some(isHead);
	withDiffs.set(known, contains);
	return contains;
}

/** Returns the lines of a patch from its beginning to its end; `undefined` where it has none. */
export function wholePatch(lines: readonly string[]): readonly string[] | undefined {
	const end = lines.findIndex((line) => line.startsWith("*** End Patch"));
	return end < 0 ? undefined : lines.slice(lines.findIndex(beginsPatch), end + 1);
}

export function beginsPatch(line: string): boolean {
	return line.startsWith("*** Begin Patch");
}

/**
 * Returns whether lines are marked as added and removed, or as added between lines of the document. Some lines only
 * look like this: a list in Markdown has one kind of mark, and its other lines are new too; code that contains a diff,
 * or lines that begin with an operator, keeps its marks; and a method of Objective-C has a bracket after its mark.
 */
function isMarked(lines: readonly string[], known: ReadonlySet<string>): boolean {
	const filled = lines.filter((line) => line.trim() !== "");
	const isMark = (line: string) =>
		/^[-+]/.test(line) && !isPlain(line, known) && (!/^[-+] ?\(/.test(line) || known.has(line.slice(1).trim()));
	const marked = filled.filter(isMark);
	if (!marked.some((line) => line.startsWith("+"))) return false;
	if (marked.some((line) => line.startsWith("-"))) return true;
	const ownMark = containsDiffs(known) ? /^[-+]/ : /^\+/;
	if (filled.some((line) => ownMark.test(line) && isPlain(line, known))) return false;
	const others = filled.filter((line) => !isMark(line));
	const areLines = others.some(isDistinctive) || marked.every((line) => /^\+\S/.test(line) || line.trim() === "+");
	return areLines && others.length > 0 && others.every((line) => known.has(line.trim()));
}

/** Returns whether a line that begins like a marked one is a line of the document. */
function isPlain(line: string, known: ReadonlySet<string>): boolean {
	return known.has(line.trim()) && !known.has(line.slice(1).trim());
}

/** A hunk in both of its readings. */
interface OpenHunk {
	/** The line that it begins with, if its head names one; counted from 0. */
	readonly line: number | undefined;
	readonly replace: string[];
	readonly search: string[];
	/** The same, but unchanged lines keep their first space, and lines that begin with a mark in the document keep it. */
	readonly plain: { readonly search: string[]; readonly replace: string[] };
	/** Whether an unchanged line lacks the space before it. */
	lacksSpace: boolean;
}

/**
 * Returns the replacements that the hunks of a diff stand for. The lines of a hunk determine its place; its line
 * number, which models often get wrong, only distinguishes equal hunks. Models often omit the space before unchanged
 * lines, so a hunk has two readings.
 *
 * @param known the document's lines, trimmed.
 * @returns `undefined` when this is not a diff of a single file with lines to find.
 */
export function diffReplacements(
	lines: readonly string[],
	known: ReadonlySet<string>,
): readonly Replacement[] | undefined {
	const hunks: OpenHunk[] = [];
	let files = 0;
	let open: OpenHunk | undefined;
	for (const [at, line] of lines.entries()) {
		if (hunkHead.test(line)) {
			open = openHunk(hunks, numberedHead.exec(line)?.[1]);
			continue;
		}
		const heads =
			fileHead.test(line) && (!open || lines[at + 1]?.startsWith("+++ ") || lines[at - 1]?.startsWith("--- "));
		if (heads || patchHead.test(line)) {
			if (/^\*\*\* (?:Add|Delete) /.test(line)) return undefined;
			if (line.startsWith("+++ ") || line.startsWith("*** Update ")) files++;
			open = undefined;
			continue;
		}
		if (line.startsWith("\\ No newline")) continue;
		if (!open && line.trim() === "") continue;
		open ??= openHunk(hunks);
		open.lacksSpace ||= /^[^-+\s]/.test(line);
		for (const reading of [open, open.plain]) {
			const mark = reading === open.plain && isPlain(line, known) ? "" : (/^[-+]/.exec(line)?.[0] ?? "");
			const text = mark || (reading === open && line.startsWith(" ")) ? line.slice(1) : line;
			if (mark !== "+") reading.search.push(text);
			if (mark !== "-") reading.replace.push(text);
		}
	}
	const changing = hunks.map(replacementOf).filter(({ search, replace }) => search.join("\n") !== replace.join("\n"));
	if (files > 1 || changing.length === 0 || changing.some(({ search }) => search.every((line) => line.trim() === ""))) {
		return undefined;
	}
	return changing;
}

function openHunk(hunks: OpenHunk[], number?: string): OpenHunk {
	const line = number === undefined ? undefined : Number(number) - 1;
	const hunk = { line, search: [], replace: [], plain: { search: [], replace: [] }, lacksSpace: false };
	hunks.push(hunk);
	return hunk;
}

/**
 * Returns the replacement of a hunk; of its two readings, the one with the indentation that the lines show comes first.
 */
function replacementOf({ line, plain, lacksSpace, search, replace }: OpenHunk): Replacement {
	const [first, other] = [trimmed({ search, replace }), trimmed(plain)];
	return lacksSpace ? { ...other, line, other: first } : { ...first, line, other };
}

/** Removes a trailing blank line that does not belong to the hunk. */
function trimmed({ search, replace }: Replacement): Replacement {
	const blank = (lines: readonly string[]) => lines.at(-1) === "";
	return blank(search) && blank(replace)
		? { search: search.slice(0, -1), replace: replace.slice(0, -1) }
		: { search, replace };
}
