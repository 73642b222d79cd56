/** The comment or multi-line string that is open at a text's end, by the characters that end it; empty for none. */
export type OpenSpan = "" | "*/" | "-->" | "`" | '"' | '"""' | "'''";

/** A text in which comments and the contents of strings are replaced by blanks. */
export interface ScannedCode {
	readonly code: string;
	/** The comment or string that continues after the text. */
	readonly open: OpenSpan;
}

const words = (text: string) => new Set(text.split(" "));
/** Languages by the characters that begin their comments; in all other languages, comments begin with a slash. */
const hashComments = words(
	"python ruby shellscript yaml toml perl r makefile dockerfile powershell elixir terraform properties ini julia " +
		"coffeescript php graphql dotenv ignore cmake nix tcl awk fish crystal nim gdscript hcl",
);
const dashComments = words("sql plsql lua haskell elm ada vhdl");
const tagComments = words("html xml vue svelte handlebars markdown mdx astro");
/** Languages in which two slashes do not begin a comment. */
const slashless = new Set([...hashComments, ...dashComments, ..."css html xml markdown".split(" ")]);
/** Languages with multi-line strings, by the quotes of such strings. */
const templates = words("typescript typescriptreact javascript javascriptreact go vue svelte astro");
const tripleQuotes = words("python kotlin swift java csharp scala groovy julia elixir dart");
/** Matches the characters that begin comments and strings. */
const anySign = /"""|'''|"|(?<!\w)(?:[bfruBFRU]{1,2}(?='))?'|`|\/\*|(?<![:\\])\/\/|<!--|(?<!\S)#(?![!{])|--/g;

/** Returns whether a line that begins with `#` is a comment in a language. */
export function hasHashComments(languageId: string): boolean {
	return hashComments.has(languageId);
}

/**
 * Replaces comments and the contents of strings by blanks; the text keeps its length and its lines.
 *
 * @param begun the comment or string that is open at the text's beginning.
 */
export function scanCode(text: string, languageId: string, begun: OpenSpan = ""): ScannedCode {
	const parts: string[] = [];
	let open = begun;
	let at = 0;
	while (at < text.length) {
		if (open !== "") {
			const end = endOf(text, at, open);
			const until = end < 0 ? text.length : end + open.length;
			parts.push(blank(text.slice(at, until)));
			if (end >= 0) open = "";
			at = until;
			continue;
		}
		const found = nextSign(text, at);
		if (!found) break;
		const [sign] = found;
		const role = roleOf(sign, languageId);
		const from = found.index;
		const end =
			role === "string"
				? quoteEnd(text, from + sign.search(/["'`]/), languageId)
				: role === "comment"
					? lineEnd(text, from)
					: from + (role === "none" ? 1 : sign.length);
		const span = text.slice(from, end);
		parts.push(text.slice(at, from), role === "none" ? span : role === "string" ? quoted(span) : blank(span));
		if (role !== "none" && role !== "string" && role !== "comment") open = role;
		at = end;
	}
	return { code: parts.join("") + (at < text.length ? text.slice(at) : ""), open };
}

function nextSign(text: string, at: number): RegExpExecArray | null {
	anySign.lastIndex = at;
	return anySign.exec(text);
}

/** Returns what some characters begin in a language: a span over several lines, by its end, or one within its line. */
function roleOf(sign: string, languageId: string): Exclude<OpenSpan, ""> | "comment" | "string" | "none" {
	if (sign === "//") return slashless.has(languageId) && languageId !== "php" ? "none" : "comment";
	if (sign === "#") return hashComments.has(languageId) ? "comment" : "none";
	if (sign === "--") return dashComments.has(languageId) ? "comment" : "none";
	if (sign === "/*") return hashComments.has(languageId) && languageId !== "php" ? "none" : "*/";
	if (sign === "<!--") return tagComments.has(languageId) ? "-->" : "none";
	if (sign === '"""' || sign === "'''") return tripleQuotes.has(languageId) ? sign : "string";
	if (sign === '"' && languageId === "rust") return '"';
	return sign === "`" && templates.has(languageId) ? "`" : "string";
}

/** Returns where a span ends, ignoring escaped characters; -1 if it continues after the text. */
function endOf(text: string, from: number, open: OpenSpan): number {
	if (open !== "`" && open !== '"') return text.indexOf(open, from);
	for (let at = from; at < text.length; at++) {
		if (text[at] === "\\") at++;
		else if (text[at] === open) return at;
	}
	return -1;
}

function lineEnd(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
}

/** Returns the position after a single-line string: after its closing quote, or at the end of the line. */
function quoteEnd(text: string, start: number, languageId: string): number {
	const quote = text[start];
	// In Rust, a lifetime such as `'a` has no closing quote.
	const isLifetime = languageId === "rust" && quote === "'" && text[start + 1] !== "\\" && text[start + 2] !== "'";
	if (isLifetime) return start + 1;
	for (let at = start + 1; at < text.length; at++) {
		if (text[at] === "\n") return at;
		if (text[at] === "\\") at++;
		else if (text[at] === quote) return at + 1;
	}
	return text.length;
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/** Returns a string's quotes without its content, so that the words around the string do not seem to be adjacent. */
function quoted(text: string): string {
	return text.length < 2 ? text : `"${" ".repeat(text.length - 2)}"`;
}
