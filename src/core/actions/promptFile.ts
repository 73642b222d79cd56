import { readFrontMatter } from "./frontMatter";

/** A prompt of the user's own, from a `*.prompt.md` file. Its text is data: it is sent, never run. */
export interface PromptFile {
	/** The word after the composer's `/`. */
	readonly name: string;
	/** One line; empty where the file has no description. */
	readonly description: string;
	/** The models that the prompt asks for, in order of preference; empty for the chosen model. */
	readonly models: readonly string[];
	/** Whether the prompt edits the code instead of answering. */
	readonly edits: boolean;
	readonly body: string;
}

const ending = ".prompt.md";
const longestDescription = 200;

/** Returns whether a file is a prompt, by its name. */
export function isPromptFile(fileName: string): boolean {
	return fileName.endsWith(ending) && fileName.length > ending.length;
}

/** Reads a prompt file; returns `undefined` when it has no text to send. */
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

/** Turns a name into one word that can be typed. */
function wordOf(name = ""): string {
	const word = lineOf(name)
		.replaceAll(/[\s/]+/g, "-")
		.replace(/^-+/, "");
	let end = word.length;
	while (word[end - 1] === "-") end--;
	return word.slice(0, end);
}

/** Returns a text on one line, without invisible characters. */
function lineOf(text: string): string {
	return text
		.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
		.trim()
		.slice(0, longestDescription);
}
