import type { Language } from "../languages";
import type { Lines, RealEdit } from "../realEdit";
import type { SeededRandom } from "../seededRandom";

/** The rows of the goals: styles of answers that are equally hard. */
export type Row = "obeys" | "plain" | "hard" | "doubt" | "form";

/** An answer in a style, its place, and the correct results. */
export interface Rendered {
	readonly answer: string;
	/** The lines that it replaces; for a block of the chat, those that are selected. */
	readonly place: Lines;
	/** The lines of the document; by default those of the edit. */
	readonly lines?: readonly string[];
	/** The texts that are correct. */
	readonly expected: readonly (readonly string[])[];
	/** Whether the answer is a code block of the chat, and not the answer to an edit. */
	readonly chat?: boolean;
	/** The line break of the document. */
	readonly eol?: string;
}

/** A form of models' answers with edits. */
export interface Style {
	readonly name: string;
	readonly row: Row;
	/** Returns `undefined` for an edit that cannot be written in this style. */
	render(edit: RealEdit, context: Context): Rendered | undefined;
}

/** Material that a style may use in addition to the edit. */
export interface Context {
	readonly random: SeededRandom;
	readonly language: Language;
	/** Another edit of the same language, for code that does not belong here. */
	readonly other: RealEdit;
	/** An edit further up or down in the same file. */
	readonly sibling: RealEdit | undefined;
}

/** Returns a fenced code block; its fence is longer than any fence inside. */
export function fenced(lines: readonly string[], info = ""): string {
	const longest = Math.max(2, ...lines.map((line) => /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0));
	const fence = "`".repeat(longest + 1);
	return `${fence}${info}\n${lines.map((line) => `${line}\n`).join("")}${fence}`;
}

/** Returns lines without the indentation that all of them share. */
export function dedented(lines: readonly string[]): readonly string[] {
	const filled = lines.filter((line) => line.trim() !== "");
	const least = Math.min(...filled.map((line) => line.length - line.trimStart().length));
	return lines.map((line) => (line.trim() === "" ? line : line.slice(least)));
}
