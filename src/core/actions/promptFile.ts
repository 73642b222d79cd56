import { readFrontMatter } from "./frontMatter";

/** A prompt of the user's own, from a `*.prompt.md` file. Its text is material: it is sent, never run. */
export interface PromptFile {
	/** The word after the composer's `/`. */
	readonly name: string;
	/** One line; empty where there is nothing to say. */
	readonly description: string;
	/** The models that it asks for, the first that there is shall answer; empty: the chosen one. */
	readonly models: readonly string[];
	/** Whether it changes the code in place of answering. */
	readonly edits: boolean;
	readonly body: string;
}

const ending = ".prompt.md";
const longestDescription = 200;

/** Whether a file is a prompt, by its name. */
export function isPromptFile(fileName: string): boolean {
	return fileName.endsWith(ending) && fileName.length > ending.length;
}

/** Reads a prompt file; `undefined` when there is nothing in it to be asked. */
export function parsePromptFile(fileName: string, text: string): PromptFile | undefined {
	const { fields, body } = readFrontMatter(text);
	const first = (name: string) => fields.get(name)?.[0];
	if (body === "") return undefined;
	return {
		name: wordOf(first("name")) || wordOf(fileName.slice(0, -ending.length)) || "prompt",
		description: lineOf(first("description") ?? body.split("\n", 1)[0] ?? ""),
		models: fields.get("model") ?? [],
		edits: first("mode")?.toLowerCase() === "edit",
		body,
	};
}

/** A name as one word that can be typed. */
function wordOf(name = ""): string {
	const word = lineOf(name)
		.replaceAll(/[\s/]+/g, "-")
		.replace(/^-+/, "");
	let end = word.length;
	while (word[end - 1] === "-") end--;
	return word.slice(0, end);
}

/** One line of a text, without what nobody sees. */
function lineOf(text: string): string {
	return text
		.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
		.trim()
		.slice(0, longestDescription);
}
