import { depthOf, isBlank, type RealEdit } from "../realEdit";
import { type Context, dedented, fenced, type Style } from "./style";

/**
 * Returns a style of answers to a question on an empty line, which insert the lines that an edit adds.
 *
 * @param cursor whether the cursor's line has the indentation that an editor gives it.
 * @param change replaces the added lines; by default they are as in the edit.
 */
function onEmptyLine(
	name: string,
	row: Style["row"],
	cursor: "empty" | "indented",
	write: (code: readonly string[], context: Context) => string | undefined,
	change: (code: readonly string[], edit: RealEdit) => readonly string[] | undefined = (code) => code,
): Style {
	return {
		name,
		row,
		render(edit, context) {
			const insertion = insertionOf(edit);
			if (!insertion) return undefined;
			const { above, leading, trailing, below } = insertion;
			const code = change(insertion.code, edit);
			if (!code) return undefined;
			const answer = write(code, context);
			const first = code[0] ?? "";
			const indent = cursor === "indented" ? first.slice(0, depthOf(first)) : "";
			if (answer === undefined || (cursor === "indented" && indent === "")) return undefined;
			const start = above.length + leading.length;
			const with_ = (middle: readonly string[]) => [...above, ...leading, ...middle, ...trailing, ...below];
			return {
				answer,
				place: { start, count: indent === "" ? 0 : 1 },
				lines: with_([indent]),
				// The code may replace the cursor's line, or leave it below.
				expected: [with_(code), with_([...code, indent])],
			};
		},
	};
}

/** Returns the added lines of an edit that removes none, without the blank lines around them. */
function insertionOf({ lines, hunks }: RealEdit) {
	const [hunk, ...more] = hunks;
	if (!hunk || more.length > 0 || hunk.removed > 0) return undefined;
	const { start, added } = hunk;
	const first = added.findIndex((line) => !isBlank(line));
	const end = added.findLastIndex((line) => !isBlank(line)) + 1;
	if (first < 0 || end - first > 30) return undefined;
	return {
		above: lines.slice(0, start),
		leading: added.slice(0, first),
		code: added.slice(first, end),
		trailing: added.slice(end),
		below: lines.slice(start),
	};
}

/** Styles of answers that insert code on an empty line. */
export const cursorStyles: readonly Style[] = [
	onEmptyLine("on an empty line", "plain", "empty", (code, { language }) => fenced(code, language.tags[0])),
	onEmptyLine("on an indented line", "plain", "indented", (code, { language }) => fenced(code, language.tags[0])),
	onEmptyLine("on an indented line, dedented", "plain", "indented", (code, { language }) =>
		fenced(dedented(code), language.tags[0]),
	),
	onEmptyLine("on an empty line, dedented", "doubt", "empty", (code, { language }) => {
		const flat = dedented(code);
		return flat.join("\n") === code.join("\n") ? undefined : fenced(flat, language.tags[0]);
	}),
	onEmptyLine(
		"a Python body of dots",
		"form",
		"empty",
		(code, { language }) => (language.id === "python" ? fenced(code, language.tags[0]) : undefined),
		([first = ""], { indentation }) => {
			const indent = first.slice(0, depthOf(first));
			return [`${indent}def added(self) -> int:`, `${indent}${indentation}...`];
		},
	),
];
