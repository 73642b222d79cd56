import { applied, changedLines, type RealEdit, rangeAfter } from "../realEdit";
import { type Context, dedented, fenced, type Rendered, type Row, type Style } from "./style";

/** Returns the answer to an edit of the selected lines. */
export function inSelection(edit: RealEdit, answer: string, eol?: string): Rendered {
	const expected = [applied(edit.lines, edit.hunks)];
	return { answer, place: edit.selection, expected, ...(eol === undefined ? {} : { eol }) };
}

/** Returns the result for the selected lines. */
export function selectionAfter(edit: RealEdit): readonly string[] {
	return rangeAfter(edit, edit.selection);
}

/** Returns a style that writes the selected lines. */
export function ofSelection(
	name: string,
	row: Row,
	write: (lines: readonly string[], edit: RealEdit, context: Context) => string | undefined,
): Style {
	return {
		name,
		row,
		render(edit, context) {
			const answer = write(selectionAfter(edit), edit, context);
			return answer === undefined ? undefined : inSelection(edit, answer);
		},
	};
}

const openings = [
	"Here's the updated code:",
	"Sure! Here is the change:",
	"I've updated the function as you asked:",
	"Certainly.",
];
const closings = [
	"This keeps the behaviour otherwise unchanged.",
	"Let me know if you'd like me to explain anything.",
	"**What changed:**\n\n- the condition is checked first\n- `null` is handled",
];

/** Styles of answers that obey the prompt: all lines of the place in one fence. */
export const obeyingStyles: readonly Style[] = [
	ofSelection("fence", "obeys", (lines) => fenced(lines)),
	ofSelection("fence with its language", "obeys", (lines, _, { language, random }) =>
		fenced(lines, random.pick(language.tags)),
	),
	ofSelection(
		"fence and prose",
		"obeys",
		(lines, _, { language, random }) =>
			`${random.pick(openings)}\n\n${fenced(lines, language.tags[0])}\n\n${random.pick(closings)}`,
	),
	ofSelection("fence, CRLF in the answer", "obeys", (lines, _, { language }) =>
		fenced(lines, language.tags[0]).replaceAll("\n", "\r\n"),
	),
	{
		name: "fence, CRLF in the file",
		row: "obeys",
		render: (edit, { language }) => inSelection(edit, fenced(selectionAfter(edit), language.tags[0]), "\r\n"),
	},
];

const samples = {
	output: ["[ok] 12 passed", "[ok] 0 failed", "done in 1.2 s"],
	command: ["npm install", "npm test -- --watch"],
};

/** Styles of answers with text around the code, or in another form. */
export const looseStyles: readonly Style[] = [
	ofSelection("no fence", "hard", (lines) => lines.join("\n")),
	ofSelection("an example after the code", "hard", (lines, _, { language, random }) => {
		if (language.declaration === undefined) return undefined;
		const tag = language.tags[0];
		const name = nameIn(lines) ?? "value";
		const example = [language.comment("Example"), language.call(name), language.call(`${name}2`)];
		return `${fenced(lines, tag)}\n\n${random.pick(["Usage:", "Example usage:", "You can then use it like this:"])}\n\n${fenced(example, tag)}`;
	}),
	ofSelection(
		"output after the code",
		"hard",
		(lines, _, { language, random }) =>
			`${fenced(lines, language.tags[0])}\n\nOutput:\n\n${fenced(samples.output, random.pick(["", "text", "output", "console"]))}`,
	),
	ofSelection(
		"a command after the code",
		"hard",
		(lines, _, { language, random }) =>
			`${fenced(lines, language.tags[0])}\n\nThen run:\n\n${fenced(samples.command, random.pick(["bash", "sh", "shell", "console"]))}`,
	),
	ofSelection("a path comment first", "form", (lines, { path }, { language, random }) => {
		const name = random.chance(0.5) ? path : (path.split("/").at(-1) ?? path);
		if (language.id === "markdown" || language.id === "json" || !name.includes(".")) return undefined;
		return fenced([language.comment(random.chance(0.8) ? name : `File: ${name}`), ...lines], language.tags[0]);
	}),
	{
		name: "an inner fence in a fence that is not longer",
		row: "form",
		render(edit, { language }) {
			const lines = selectionAfter(edit);
			const inner = lines.filter((line) => /^\s*```/.test(line)).length;
			if (language.id !== "markdown" || inner === 0 || inner % 2 === 1) return undefined;
			return inSelection(edit, `\`\`\`markdown\n${lines.join("\n")}\n\`\`\``);
		},
	},
	ofSelection("the first line dedented", "form", ([first = "", ...rest]) =>
		rest.length === 0 || first.trim() === first ? undefined : fenced([first.trimStart(), ...rest]),
	),
	ofSelection("all lines dedented", "form", (lines, _, { language }) => {
		const flat = dedented(lines);
		return flat.join("\n") === lines.join("\n") ? undefined : fenced(flat, language.tags[0]);
	}),
	ofSelection("line numbers", "form", (lines, { selection }, { random }) => {
		const first = random.chance(0.7) ? selection.start + 1 : 1;
		const sign = random.pick([":", " |", ". ", "\t"]);
		if (lines.length < 2) return undefined;
		const width = String(first + lines.length).length;
		return fenced(lines.map((line, at) => `${String(first + at).padStart(width)}${sign} ${line}`));
	}),
	ofSelection("tabs for spaces or the reverse", "form", (lines, { indentation }, { random }) => {
		const spaces = random.pick(["  ", "    "]);
		const others = lines.map((line) => withOtherIndent(line, indentation, spaces));
		const whole = others.filter((line) => line !== undefined);
		return whole.length < lines.length || whole.join("\n") === lines.join("\n") ? undefined : fenced(whole);
	}),
	ofSelection("several fences with paths", "form", (lines, { path }, { language, other, random }) => {
		if (other.path === path) return undefined;
		const tag = language.tags[0];
		const named = (file: string) => (random.chance(0.5) ? `${tag}:${file}` : `${tag} title="${file}"`);
		const pieces = [fenced(selectionAfter(other), named(other.path)), fenced(lines, named(path))];
		return random.shuffled(pieces).join("\n\nAnd:\n\n");
	}),
];

/** Returns a line with another form of indentation; `undefined` if its own does not consist of whole steps. */
function withOtherIndent(line: string, step: string, spaces: string): string | undefined {
	const indent = line.slice(0, line.length - line.trimStart().length);
	if (line.trim() === "") return line;
	const steps = indent.length / step.length;
	if (!Number.isInteger(steps) || indent !== step.repeat(steps)) return undefined;
	return (step === "\t" ? spaces : "\t").repeat(steps) + line.trimStart();
}

function nameIn(lines: readonly string[]): string | undefined {
	return /\b(?:function|def|fn|func|fun|class|struct|const|let)\s+(\w+)/.exec(lines.join("\n"))?.[1];
}

/** Minimum number of unchanged lines that a model leaves out without saying so. */
const fewestUnchanged = 4;

/** Styles of ambiguous answers, which must be refused rather than guessed. */
export const doubtfulStyles: readonly Style[] = [
	{
		name: "changed lines only",
		row: "doubt",
		render(edit, { language }) {
			const only = edit.hunks.flatMap(({ added }) => added);
			const [given, all] = [only.filter(hasText).length, selectionAfter(edit).filter(hasText).length];
			// Models write all lines if there are few, or if most of them change.
			if (given === 0 || all - given < Math.max(fewestUnchanged, given)) return undefined;
			return inSelection(edit, fenced(only, language.tags[0]));
		},
	},
	{
		name: "changed lines and their neighbours",
		row: "doubt",
		render(edit, { language, random }) {
			const { start, count } = changedLines(edit.hunks);
			const after = selectionAfter(edit);
			const [above, below] = [
				start - edit.selection.start,
				edit.selection.start + edit.selection.count - (start + count),
			];
			const near = 1 + random.below(2);
			const given = after.slice(Math.max(0, above - near), after.length - Math.max(0, below - near));
			const [shown, all] = [given.filter(hasText).length, after.filter(hasText).length];
			if (all - shown < Math.max(fewestUnchanged, shown)) return undefined;
			return inSelection(edit, fenced(given, language.tags[0]));
		},
	},
	ofSelection("cut off", "doubt", (lines, _, { language, random }) => {
		if (lines.length < 3) return undefined;
		const kept = lines.slice(0, 1 + random.below(lines.length - 2));
		const last = kept.at(-1) ?? "";
		const cut = random.chance(0.5) ? kept : [...kept.slice(0, -1), last.slice(0, 1 + random.below(last.length || 1))];
		return `\`\`\`${language.tags[0]}\n${cut.join("\n")}`;
	}),
	ofSelection("two alternatives", "doubt", (lines, _, { language, random }) => {
		const one = random.below(Math.max(1, lines.length));
		const other = lines.filter((line, at) => at !== one || !hasText(line));
		if (!other.some(hasText) || other.length === lines.length) return undefined;
		const pieces = random.shuffled([lines, other]).map((piece) => fenced(piece, language.tags[0]));
		return `Option 1:\n\n${pieces[0]}\n\nOption 2:\n\n${pieces[1]}`;
	}),
];

function hasText(line: string): boolean {
	return line.trim() !== "";
}
