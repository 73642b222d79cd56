import type { ChatMessage } from "../model";

/** Minimum number of characters that the line must share with another line to be completed like it. */
const leastCommon = 3;

/**
 * Answers a question for the code at a cursor, in the form of Gatehouse's completions: in one tag, with the end of a
 * line of the same code that begins alike. `undefined` for any other question.
 */
export function demoFillIn(messages: readonly ChatMessage[]): string | undefined {
	const system = messages.find(({ role }) => role === "system")?.content ?? "";
	if (!system.includes("<fill>")) return undefined;
	const question = messages.at(-1)?.content ?? "";
	const before = between(question, "<before>", "</before>");
	const after = between(question, "<after>", "</after>");
	return before === undefined || after === undefined ? undefined : `<fill>${fillIn(before, after)}</fill>`;
}

function between(text: string, begin: string, end: string): string | undefined {
	const start = text.indexOf(begin);
	const stop = text.lastIndexOf(end);
	return start < 0 || stop < start ? undefined : text.slice(start + begin.length, stop);
}

/** Returns the code between two texts; empty if neither suggests any. */
export function fillIn(before: string, after: string): string {
	// The value of an entry, if the code below compares that entry with a literal.
	const key = /"(\w+)": "$/.exec(before)?.[1];
	const value = key === undefined ? undefined : new RegExp(`\\["${key}"\\] == "(\\w+)"`).exec(after)?.[1];
	if (value !== undefined) return value;
	const prefix = before.slice(before.lastIndexOf("\n") + 1).trimStart();
	if (prefix.length < leastCommon) return "";
	const lines = [...before.split("\n").slice(0, -1).reverse(), ...after.split("\n").slice(1)];
	const alike = lines.find((line) => line.trimStart().startsWith(prefix) && line.trim() !== prefix.trim());
	return alike?.trimStart().slice(prefix.length) ?? "";
}
