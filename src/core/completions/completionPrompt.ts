import type { CodeAtCursor } from "../gateway/fillIn/chatFillIn";
import type { CursorText } from "./answer/cursorText";
import type { SimilarPlace } from "./similarPlaces";

/** Maximum number of tokens in a prompt, if the model's window allows it: more would only delay each answer. */
const usualTokens = 2_000;
/** Share of the window that a prompt may take; the rest is for the answer and for errors of the estimate. */
const partOfWindow = 0.6;
/** Minimum average length of a token of code, in characters. */
const perToken = 3;
/** Share of each part in the prompt. */
const parts = { before: 0.55, after: 0.15, head: 0.1, related: 0.2 } as const;

/** The prompt, and the files from which it is built. */
export interface CompletionPrompt {
	readonly code: CodeAtCursor;
	/** The workspace-relative paths, for the ledger. */
	readonly sources: readonly string[];
}

/** A recently edited place, in this file or another. */
export interface RecentEdit {
	readonly path: string;
	readonly text: string;
}

/**
 * Builds the prompt for the code at the cursor: the text around it, the head of its file, and, as comments, the places
 * that were edited last and the most similar places of other files.
 *
 * @param window the model's context in tokens; `null` when it is unknown.
 * @param places the similar places, the most similar first.
 */
export function completionPrompt(
	cursor: CursorText,
	window: number | null,
	places: readonly SimilarPlace[],
	edits: readonly RecentEdit[] = [],
): CompletionPrompt {
	const tokens = Math.min(usualTokens, window === null ? usualTokens : Math.floor(window * partOfWindow));
	const room = (part: keyof typeof parts) => Math.floor(tokens * perToken * parts[part]);
	const after = cursor.after.slice(0, room("after"));
	// The room that the text after the cursor does not use goes to the text before it.
	const spare = room("after") - after.length;
	const before = lastPart(cursor.before, room("before") + spare);
	// The head is taken from what was cut off, so that no text is sent twice.
	const cut = cursor.before.slice(0, cursor.before.length - before.length);
	const head = firstPart(cursor.isWhole ? cut : cursor.head, room("head"));
	const comment = commentSign(cursor.languageId);
	const related: string[] = [];
	const sources = new Set([cursor.path]);
	let left = room("related");
	for (const { path, text } of [...edits, ...places]) {
		const block = [path, ...text.split("\n")].map((line) => `${comment} ${line}`.trimEnd()).join("\n");
		if (block.length > left) continue;
		left -= block.length;
		related.push(block);
		sources.add(path);
	}
	return {
		code: {
			before: head === "" ? before : `${head}\n${before}`,
			after,
			related: related.join("\n"),
			languageId: cursor.languageId,
		},
		sources: [...sources],
	};
}

/** Returns the end of a text, from the beginning of a line if possible. */
function lastPart(text: string, most: number): string {
	if (text.length <= most) return text;
	const part = text.slice(text.length - most);
	const start = part.indexOf("\n");
	return start < 0 ? part : part.slice(start + 1);
}

/** Returns the beginning of a text, in whole lines. */
function firstPart(text: string, most: number): string {
	const part = text.slice(0, most);
	return part.slice(0, Math.max(0, part.lastIndexOf("\n")));
}

const hashes = new Set(
	"python ruby shellscript yaml toml perl r makefile dockerfile powershell elixir terraform properties ini julia coffeescript".split(
		" ",
	),
);
const dashes = new Set(["sql", "lua", "haskell", "elm", "ada", "vhdl"]);

/** Returns the characters that begin a comment in a language. */
export function commentSign(languageId: string): string {
	if (hashes.has(languageId)) return "#";
	return dashes.has(languageId) ? "--" : "//";
}
