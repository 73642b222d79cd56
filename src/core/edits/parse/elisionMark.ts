/**
 * How clearly a line marks lines of the replaced text as left out: certainly (`// ... existing code ...`), only if
 * lines are missing there (`// rest of the function`), or without a hint at which lines (`{ ... }`, dots alone).
 */
export type ElisionMark = "sure" | "phrase" | "unclear";

/** Matches the beginning of a comment, in most languages. */
const commentStart = /^(?:\/\/+|#+|--+|;+|%+|'''|'|REM\b|\/\*+|\*|<!--|\{\s*\/\*+|\(\*|\{-|""")/i;
/** Matches where a comment may begin after code. */
const innerComment = /(?<=[\s{}()[\],;>])(?:\/\/|\/\*|#\s|--\s|<!--)/;
/** Braces around nothing but dots. */
const dottedBraces = /\{\s*(?:\.{3,}|…)\s*\}/;
const startingDots = /^(?:\.{3}|…)/;
const endingDots = /(?:\.{3}|…)$/;
/** Maximum number of words in a phrase; a longer comment is a sentence. */
const mostWords = 12;

/** Words that name a part of code. */
const parts = words(
	"code implementation implementations logic method methods function functions class classes field fields import imports line lines file part parts property properties body bodies content contents definition definitions declaration declarations member members handler handlers route routes statement statements item items element elements markup style styles rule rules section sections constructor test tests helper helpers entry entries block blocks everything component components module setup config configuration text paragraph paragraphs document case cases",
);
/** Words before the name of a part that mark it as left out. */
const states = words(
	"existing remaining other others previous earlier original unchanged same omitted unmodified more additional further current",
);
/** The ends of phrases such as `function body stays as before`, without their verb. */
const ends = words(
	"unchanged,unmodified,untouched,intact,identical,omitted,elided,skipped,snipped,truncated,abbreviated,hidden,as is,as before,as it was,as they were,as above,as in the original,the same,same,same as before,same as above,same as original,the same as before,exactly the same,not shown,not changed,no change,no changes,no changes needed,no changes here",
	",",
);
/** Words that may follow such an end. */
const reasons = words(
	"here,below,above,for brevity,for clarity,from here,from before,in this file,to save space,as before",
	",",
);
const verbs = words(
	"remain remains stay stays is are was were kept left goes go continues continue follows follow keep",
);
/** Whole phrases that name no part. */
const alone = words(
	"rest,the rest,snip,snipped,unchanged,omitted,truncated,skipped,etc,and so on,same as before,as before,as above,no change,no changes,previous,existing,remaining,others,same,everything else,and more,more",
	",",
);
/** The same in other languages: the beginnings of words that must all occur in a phrase. */
const foreign = [
	["reste", "du"],
	["code", "existant"],
	["inchangé"],
	["sans", "changement"],
	["restlich", "code"],
	["bestehend", "code"],
	["unverändert"],
	["resto", "del"],
	["código", "existente"],
	["sin", "cambios"],
	["其余"],
	["保持不变"],
	["现有代码"],
	["既存"],
	["変更なし"],
	["остальн", "код"],
	["без", "изменений"],
] as const;
/** Words with which a comment continues the comment on the line above. */
const conjunctions = words("and or but then which that so because until if to in is it when while");

/** Returns how a line leaves lines out; `undefined` if it does not. */
export function elisionMark(line: string): ElisionMark | undefined {
	const text = line.trim();
	// Rust's attributes begin like comments.
	const start = /^#!?\[/.test(text) ? undefined : commentStart.exec(text)?.[0];
	if (start !== undefined) return commentMark(withoutCommentEnd(text.slice(start.length)));
	const said = text.replace(/[;,]$/, "");
	if (/^(?:\.{3,}|…|<\s*(?:\.{3}|…)\s*>)$/.test(said)) return "unclear";
	// `...rest` and `...other.methods` are code: a spread or a rest element.
	if (/^\.{3}[\w$]+(?:$|\??\.[\w$[(]|[[(<])/.test(said)) return undefined;
	if (startingDots.test(said) || (/^[[(]/.test(said) && startingDots.test(said.slice(1)))) {
		return commentMark(said) && isPhrase(wordsOf(said)) ? "sure" : undefined;
	}
	if (dottedBraces.test(text)) return "unclear";
	const inner = innerComment.exec(withoutTexts(text));
	return inner && commentMark(withoutCommentEnd(text.slice(inner.index + inner[0].length))) ? "unclear" : undefined;
}

/**
 * Returns whether a line with an unclear mark after or within its code can stand for a replaced line: `sum() { ... }`
 * for one with the same code around braces, `sum(); // ...` for one that begins with the same code.
 *
 * @returns `undefined` where the replaced line has something other than braces, so that the dots are code themselves,
 * such as in Flow's type `{...}`.
 */
export function standsFor(line: string, replaced: string): boolean | undefined {
	const [text, old] = [line.trim(), replaced.trim()];
	const dots = dottedBraces.exec(text);
	if (!dots) {
		const inner = innerComment.exec(withoutTexts(text));
		return inner !== null && old.startsWith(text.slice(0, inner.index).trimEnd());
	}
	const [head, tail] = [text.slice(0, dots.index), text.slice(dots.index + dots[0].length)];
	if (old.length < head.length + tail.length || !old.startsWith(head) || !old.endsWith(tail)) return false;
	const own = old.slice(head.length, old.length - tail.length);
	return own.startsWith("{") && own.endsWith("}") && own.slice(1, -1).trim() !== "" ? true : undefined;
}

/** Divides a line such as `sum() { … }` into the three lines that it stands for; `undefined` for others. */
export function unfolded(line: string): readonly [head: string, mark: string, end: string] | undefined {
	const end = line.trimEnd();
	const open = end.indexOf("{");
	if (!end.endsWith("}") || open < 0) return undefined;
	const inside = end.slice(open + 1, -1).trim();
	const dots = startingDots.test(inside) && inside.replace(/[.…]/g, "") === "";
	if (!dots && !(commentStart.test(inside) && elisionMark(inside))) return undefined;
	const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
	return [end.slice(0, open + 1), "// ...", `${indent}}`];
}

/** Returns whether a comment's text is the phrase of an elision: with dots on its sides, or complete without them. */
function commentMark(comment: string): "sure" | "phrase" | undefined {
	const text = comment.trim().replace(/^[-=*~#[(<{\s]+/, "");
	// A tag of documentation, such as `@hidden`.
	if (text.startsWith("@")) return undefined;
	const own = withoutMarks(text);
	const said = wordsOf(own);
	const [begins, finishes] = [startingDots.test(text), endingDots.test(own)];
	if (said.length > mostWords) return undefined;
	if (said.length === 0) return begins ? "sure" : undefined;
	if (isPhrase(said)) return begins || finishes ? "sure" : "phrase";
	if (begins) return finishes || !conjunctions.has(said[0] ?? "") ? "sure" : undefined;
	return finishes && said.length <= 3 && parts.has(said.at(-1) ?? "") ? "sure" : undefined;
}

/** Returns whether words are the whole of a phrase such as "the rest of the code" or "other methods stay the same". */
function isPhrase(all: readonly string[]): boolean {
	const own = withoutArticles(all);
	const phrase = own.join(" ");
	if (alone.has(all.join(" ")) || alone.has(phrase)) return true;
	if (
		own.length <= mostWords &&
		foreign.some((stems) => stems.every((stem) => own.some((one) => one.startsWith(stem))))
	)
		return true;
	const { subject, isEnded } = beforeEnd(own);
	if (subject.length === 0) return isEnded;
	const [first = "", second = ""] = subject;
	if ((first === "rest" || first === "remainder") && (second === "of" || second === "")) return subject.length <= 6;
	const last = subject.at(-1) ?? "";
	if (states.has(first) && subject.length <= 4)
		return subject.some((word) => parts.has(word)) && (isEnded || parts.has(last));
	return (
		isEnded &&
		subject.length <= 5 &&
		(subject.length === 1 || subject.some((word) => parts.has(word) || states.has(word)))
	);
}

/**
 * Returns the words before the end of a phrase, such as "other methods" of "other methods stay the same", and whether
 * the phrase has such an end.
 */
function beforeEnd(all: readonly string[]): { readonly subject: readonly string[]; readonly isEnded: boolean } {
	let subject = all;
	let isEnded = false;
	for (let cut = true; cut; ) {
		cut = false;
		for (let length = Math.min(5, subject.length); length > 0; length--) {
			const tail = subject.slice(-length).join(" ");
			if (!ends.has(tail) && !reasons.has(tail)) continue;
			subject = subject.slice(0, -length);
			isEnded = true;
			cut = true;
			break;
		}
	}
	while (verbs.has(subject.at(-1) ?? "")) subject = subject.slice(0, -1);
	return { subject, isEnded };
}

function withoutArticles(all: readonly string[]): readonly string[] {
	const first = all.findIndex((word) => !articles.has(word));
	return first < 0 ? [] : all.slice(first);
}

const articles = words(
	"the your my all any a this these and keep leave retain preserve include insert put plus with of",
);

function wordsOf(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}_$'’]+/gu) ?? [];
}

function words(list: string, separator = " "): ReadonlySet<string> {
	return new Set(list.split(separator));
}

/** Removes the end mark of a comment. */
function withoutCommentEnd(comment: string): string {
	const text = comment.trimEnd();
	const closed = text.endsWith("}") ? text.slice(0, -1).trimEnd() : text;
	const end = ["*/", "-->", "*)", "-}", '"""', "'''"].find((sign) => closed.endsWith(sign));
	return end === undefined ? text : closed.slice(0, -end.length);
}

/** Removes brackets, ruled lines and punctuation at the end of a comment, but not the dots of an ellipsis. */
function withoutMarks(text: string): string {
	let end = text.length;
	while (end > 0 && "-=*~#])>}!:; \t".includes(text[end - 1] ?? "")) end--;
	return text.slice(0, end);
}

/** Replaces quoted texts with blanks: they contain no comments. */
function withoutTexts(line: string): string {
	return line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, (text) => " ".repeat(text.length));
}
