/** Matches the beginning of a comment, in most languages. */
const commentStart = /^\s*(?:\/\/+|#+|--+|;+|%+|'''|'|REM\b|\/\*+|\*|<!--|\{\s*\/\*+|\(\*|\{-|""")\s*/i;
/** Matches where a comment may begin after code. */
const innerComment = /\/\*|\/\/|<!--|#/;
const startingDots = /^(?:\.{3}|…)/;
const endingDots = /(?:\.{3}|…)$/;
/** Words that indicate that lines are left out. */
const words =
	/existing|rest|remain|unchanged|same as|other|previous|earlier|original|omitted|snip|skipp?ed|truncated|abbreviated|stays? the same|inchangé|existant/gi;
/** Words that may precede them. */
const article = /^(?:the\s+|your\s+|all\s+|keep\s+(?:the\s+)?)/i;
/** The kinds of parts that are left out, as a comment alone on its line names them. */
const leftOut =
	/code|content|implementation|logic|method|function|class|field|import|line|file|part|unchanged|here|same|omitted|propert|body|rest|as is/i;
/** The same for a comment after code. */
const innerLeftOut = /code|implementation|unchanged|body|same/i;
/** Braces around nothing but dots, and dots at the beginning of a comment. */
const dottedBraces = /\{\s*(?:\.{3,}|…)\s*\}/;
const dottedComment = /(?:\/\*+|\/\/|<!--)\s*(?:\.{3}|…)/;

/**
 * Returns what a line leaves out: whole lines of the text that it replaces, or something unclear; `undefined` if
 * nothing.
 */
export function elisionMark(line: string): "lines" | "unclear" | undefined {
	if (isCommentOfElision(line)) return "lines";
	return isBare(line) || isWithin(line) ? "unclear" : undefined;
}

/**
 * Returns whether a line is a comment with dots, such as `// ... existing code ...`, or words such as `# rest of the
 * code`.
 */
function isCommentOfElision(line: string): boolean {
	const start = commentStart.exec(line)?.[0].length;
	if (start === undefined) return false;
	const comment = line.slice(start);
	const said = /^[([<]/.test(comment) ? comment.slice(1).trimStart() : comment;
	if (startingDots.test(said)) return true;
	const subject = said.replace(article, "");
	const rest = afterWords(subject);
	if (rest !== undefined && leftOut.test(rest)) return true;
	const text = withoutCommentEnd(comment.trimEnd()).trimEnd();
	return endingDots.test(/[)\]>]$/.test(text) ? text.slice(0, -1).trimEnd() : text);
}

/** Removes the end mark of a comment. */
function withoutCommentEnd(comment: string): string {
	const closed = withoutEnd(comment, "}").trimEnd();
	if (closed.endsWith("*/")) return withoutStars(closed.slice(0, -1));
	const end = ["-->", "*)", "-}", '"""', "'''"].find((sign) => comment.endsWith(sign));
	return end === undefined ? comment : withoutEnd(comment, end);
}

function withoutStars(text: string): string {
	let end = text.length;
	while (text[end - 1] === "*") end--;
	return text.slice(0, end);
}

/** Returns whether a line consists of dots, or of dots and words of an elision without a comment. */
function isBare(line: string): boolean {
	const text = line.trim();
	const dots = /^(?:\.+|…)/.exec(text)?.[0] ?? "";
	if (startingDots.test(dots) && afterWords(text.slice(dots.length).trimStart()) !== undefined) return true;
	const said = withoutEnd(withoutEnd(text, ";"), ",").trimEnd();
	if (isDots(said)) return true;
	if (said.startsWith("<") && said.endsWith(">")) return isDots(said.slice(1, -1));
	return said.startsWith("[") && said.endsWith("]") && startingDots.test(said.slice(1, -1).trimStart());
}

function isDots(text: string): boolean {
	return /^(?:\.{3,}|…)$/.test(text);
}

/** Returns whether a line contains both code and an elision. */
function isWithin(line: string): boolean {
	if (dottedBraces.test(line) || dottedComment.test(line)) return true;
	if (endsInDots(line)) return true;
	return line.split(/["']/).some((part) => {
		const said = [...part.matchAll(words)].find(({ index }) => beginsComment(part.slice(0, index)));
		return said !== undefined && innerLeftOut.test(part.slice(said.index + said[0].length));
	});
}

/** Returns the text after the words of an elision, if it begins with them. */
function afterWords(text: string): string | undefined {
	const [found] = text.matchAll(words);
	return found?.index === 0 ? text.slice(found[0].length) : undefined;
}

/** Returns whether code ends where a comment has just begun, with at most an article after the comment mark. */
function beginsComment(code: string): boolean {
	const text = code.trimEnd();
	const before = text !== code && /the$/i.test(text) ? text.slice(0, -3).trimEnd() : text;
	return before.endsWith("//") || before.endsWith("#") || (before.endsWith("*") && withoutStars(before).endsWith("/"));
}

/** Returns whether a line ends in a comment that ends in dots, without a quotation mark in between. */
function endsInDots(line: string): boolean {
	const closed = withoutEnd(line.trimEnd(), "}").trimEnd();
	const text = withoutEnd(closed, closed.endsWith("*/") ? "*/" : "-->").trimEnd();
	const dots = endingDots.exec(text);
	if (!dots) return false;
	const before = text.slice(0, dots.index);
	const quote = Math.max(before.lastIndexOf('"'), before.lastIndexOf("'"));
	return innerComment.test(before.slice(quote + 1));
}

function withoutEnd(text: string, end: string): string {
	return text.endsWith(end) ? text.slice(0, -end.length) : text;
}
