import { openQuote } from "./bracketBalance";
import { type OpenSpan, scanCode } from "./codeScan";
import { type CursorText, lineAbove, linePrefix } from "./cursorText";

/** Languages that consist of prose. */
const proseLanguages = new Set(
	(
		"plaintext markdown latex tex restructuredtext asciidoc git-commit feature cucumber gherkin bibtex typst mdx org textile " +
		"scminput"
	).split(" "),
);
/** Languages in which prose and code are mixed everywhere. */
const markupLanguages = new Set("html xml vue svelte handlebars jade pug".split(" "));
/** Languages with elements that contain text. */
const elementLanguages = new Set(["javascriptreact", "typescriptreact", "astro", "php", "erb"]);
/** Languages that consist of names and values, both of which may be any words. */
const valueLanguages = new Set(["yaml", "properties", "ini", "toml", "dotenv"]);

/**
 * Returns whether a sentence belongs at the cursor: in prose, a comment, a string, or the text of an element.
 */
export function takesProse(cursor: CursorText): boolean {
	const known = prosePlaces.get(cursor) ?? isProsePlace(cursor);
	prosePlaces.set(cursor, known);
	return known;
}

/** The results so far: the same cursor is looked up again with each part of an answer that arrives. */
const prosePlaces = new WeakMap<CursorText, boolean>();

function isProsePlace(cursor: CursorText): boolean {
	const { languageId, before } = cursor;
	if (isOfProse(cursor) || markupLanguages.has(languageId) || valueLanguages.has(languageId)) return true;
	const prefix = linePrefix(cursor);
	return (
		isInComment(cursor, prefix) ||
		openQuote(prefix) !== "" ||
		isOpen(cursor) ||
		(languageId === "perl" && isInManual(before)) ||
		(languageId === "shellscript" && /(?:^|[\s;&|])(?:echo|printf)\s/.test(prefix)) ||
		(elementLanguages.has(languageId) && /^\s*$|>[^<>]*$/.test(prefix) && lineAbove(cursor).trimEnd().endsWith(">"))
	);
}

/** Returns whether a document is prose. */
export function isOfProse({ languageId }: CursorText): boolean {
	return proseLanguages.has(languageId);
}

function isInComment({ before, languageId }: CursorText, prefix: string): boolean {
	const start = prefix.trimStart();
	if (/^(?:\*|\/\/|--|;|%|')/.test(start) || (start.startsWith("#") && !/^#(?:include|define|if|pragma)/.test(start)))
		return true;
	if (/(?:\s|^)(?:\/\/|#(?![\w!])|--\s)/.test(prefix)) return true;
	const opened = before.lastIndexOf("/*");
	// Globs contain these characters too.
	const isComment = opened > before.lastIndexOf("*/") && !/\S/.test(before[opened - 1] ?? "");
	return isComment || (languageId === "python" && /\s#/.test(prefix));
}

/** Returns whether a multi-line string or comment is open at the cursor. */
function isOpen({ before, languageId, isWhole }: CursorText): boolean {
	const scanned = scanCode(before, languageId, isWhole ? "" : openedBefore(before));
	if (isWhole || languageId !== "python") return scanned.open !== "";
	// The text may also begin within a string: of both readings, the one with more statements counts.
	const other = scanCode(before, languageId, '"""');
	return (statements(scanned.code) < statements(other.code) ? other : scanned).open !== "";
}

/** Returns the characters that end the comment in which a text begins; empty if it does not begin in one. */
function openedBefore(text: string): OpenSpan {
	const end = text.indexOf("*/");
	return end >= 0 && text.lastIndexOf("/*", end) < 0 ? "*/" : "";
}

/** Returns the number of lines that begin with a keyword that many languages have. */
function statements(code: string): number {
	return (
		code.match(/^[ \t]{0,40}(?:def|class|return|if|for|import|from|const|let|var|public|private|static|func|fn)\b/gm)
			?.length ?? 0
	);
}

/** Returns whether a text in Perl ends within embedded documentation (POD). */
function isInManual(before: string): boolean {
	return (before.match(/^=[a-z]+/gm)?.at(-1) ?? "=cut") !== "=cut";
}
