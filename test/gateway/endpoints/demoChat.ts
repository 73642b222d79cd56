import { type ChatModel, type ChatPrompt, lastUserText } from "../model";
import { type CodeBlock, fenced, splitCodeBlocks } from "./codeBlocks";
import { type Declaration, outlineCode } from "./codeOutline";
import { demoEdit } from "./demoEdit";
import { demoFillIn, fillIn } from "./demoFillIn";

const standIn =
	"**A stand-in answers here.** `demo-chat` belongs to Gatehouse's demo gateway and is not a language model: " +
	"it outlines what it was sent and understands none of it.";

/** Variants of the last sentence: the first one, unless the temperature makes the choice random. */
const closings = [
	"Connect Gatehouse to a gateway of your own for a real answer.",
	"A real answer takes a real model: connect Gatehouse to a gateway that has one.",
	"For more than an outline, connect Gatehouse to your own gateway.",
	"That is all a stand-in can see; your own gateway sees more.",
] as const;

const maxRows = 20;

/**
 * Returns a readable Markdown answer built from the last question: an outline of the code in it, or else of its words, with a
 * table, a list and a code block; if the question asks for a change of code, a small change. The answer to a question is
 * always the same, except for its last sentence at a temperature above 0.
 */
export const demoChat: ChatModel = {
	kind: "chat",
	id: "demo-chat",
	description:
		"A stand-in, not a language model: outlines the code or the words of the question, in markdown; edits in simple ways.",
	contextLength: 32768,
	fillIn,
	answer(prompt) {
		const code = demoFillIn(prompt.messages);
		if (code !== undefined) return code;
		const edit = demoEdit(prompt.messages);
		if (edit !== undefined) return edit;
		const { blocks, prose } = splitCodeBlocks(lastUserText(prompt.messages));
		const parts = blocks.length ? blocks.flatMap((block, index) => describeCode(block, index)) : describeWords(prose);
		return [standIn, ...quote(prose), ...parts, closing(prompt)].join("\n\n");
	},
};

function quote(prose: string): readonly string[] {
	if (prose === "") return [];
	return [
		"You asked:",
		prose
			.split("\n")
			.map((line) => `> ${line}`.trimEnd())
			.join("\n"),
	];
}

function describeCode({ language, lines }: CodeBlock, index: number): readonly string[] {
	const declarations = outlineCode(lines);
	const blank = lines.filter((line) => line.trim() === "").length;
	const tag = language.replace(/[^\w+#.-]/g, "");
	return [
		`## Code ${index + 1}`,
		list([
			`Language: ${tag ? `\`${tag}\`` : "not told"}`,
			`Lines: ${lines.length}, of which ${blank} blank`,
			`Declarations found: ${declarations.length}`,
		]),
		table(
			["Line", "Kind", "Name"],
			declarations.map(({ line, kind, name }) => [String(line), kind, `\`${name}\``]),
		),
		"Its declarations, or else its first lines:",
		fenced(tag, outlineLines(declarations, lines)),
	];
}

function outlineLines(declarations: readonly Declaration[], lines: readonly string[]): readonly string[] {
	const sources = declarations.map(({ source }) => source);
	return (sources.length ? sources : lines).slice(0, maxRows);
}

function describeWords(prose: string): readonly string[] {
	const words = prose.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const facts = { words: words.length, different: counts.size, lines: prose === "" ? 0 : prose.split("\n").length };
	return [
		"## Your words",
		list([`Words: ${facts.words}, of which ${facts.different} different`, `Lines: ${facts.lines}`, "Code: none"]),
		table(
			["Word", "Times", "Letters"],
			[...counts].map(([word, times]) => [`\`${word}\``, String(times), String([...word].length)]),
		),
		"The same, for programs:",
		fenced("json", JSON.stringify(facts, null, 2).split("\n")),
	];
}

function closing({ temperature, random }: ChatPrompt): string {
	const chance = temperature > 0 && random() < temperature;
	return closings[chance ? Math.floor(random() * closings.length) : 0] ?? closings[0];
}

function list(items: readonly string[]): string {
	return items.map((item) => `- ${item}`).join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const shown = rows.slice(0, maxRows).map(tableRow);
	const more = rows.length > maxRows ? [`\n…and ${rows.length - maxRows} more.`] : [];
	return [tableRow(head), tableRow(head.map(() => "---")), ...shown, ...more].join("\n");
}

function tableRow(cells: readonly string[]): string {
	return `| ${cells.join(" | ")} |`;
}
