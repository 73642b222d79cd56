import { indentOf } from "../text/indentation";

/** The kinds of declarations; a `shape` is a name with parameters but no keyword, which may also be a call. */
type DeclarationKind = "type" | "function" | "value" | "shape";

/** The name that the first line of a declaration declares. */
export interface DeclarationHead {
	readonly name: string;
	readonly kind: DeclarationKind;
}

const keywords: ReadonlyMap<string, DeclarationKind> = new Map([
	...kinds(
		"type",
		"class interface enum struct trait impl module namespace record type object protocol extension actor union @interface @implementation @protocol",
	),
	...kinds("function", "function def fn func fun sub proc init deinit macro"),
	...kinds("value", "const let var val"),
]);

/** Declarations without a name. */
const unnamed = new Set(["init", "deinit", "constructor"]);

/** Words that may precede a keyword, besides other keywords and annotations. */
const modifiers = new Set(
	"export default public private protected internal static final abstract async override readonly declare pub unsafe inline virtual sealed partial open suspend data fileprivate mutating operator infix tailrec external expect actual lateinit inner companion annotation value indirect convenience required dynamic lazy weak constexpr extern friend".split(
		" ",
	),
);

/** Maximum number of words before a name. */
const mostWords = 12;
/** Maximum number of lines of a head, with its parameters. */
const mostLines = 60;

const nameStart = /^[*~]?([\p{L}_$#][\p{L}\p{N}_$.]*(?:::[\p{L}\p{N}_$]+)*[?!]?)/u;
/** Match the name of a method with a receiver, of a method in Objective-C, and of a function that is assigned. */
const receiver = /^func\s*\([^()]*\)\s*(\w+)/;
const selector = /^[-+]\s*\([^()]*\)\s*(\w+:?)/;
const assigned = /^([\w$.]+)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/;
/** Matches words before parentheses that declare nothing. */
const statement =
	/^(?:if|else|for|foreach|while|until|switch|case|return|catch|do|try|throw|raise|await|yield|new|with|using|assert|print|echo|super|this|elif|elsif|unless|when|match|guard|delete|typeof|not|and|or)\b/;
/** Matches what may come between parameters and a body, on a line after them. */
const beforeBody = /^(?:\{|:|->|=>|throws\b|where\b|const\b|noexcept\b|override\b)/;

/** Returns the name that a line declares, in most languages; also for methods and functions without a keyword. */
export function declarationHead(line: string): DeclarationHead | undefined {
	const text = line.trim();
	const method = receiver.exec(text)?.[1] ?? selector.exec(text)?.[1];
	if (method !== undefined) return { name: method, kind: "function" };
	const introduced = introducedName(text);
	if (introduced) return introduced;
	if (statement.test(text)) return undefined;
	const name = assigned.exec(text)?.[1];
	if (name !== undefined) return { name, kind: "function" };
	const shaped = /[;=]$/.test(text) ? undefined : nameBeforeParameters(text);
	return shaped === undefined ? undefined : { name: shaped, kind: "shape" };
}

/** Returns the name after a keyword such as `class`. */
function introducedName(text: string): DeclarationHead | undefined {
	// Most lines begin with another word, and need not be split.
	const first = /^[^\s(<*:{]*/.exec(text)?.[0] ?? "";
	if (![keywords, unnamed, modifiers].some((words) => words.has(first)) && !first.startsWith("@")) return undefined;
	let keyword: string | undefined;
	for (const word of text.split(/\s+/, mostWords)) {
		const kind = keywords.get(keyword ?? "");
		const plain = word.split(/[(<*:{]/, 1)[0] ?? "";
		const next = word[plain.length] ?? "";
		if (keywords.has(plain) && (next === "" || (!kind && /[<*]/.test(next)))) keyword = plain;
		else if (kind) {
			// `fun <T> first`
			if (next === "<" && plain === "") continue;
			const name = nameStart.exec(word)?.[1]?.replace(/\.$/, "") ?? (word.startsWith("{") ? keyword : undefined);
			return name === undefined ? undefined : { name, kind };
		} else if (unnamed.has(plain)) return { name: plain, kind: "function" };
		else if (!modifiers.has(plain) && !word.startsWith("@")) return undefined;
	}
	return undefined;
}

function nameBeforeParameters(text: string): string | undefined {
	const end = text.indexOf("(");
	const before = text.slice(0, end);
	if (end < 0 || /[="'`([{]/.test(before)) return undefined;
	return (
		before
			.trimEnd()
			.split(/[^~$#\w.:]/)
			.at(-1) || undefined
	);
}

/** A declaration without its body. */
interface Head {
	/** Its text without white space. */
	readonly text: string;
	/** The last line of its parameters. */
	readonly end: number;
}

/** Returns the declaration that begins in a line, up to the body or to the end of the line that closes its parameters. */
export function headAt(lines: readonly string[], start: number): Head {
	let depth = 0;
	let text = "";
	for (let at = start; at < Math.min(lines.length, start + mostLines); at++) {
		for (const sign of lines[at] ?? "") {
			if (depth <= 0 && /[{;]/.test(sign)) return { text, end: at };
			depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
			if (sign.trim() !== "") text += sign;
		}
		if (depth <= 0) return { text, end: at };
	}
	return { text, end: start };
}

/** Returns whether a body in braces follows a declaration's parameters. */
export function hasBody(lines: readonly string[], start: number): boolean {
	const { end } = headAt(lines, start);
	const depth = indentOf(lines[start] ?? "").length;
	for (let at = end; at < Math.min(lines.length, end + mostLines); at++) {
		const text = (lines[at] ?? "").trim();
		if (at > end && !beforeBody.test(text) && indentOf(lines[at] ?? "").length <= depth) return false;
		if (/\{[^{}]*\}?$/.test(text)) return true;
		if (text === "" || text.endsWith(";")) return false;
	}
	return false;
}

function kinds(kind: DeclarationKind, words: string): readonly (readonly [string, DeclarationKind])[] {
	return words.split(" ").map((word) => [word, kind]);
}
