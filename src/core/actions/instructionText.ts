/** An instruction for an edit, as the user wrote it. */
export interface InstructionText {
	/** The word after a `/` at the beginning, which may be the name of an action. */
	readonly word?: string | undefined;
	/** The text after that word, or the whole text. */
	readonly rest: string;
	/** The names after each `#`, without the punctuation that follows; a name may be a file's path. */
	readonly names: readonly string[];
}

/** Maximum number of names that are looked for. */
const mostNames = 20;

/** Reads an instruction such as `/fix like #budget.ts does`. */
export function instructionText(written: string): InstructionText {
	const text = written.trim();
	const [, word, rest = ""] = /^\/(\w{1,50})(?:\s([\s\S]*))?$/.exec(text) ?? [];
	const found = Array.from(text.matchAll(/(?<!\S)#(\S{1,500})/g), ([, name = ""]) => withoutPunctuation(name));
	const names = [...new Set(found.filter((name) => name !== ""))].slice(0, mostNames);
	return { word, rest: word === undefined ? text : rest.trim(), names };
}

/** Returns the last word of the text before the cursor, such as `#bud`; empty after white space. */
export function wordAtEnd(line: string): string {
	return /(?<!\S)\S*$/.exec(line)?.[0] ?? "";
}

function withoutPunctuation(name: string): string {
	return name.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, "");
}
