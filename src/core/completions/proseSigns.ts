import { openQuote } from "./bracketBalance";
import { type CursorText, lineAbove, linePrefix } from "./cursorText";

/** Languages of which prose is the content. */
const proseLanguages = new Set(
	(
		"plaintext markdown latex tex restructuredtext asciidoc git-commit feature cucumber gherkin bibtex typst mdx org textile " +
		"scminput"
	).split(" "),
);
/** Languages in which prose and code are mixed everywhere. */
const markupLanguages = new Set("html xml vue svelte handlebars jade pug".split(" "));
/** Languages with elements, between which there is text. */
const elementLanguages = new Set(["javascriptreact", "typescriptreact", "astro", "php", "erb"]);
/** Languages with names and values, of which either may be any words. */
export const valueLanguages = new Set(["yaml", "properties", "ini", "toml", "dotenv"]);

/** Which elements may be code in a language: those of HTML, such as `<code>`, any, or none. */
export function elementsOf(languageId: string): "html" | "any" | "none" {
	if (languageId === "xml" || proseLanguages.has(languageId)) return "any";
	const isHtml = elementLanguages.has(languageId) || markupLanguages.has(languageId) || languageId === "javascript";
	return isHtml ? "html" : "none";
}

/**
 * Returns whether a sentence belongs at the cursor: in prose, a comment, a string, or the text of an element.
 */
export function takesProse(cursor: CursorText): boolean {
	if (isOfProse(cursor) || markupLanguages.has(cursor.languageId)) return true;
	const prefix = linePrefix(cursor);
	return (
		isInComment(cursor, prefix) ||
		openQuote(prefix) !== "" ||
		isInLongString(cursor.before) ||
		isInValue(cursor, prefix) ||
		(elementLanguages.has(cursor.languageId) &&
			/^\s*$|>[^<>]*$/.test(prefix) &&
			lineAbove(cursor).trimEnd().endsWith(">"))
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
	// The paths of a list of files have these signs, too.
	const isComment = opened > before.lastIndexOf("*/") && !/\S/.test(before[opened - 1] ?? "");
	return isComment || (languageId === "python" && /\s#/.test(prefix));
}

/** Returns whether a string of several lines is open. */
function isInLongString(before: string): boolean {
	return ['"""', "'''"].some((sign) => before.split(sign).length % 2 === 0);
}

/** Returns whether the value of a name or of a list's item has begun, or what a shell writes. */
function isInValue({ languageId }: CursorText, prefix: string): boolean {
	if (languageId === "shellscript") return /(?:^|[\s;&|])(?:echo|printf)\s/.test(prefix);
	return valueLanguages.has(languageId) && /[:=]\s|^\s{0,200}-\s/.test(prefix);
}
