/** A bracket, or a word that opens or closes a block, without its counterpart. */
export interface Bracket {
	readonly sign: string;
	/** Its line, counted from 0. */
	readonly line: number;
}

/** VS Code's languages that are YAML: its own, and those of common extensions. */
export const yamlLanguages: ReadonlySet<string> = new Set([
	"yaml",
	"dockercompose",
	"github-actions-workflow",
	"ansible",
	"azure-pipelines",
]);
/** Languages whose comments begin with `#`. */
const hashComments = new Set([
	"python",
	"ruby",
	"shellscript",
	...yamlLanguages,
	"toml",
	"perl",
	"r",
	"makefile",
	"dockerfile",
	"powershell",
	"elixir",
	"terraform",
	"properties",
	"ini",
]);
/** Languages whose comments begin with two dashes. */
const dashComments = new Set(["sql", "lua", "haskell"]);
/** Languages in which two slashes do not begin a comment. */
const slashless = new Set(["css", "html", "xml"]);
/** Languages in which a text in backticks may have several lines. */
const templates = new Set(["javascript", "javascriptreact", "typescript", "typescriptreact", "vue", "svelte", "go"]);
/** Matches the end of a line of code after which a text on the next line is a value, not a docstring. */
const beforeValue = /[,([{=+|&?\\]$/;
/** Languages in which an apostrophe encloses a single character, if anything. */
const characters = new Set(["rust", "c", "cpp", "csharp", "java", "kotlin", "go", "swift", "scala", "haskell"]);

const brackets = /[()[\]{}]/;
const closing: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Match the words that open and close blocks, at the beginning of a line or of a command. */
const rubyOpening =
	/^\s*(?:(?:public|protected|private|private_class_method)\s+(?=def\b))?(?:class|module|def(?!\s+[\w.?!]+(?:\([^()]*\))?\s*=\s)|if|unless|case|while|until|for|begin)\b|=\s*(?:if|unless|case|begin)\b|\bdo(?:\s*\|[^|]*\|)?\s*$/;
const rubyClosing = /^\s*end\b|;\s*end\s*$/;
const shellOpening = /(?:^|[;&|]|\b(?:then|else|do))\s*(?:if|case|for|while|until|select)\b/;
const shellClosing = /(?:^|[;&|])\s*(?:fi|esac|done)\b/;
const blockWords: Readonly<Record<string, { readonly opening: RegExp; readonly closing: RegExp }>> = {
	ruby: { opening: rubyOpening, closing: rubyClosing },
	shellscript: { opening: shellOpening, closing: shellClosing },
};

/** Matches code before a `/` that begins a regular expression; after anything else, it is a division. */
const beforePattern = /(?:^|[(,=:[!&|?{};]|=>|\b(?:return|typeof|case))\s*$/;
const longestBefore = 12;

/**
 * Returns the brackets of code that have no counterpart, in order; those in strings and comments do not count. In some
 * languages, words open and close blocks too.
 */
export function openBrackets(lines: readonly string[], languageId: string): readonly Bracket[] {
	const open: Bracket[] = [];
	const words = blockWords[languageId];
	/** The end of a comment or string that continues on the next line. */
	let within: string | undefined;
	for (const [line, text] of lines.entries()) {
		const isCode = within === undefined && !/^\s*#/.test(text);
		const found = bracketsIn(text, languageId, within);
		({ within } = found);
		for (const sign of found.signs) add(open, { sign, line }, closing[sign]);
		const [opens, closes] = [isCode && words?.opening.test(text), isCode && words?.closing.test(text)];
		if (opens && !closes) open.push({ sign: "block", line });
		if (closes && !opens) add(open, { sign: "end", line }, "block");
	}
	return open;
}

/**
 * Returns the end of the comment or string that continues after a line; `undefined` when none does.
 *
 * @param within the sign that ends the comment or string in which the line begins.
 */
export function openTextAfter(line: string, languageId: string, within: string | undefined): string | undefined {
	return bracketsIn(line, languageId, within).within;
}

/**
 * Returns lines without comments, blank lines and strings that begin a line, such as Python's docstrings; white space
 * is reduced to single spaces.
 */
export function codeLines(lines: readonly string[], languageId: string): readonly string[] {
	/** The end of the comment or string that continues on the next line, and whether it counts as code. */
	let within: { readonly end: string; readonly isCode: boolean } | undefined;
	let last = "";
	return lines.flatMap((text) => {
		const strings = new Strings(text, languageId);
		let code = "";
		let at = 0;
		while (at < text.length) {
			let end: number;
			let isCode = true;
			if (within) {
				const closes: number = endIn(text, within.end, at);
				end = closes < 0 ? text.length : closes + within.end.length;
				({ isCode } = within);
				if (closes >= 0) within = undefined;
			} else {
				const comment = commentAt(text, at, languageId);
				const enclosed = comment ?? multilineString(text, at, languageId);
				isCode =
					!comment && (!enclosed || code.trim() !== "" || beforeValue.test(last) || hasCodeAfter(text, at, enclosed));
				const string = enclosed ? undefined : strings.endOf(at);
				end = enclosed ? at + enclosed.length : (string ?? at + 1);
				if (enclosed?.end !== undefined) within = { end: enclosed.end, isCode };
				else if (enclosed) end = text.length;
				else if (text[at] === "`" && string === undefined && templates.has(languageId)) within = { end: "`", isCode };
			}
			if (isCode) code += text.slice(at, end);
			at = end;
		}
		const written = code.split(/\s+/).join(" ").trim();
		if (written !== "") last = written;
		return written === "" ? [] : [written];
	});
}

/** Returns where a comment or string ends in a line; -1 if it continues on the next one. A backtick may be escaped. */
function endIn(text: string, end: string, from: number): number {
	if (end !== "`") return text.indexOf(end, from);
	for (let at = from; at < text.length; at++) {
		if (text[at] === "\\") at++;
		else if (text[at] === end) return at;
	}
	return -1;
}

/** Returns whether code follows a string that ends on the line where it begins. */
function hasCodeAfter(text: string, at: number, { length, end }: Enclosed): boolean {
	const closes = end === undefined ? -1 : text.indexOf(end, at + length);
	return closes >= 0 && /^\s*[^\s#]/.test(text.slice(closes + (end?.length ?? 0)));
}

/** Adds a bracket, or removes its counterpart. */
function add(open: Bracket[], bracket: Bracket, counterpart: string | undefined): void {
	if (counterpart !== undefined && open.at(-1)?.sign === counterpart) open.pop();
	else open.push(bracket);
}

/** @param within the sign that ends the comment or string in which the text begins. */
function bracketsIn(
	text: string,
	languageId: string,
	within: string | undefined,
): { readonly signs: readonly string[]; readonly within: string | undefined } {
	const signs: string[] = [];
	const strings = new Strings(text, languageId);
	let at = 0;
	// A comment that begins within another one, or ends outside of any, was duplicated or cut off.
	const stray = within === "*/" ? "/*" : "*/";
	if ((within === undefined || within === "*/") && text.trimStart().startsWith(stray)) signs.push(stray);
	if (within !== undefined) {
		const end = text.indexOf(within);
		if (end < 0) return { signs, within };
		at = end + within.length;
	}
	while (at < text.length) {
		const comment = commentAt(text, at, languageId) ?? multilineString(text, at, languageId);
		if (comment) {
			const end = comment.end === undefined ? -1 : text.indexOf(comment.end, at + comment.length);
			if (end < 0) return { signs, within: comment.end };
			at = end + (comment.end?.length ?? 0);
			continue;
		}
		const sign = text[at] ?? "";
		// The brackets of a shell's `case` have no counterparts.
		if (brackets.test(sign) && !(languageId === "shellscript" && /[()]/.test(sign))) signs.push(sign);
		at = strings.endOf(at) ?? at + 1;
	}
	return { signs, within: undefined };
}

/** Returns the length of the sign that begins a comment, and the sign that ends it; `undefined` for the line's end. */
function commentAt(text: string, at: number, languageId: string): Enclosed | undefined {
	const hash = hashComments.has(languageId);
	if (text[at] === "#") return hash && !/\S/.test(text[at - 1] ?? "") ? { length: 1, end: undefined } : undefined;
	if (!hash && !slashless.has(languageId) && text.startsWith("//", at)) return { length: 2, end: undefined };
	if (!hash && text.startsWith("/*", at)) return { length: 2, end: "*/" };
	if (text.startsWith("<!--", at)) return { length: 4, end: "-->" };
	return dashComments.has(languageId) && text.startsWith("--", at) ? { length: 2, end: undefined } : undefined;
}

function multilineString(text: string, at: number, languageId: string): Enclosed | undefined {
	if (text.startsWith('"""', at)) return { length: 3, end: '"""' };
	return languageId === "python" && text.startsWith("'''", at) ? { length: 3, end: "'''" } : undefined;
}

interface Enclosed {
	readonly length: number;
	readonly end: string | undefined;
}

/** The strings and regular expressions of a line. */
class Strings {
	/** The signs whose strings do not end in the line: their end is not searched for again. */
	readonly #unclosed = new Set<string>();

	constructor(
		private readonly text: string,
		private readonly languageId: string,
	) {}

	/** Returns where the string that begins at a character ends; `undefined` if none begins there. */
	endOf(at: number): number | undefined {
		const sign = this.text[at] ?? "";
		if (sign === "'" && characters.has(this.languageId)) {
			const end = /^'(?:\\[^']{1,8}|[^\\]|\\')'/.exec(this.text.slice(at, at + 12))?.[0].length;
			return end === undefined ? undefined : at + end;
		}
		const isPattern = sign === "/" && beforePattern.test(this.text.slice(Math.max(0, at - longestBefore), at));
		if ((sign !== '"' && sign !== "'" && sign !== "`" && !isPattern) || this.#unclosed.has(sign)) return undefined;
		let inClass = false;
		for (let end = at + 1; end < this.text.length; end++) {
			const next = this.text[end];
			if (next === "\\") end++;
			else if (next === sign && !inClass) return end + 1;
			else if (isPattern && next === "[") inClass = true;
			else if (next === "]") inClass = false;
		}
		this.#unclosed.add(sign);
		return undefined;
	}
}
