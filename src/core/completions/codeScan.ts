/** What is no code at the end of a text: a comment or a string of several lines, by the sign with which it ends. */
export type OpenSpan = "" | "*/" | "-->" | "`" | '"' | '"""' | "'''";

/** A text whose comments and the contents of whose strings are blanks. */
export interface ScannedCode {
	readonly code: string;
	/** What goes on after the text. */
	readonly open: OpenSpan;
}

const words = (text: string) => new Set(text.split(" "));
/** Languages by the signs with which their comments begin; in others, it is a slash. */
const hashComments = words(
	"python ruby shellscript yaml toml perl r makefile dockerfile powershell elixir terraform properties ini julia " +
		"coffeescript php graphql dotenv ignore cmake nix tcl awk fish crystal nim gdscript hcl",
);
const dashComments = words("sql plsql lua haskell elm ada vhdl");
const tagComments = words("html xml vue svelte handlebars markdown mdx astro");
/** Languages without comments that begin with two slashes. */
const slashless = new Set([...hashComments, ...dashComments, ..."css html xml markdown".split(" ")]);
/** Languages with strings of several lines, by their quotes. */
const templates = words("typescript typescriptreact javascript javascriptreact go vue svelte astro");
const tripleQuotes = words("python kotlin swift java csharp scala groovy julia elixir dart");
/** Matches the signs with which comments and strings begin. */
const anySign = /"""|'''|"|(?<!\w)(?:[bfruBFRU]{1,2}(?='))?'|`|\/\*|(?<![:\\])\/\/|<!--|(?<!\S)#(?![!{])|--/g;

/** Returns whether a line that begins with `#` is a comment in a language. */
export function hasHashComments(languageId: string): boolean {
	return hashComments.has(languageId);
}

/**
 * Blanks out the comments and the contents of the strings of a text, which keeps its length and its lines.
 *
 * @param begun what is open at its beginning.
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

/** Returns what a sign begins in a language: something that goes on over lines, by its end, or something in its line. */
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

/** Returns where a span ends, without what is escaped; -1 if it goes on. */
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

/** Returns where a string of one line ends: behind its quote, or with the line. */
function quoteEnd(text: string, start: number, languageId: string): number {
	const quote = text[start];
	// The lifetimes of Rust have no second quote.
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

/** Returns a string with its quotes alone, so that the words beside it are not next to each other. */
function quoted(text: string): string {
	return text.length < 2 ? text : `"${" ".repeat(text.length - 2)}"`;
}
