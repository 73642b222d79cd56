import { depthOf } from "./answerCut";
import { openQuote } from "./bracketBalance";
import { scanCode } from "./codeScan";
import { type CursorText, lineAbove, lineBelow, linePrefix } from "./cursorText";
import { isOfProse, takesProse } from "./proseSigns";
import { isChatter, isPlaceholder, isProse } from "./sentenceSigns";

/** Languages that may contain elements with text. */
const elementLanguages = new Set("javascript javascriptreact typescriptreact astro php erb".split(" "));

/** Languages that consist of names and values, where a value may be any words. */
const valueLanguages = new Set(["yaml", "properties", "ini", "toml", "dotenv"]);

/** Returns the index of an answer's first line that is a sentence instead of code; -1 if there is none. */
export function firstProse(text: string, cursor: CursorText): number {
	if (isOfProse(cursor)) return -1;
	const lines = text.split("\n");
	if (isNamePlace(cursor) && isNoName(lines[0] ?? "")) return 0;
	if (isElementPlace(cursor) && isNoElement(lines[0] ?? "", cursor)) return 0;
	if (takesProse(cursor) || isAmongProse(cursor))
		return lines.findIndex((line) => isChatter(line) || isPlaceholder(line.trim()));
	const { languageId } = cursor;
	const code = scanCode(text, languageId).code.split("\n");
	const texts = elementLanguages.has(languageId) ? elementTexts(lines, cursor) : undefined;
	const isArguments = lines[0]?.trim() === "..." && takesArguments(cursor);
	return lines.findIndex((line, at) => {
		if (at === 0 && isArguments) return false;
		return isChatter(line) || (!texts?.has(at) && isProse(line, code[at] ?? "", languageId));
	});
}

/**
 * Returns whether a name belongs at the cursor: it is indented no further than a line above with a name and a value.
 */
function isNamePlace(cursor: CursorText): boolean {
	const prefix = linePrefix(cursor);
	const above = lineAbove(cursor);
	const isValue = /^\s*[\w.-]{1,60}\s?[:=]\s+[^|>\s#"'[{&*!]/.test(above);
	return valueLanguages.has(cursor.languageId) && prefix.trim() === "" && isValue && prefix.length <= depthOf(above);
}

/** Returns whether a line consists of several words and is not a name with its value, a comment or a list item. */
function isNoName(line: string): boolean {
	const text = line.trim();
	if (/^(?:\(|\*\*)/.test(text)) return !/[:=]/.test(text.slice(0, -1));
	return /^\p{L}/u.test(text) && text.split(/\s+/).length > 3 && !/[:=](?:\s|$)/.test(text.slice(0, -1));
}

/** Languages that consist of elements. */
const markupLanguages = new Set(["html", "vue", "svelte"]);
/** Matches the end of an element that is not followed by text, and the beginning of one that contains no text. */
const besideElements =
	/(?:<\/(?:li|tr|td|th|thead|tbody|option|dt|dd|p|div|ul|ol|dl|table|section|header|footer|nav|main|form|template|script|style)>|<(?:ul|ol|dl|table|thead|tbody|tr|select|template|head)(?:\s[^<>]{0,200})?>)$/;

/** Returns whether an element, and not text, belongs at the cursor, on a line of its own. */
function isElementPlace(cursor: CursorText): boolean {
	return (
		markupLanguages.has(cursor.languageId) &&
		linePrefix(cursor).trim() === "" &&
		besideElements.test(lineAbove(cursor).trimEnd())
	);
}

/** Returns whether a line is a sentence, or only a few words, without any sign of an element or a script. */
function isNoElement(line: string, { languageId }: CursorText): boolean {
	const text = line.trim();
	return !/[<>{}=;]/.test(text) && (/^(?:-{3,}|\(|\[|\*\*)/.test(text) || isProse(text, text, languageId));
}

/** Languages in which "..." is an argument, a parameter or a value. */
const argumentLanguages = new Set(["c", "cpp", "objective-c", "objective-cpp", "lua", "r", "php"]);

/** Returns whether the rest of a statement belongs at the cursor, in a language in which it may be "...". */
function takesArguments(cursor: CursorText): boolean {
	if (!argumentLanguages.has(cursor.languageId)) return false;
	return linePrefix(cursor).trim() !== "" || /[,(]$/.test(lineAbove(cursor).trimEnd());
}

/** Returns whether a line next to the cursor's is a sentence: the cursor is in a text, although no sign marks it. */
function isAmongProse(cursor: CursorText): boolean {
	const { languageId } = cursor;
	const prefix = linePrefix(cursor).trim();
	const near = [
		lineAbove(cursor),
		lineBelow(cursor),
		...(prefix.includes(" ") && openQuote(prefix) === "" ? [prefix] : []),
	];
	return near.some((line) => isProse(line, scanCode(line, languageId).code, languageId));
}

/** Returns the indices of the lines that may be the text of an element: after a tag, or before one. */
function elementTexts(lines: readonly string[], cursor: CursorText): ReadonlySet<number> {
	const texts = new Set<number>();
	let above = linePrefix(cursor).trim() === "" ? lineAbove(cursor).trim() : linePrefix(cursor).trim();
	let isText = false;
	lines.forEach((line, at) => {
		const own = line.trim();
		if (own === "") return;
		isText = endsElement(above) || (isText && !/[;{}]$/.test(above));
		const next = lines[at + 1]?.trim() ?? "";
		if (isText || /<\/?[a-zA-Z>]/.test(own) || /^<\//.test(next)) texts.add(at);
		above = own;
	});
	return texts;
}

/** Returns whether a line ends with a tag, or with a value between tags. */
function endsElement(line: string): boolean {
	return (line.endsWith(">") && !/[=-]>$/.test(line)) || /^\{.*\}$/.test(line);
}
