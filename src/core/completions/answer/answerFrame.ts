import { firstToken } from "../../gateway/fillIn/fillInTokens";
import { scanCode } from "./codeScan";
import { type CursorText, linePrefix, opensBlock } from "./cursorText";
import { isOfProse, takesProse } from "./proseSigns";
import { isProse } from "./sentenceSigns";

/** Languages in which fences are part of the content. */
const fenceLanguages = new Set(["markdown", "mdx", "restructuredtext", "asciidoc", "typst"]);
const fence = /^\s*(?:```|~~~)/;
const taggedFence = /^\s*```\s*\w/;
/** Matches marks of reasoning and of conversations, but no type or index after a name, as in `Promise<answer>`. */
const marks =
	/(?:(?<![\w$])<|<\/)(?:think|thinking|thought|reasoning|analysis|reflection|scratchpad|fill|before|after|elsewhere|cursor|answer)>|<\|(?:im_start|im_end|assistant|user|start_header_id|channel|message|eot_id)\b|<\|[\w▁-]{1,40}\|>|(?<![\w$\])])\[\/?(?:INST|THINK|ANSWER|TOOL_CALLS)\]|(?<![\w$])<(?:end_of_turn|start_of_turn|tool_calls?|function_call)>|<<\/?SYS>>/;
/** Matches the names of channels, which remain as text where a model's special tokens are left out. */
const channels =
	/^\s*(?:assistant\s?)?(?:(?:analysis|commentary)(?=\s?(?:The|We|I|User|Let|Need|Okay|So)\b| to=)|final(?=[A-Z]\w+ ))/;
/** Matches the beginning of an answer that is wrapped in an element, or in a pair of marks. */
const wrapping = /^\s*(?:<([A-Za-z][\w-]{0,30})>|\[(CODE|ANSWER|PYTHON)\])/;
/** Matches a placeholder for the gap, in place of code. */
const gap = /^\s*(?:<(?:CURSOR|FILL(?:_ME|_IN|_HERE)?|fill_(?:me|in|here)|extra_id_\d{1,3}|MASK|BLANK)>|█|…\s*$)/;
/** Languages whose code may contain elements. */
const elementLanguages = new Set(
	"html xml vue svelte handlebars astro php erb javascript javascriptreact typescriptreact markdown mdx".split(" "),
);
const ownNames = new Set(["completion", "final_answer", "missing_code", "fill_in"]);
/** Names of the member that contains the code, in an answer as JSON. */
const jsonNames = new Set(["completion", "completed_code", "missing_code", "code_completion"]);
/** Names of other members that such an answer may have. */
const jsonNotes = new Set(["explanation", "language", "reasoning", "notes", "confidence"]);
/** Matches the beginning of an element in which a model wraps its answer without closing it. */
const openElement = /^\s*<(?:output|response|result|solution|code|snippet)>\s*(?:\n|$)/;
/** The names of languages, as they follow a fence. */
const languageNames = new Set(
	"typescript javascript python golang rust java kotlin csharp bash html css json yaml sql ruby php cpp swift markdown plaintext".split(
		" ",
	),
);
const shortNames: Readonly<Record<string, string>> = {
	...{ go: "go", typescript: "ts", typescriptreact: "tsx", javascript: "js", javascriptreact: "jsx", python: "py" },
	...{ shellscript: "sh", csharp: "cs", rust: "rs", yaml: "yml", c: "c", scss: "scss" },
};

/** Removes tokens, marks and fences around the code; `undefined` where the answer is something else. */
export function withoutFrame(raw: string, cursor: CursorText): string | undefined {
	const end = firstToken(raw);
	// Editors treat each of these as a line break.
	const text = (end < 0 ? raw : raw.slice(0, end)).replaceAll(/\r\n?/g, "\n");
	const mark = marks.exec(text)?.index ?? -1;
	if ((mark >= 0 && text.slice(0, mark).trim() === "") || channels.test(text)) return undefined;
	const marked = unwrapped(mark < 0 ? text : text.slice(0, mark), cursor);
	if (gap.test(marked) && !isOfProse(cursor)) return undefined;
	if (openElement.test(marked) && !elementLanguages.has(cursor.languageId) && !takesProse(cursor)) return undefined;
	if (fenceLanguages.has(cursor.languageId)) return marked;
	const fenced = withoutFence(marked, cursor);
	return fenced === undefined ? undefined : withoutLanguage(fenced, cursor);
}

/** Returns the content of the element, or of the JSON object's member, in which a model has wrapped its answer. */
function unwrapped(text: string, cursor: CursorText): string {
	const { languageId } = cursor;
	const [begin = "", name = "", mark = ""] = wrapping.exec(text) ?? [];
	const end = name === "" ? `[/${mark}]` : `</${name}>`;
	const at = begin === "" ? -1 : text.indexOf(end, begin.length);
	const isOwn = ownNames.has(name) || mark !== "" || (!elementLanguages.has(languageId) && !takesProse(cursor));
	if (at >= 0 && isOwn) return text.slice(begin.length, at);
	// The end may not have arrived yet.
	if (begin !== "" && (ownNames.has(name) || mark !== "")) return text.slice(begin.length);
	if (!/^\s*\{\s*"\w/.test(text) || languageId.startsWith("json")) return text;
	try {
		const entries = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
		const [entry, ...others] = entries.filter(([key]) => !jsonNotes.has(key));
		const isAnswer = entry && (jsonNames.has(entry[0]) || (entry[0] === "code" && entries.length > 1));
		if (isAnswer && others.length === 0) return typeof entry[1] === "string" ? entry[1] : "";
	} catch {
		// The text is not JSON, but may be code.
	}
	return text;
}

/**
 * Returns the text in the first fence if only sentences or an announcement precede it, otherwise the code before it.
 */
function withoutFence(text: string, cursor: CursorText): string | undefined {
	const lines = text.split("\n");
	const first = lines.findIndex((line) => fence.test(line));
	if (first < 0) return text.includes("```") ? text.slice(0, text.indexOf("```")) : text;
	const above = lines.slice(0, first).filter((line) => line.trim() !== "");
	const isSentence = (line: string) => isProse(line, scanCode(line, cursor.languageId).code, cursor.languageId);
	const isAnnounced = taggedFence.test(lines[first] ?? "") && /[:：]$/.test(above.at(-1)?.trim() ?? "");
	const isOpened = above.every(isSentence) || (isAnnounced && !opensCode(above, cursor));
	if (!isOpened) return lines.slice(0, first).join("\n");
	const inside = lines.slice(first + 1);
	const last = inside.findIndex((line) => fence.test(line));
	return withoutBeginning(last < 0 ? inside : inside.slice(0, last), cursor);
}

/** Returns whether the last of some lines opens a block of Python: its final colon then announces no answer. */
function opensCode(lines: readonly string[], { languageId }: CursorText): boolean {
	return (
		languageId === "python" &&
		/^(?:if|for|while|with|def|class|try|else|elif|except|finally|match|case|async)\b/.test(lines.at(-1)?.trim() ?? "")
	);
}

/** Removes the lines above the cursor, and the beginning of its line, which answers in a fence repeat. */
function withoutBeginning(lines: readonly string[], cursor: CursorText): string {
	const prefix = linePrefix(cursor);
	const text = withoutLinesAbove(lines, cursor).join("\n");
	if (prefix.trim() !== "" && text.startsWith(prefix)) return text.slice(prefix.length);
	const bare = prefix.trimStart();
	return bare !== "" && text.startsWith(bare) ? text.slice(bare.length) : text;
}

/** Matches the first line of a function or type, which code does not repeat, unlike `if err != nil {`. */
const declaration =
	/^(?:export|public|private|protected|internal|static|async|pub|abstract|final|override|function|def|class|fn|func|fun|interface|struct|impl|trait|enum|namespace|module|sub)\b|^const \w{1,60} =/;
/** Maximum number of lines above the cursor that are compared. */
const mostAbove = 40;

/** Removes the lines of an answer that repeat those above the cursor, from the first line of a function or type on. */
export function withoutLinesAbove(lines: readonly string[], cursor: CursorText): readonly string[] {
	const first = lines.findIndex((line) => line.trim() !== "");
	const begin = lines[first]?.trim() ?? "";
	if (first < 0 || !declaration.test(begin) || !opensBlock(begin)) return lines;
	const above = cursor.before
		.split("\n")
		.slice(-mostAbove - 1, -1)
		.map((line) => line.trim())
		.filter((line) => line !== "");
	const from = above.lastIndexOf(begin);
	if (from < 0) return lines;
	const repeated = above.slice(from);
	let at = first;
	for (const line of repeated) {
		while (lines[at]?.trim() === "") at++;
		// The rest of the repeated lines may not have arrived yet.
		if (at >= lines.length && at - first > 1) return [];
		if (lines[at]?.trim() !== line) return lines;
		at++;
	}
	return lines.slice(at);
}

/** Removes the name of a language above the code; `undefined` where there is no code below it. */
function withoutLanguage(text: string, cursor: CursorText): string | undefined {
	const [name = "", ...rest] = text.trimStart().split("\n");
	const tag = name.trim().toLowerCase();
	const isName = languageNames.has(tag);
	const isOwn = tag === cursor.languageId || tag === shortNames[cursor.languageId];
	const prefix = linePrefix(cursor);
	// Elsewhere, it may be the argument of a command, or the name of a module.
	const isPlace = /(?:^\s*|[=(:,]\s*|\breturn\s+)$/.test(prefix);
	if ((!isName && !isOwn) || !isPlace || takesProse(cursor)) return text;
	const code = rest.join("\n");
	if (code.trim() === "") return isName ? undefined : text;
	return isOwn ? code : text;
}
