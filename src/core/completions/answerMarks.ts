import { firstToken } from "../gateway/fillIn/fillInTokens";
import { openQuote } from "./bracketBalance";
import { type CursorText, linePrefix } from "./cursorText";
import { elementsOf, takesProse } from "./proseSigns";

/** Matches the marks of reasoning and of conversations, but no type or index behind a name, as in `Promise<answer>`. */
const marks =
	/(?:(?<![\w$])<|<\/)(?:think|thinking|thought|reasoning|analysis|reflection|scratchpad|fill|before|after|elsewhere|cursor|answer)>|<\|(?:im_start|im_end|assistant|user|start_header_id|channel|message|eot_id)\b|<\|[\w▁-]{1,40}\|>|(?<![\w$\])])\[\/?(?:INST|THINK|ANSWER)\]|(?<![\w$])<(?:bos|eos|pad|unk|end_of_turn|start_of_turn|extra_id_\d{1,3}|tool_calls?|tool_response|function_call|function=\w{1,60}|0x[\dA-F]{2})>|\[\/CODE\]|\[TOOL_CALLS\]|<<\/?SYS>>/;
/** Matches what stands for the gap; in XML, it may be an element. */
const gaps =
	/(?:(?<![\w$])<|<\/)(?:fill_(?:me|in|here)|mask_\d{1,3}|hole|gap|blank|completion|missing(?:_code)?|FILL(?:_ME|_IN|_HERE)?|CURSOR|MASK|HOLE|GAP|BLANK|COMPLETION|MISSING(?:_CODE)?)>/;
/** Matches how an answer begins that is wrapped in an element or a mark. */
const wrapped =
	/^\s*(?:<(?:result|response|solution|suggestion|snippet|final|user|assistant|system|[a-z]+_[a-z_]+)>(?!::)|\[(?:CODE|CURSOR|FILL|MASK|MIDDLE)\](?![;,)\].[]|\s*$))/;
/** Matches the same with elements of HTML. */
const wrappedInHtml = /^\s*<(?:s|code|output|insert|content|mask)>(?!::)/;
/** Matches the end of an element, of which none is code outside strings. */
const elementEnd = /<\/[a-z_]{1,40}>/;
/** Matches an answer as JSON. */
const wrappedInJson =
	/^\s*\{\s*"(?:completion|fill|answer|missing_code|response)"\s*:\s*"|^\s*\{\s*"name"\s*:\s*"[\w.-]+",\s*"(?:arguments|parameters)"\s*:/;
/** Matches the beginning of a line after which a file's name is in angle brackets. */
const includes = /#\s{0,20}(?:include|import)\b/;
/** Matches an answer that is only a mark. */
const onlyMark =
	/^\s*(?:█|\[(?:CURSOR|FILL|MASK|MIDDLE|BLANK|END|EOS|EOT|\.\.\.)\]|<\/?(?:END|EOS|EOT|EOF)>|END_OF_TEXT|…|\.\.\.)\s*$/;
/** Matches an answer of one line in Markdown's quotes. */
const quoted = /^\s*`([^`\n]+)`\s*$/;
/** Languages without such quotes. */
const unquoted = new Set("python c cpp csharp java rust objective-c objective-cpp css scss json jsonc yaml".split(" "));

/** Returns an answer up to its first token or mark; `undefined` where it begins with one. */
export function withoutMarks(raw: string, cursor: CursorText): string | undefined {
	const { languageId } = cursor;
	const end = firstToken(raw);
	// Editors break the line at each of them.
	const text = (end < 0 ? raw : raw.slice(0, end)).replaceAll(/\r\n?/g, "\n");
	const elements = takesProse(cursor) || includes.test(linePrefix(cursor)) ? "any" : elementsOf(languageId);
	let mark = marks.exec(text)?.index ?? text.length;
	if (elements !== "any") mark = Math.min(mark, outsideStrings(text, gaps));
	if (elements === "none") mark = Math.min(mark, outsideStrings(text, elementEnd));
	if (mark < text.length && text.slice(0, mark).trim() === "") return undefined;
	if (onlyMark.test(text) || isWrapped(text, cursor, elements)) return undefined;
	const marked = text.slice(0, mark);
	return (unquoted.has(languageId) ? quoted.exec(marked)?.[1] : undefined) ?? marked;
}

/** Returns where a pattern is first found; the text's length where that is in a string, or nowhere. */
function outsideStrings(text: string, pattern: RegExp): number {
	const at = pattern.exec(text)?.index ?? text.length;
	const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
	return openQuote(line) === "" ? at : text.length;
}

function isWrapped(text: string, cursor: CursorText, elements: ReturnType<typeof elementsOf>): boolean {
	// A type may belong to the name before it.
	if (elements === "any" || /[\w$]$/.test(linePrefix(cursor))) return false;
	const isJson = !/^json/.test(cursor.languageId) && wrappedInJson.test(text);
	return isJson || wrapped.test(text) || (elements === "none" && wrappedInHtml.test(text));
}
