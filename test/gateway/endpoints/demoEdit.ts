import type { ChatMessage } from "../model";
import { type CodeBlock, fenced, splitCodeBlocks } from "./codeBlocks";
import { type CodeChange, commentLine, declaration, document, extractConstant, fix, rename } from "./codeChanges";
import { demoTests } from "./demoTests";

/** The place of a change: lines of a file, counted from 1, or a whole new file. */
interface Wanted {
	readonly path: string;
	readonly lines?: readonly [first: number, last: number];
}

/** A piece of code in a question, with its place. */
interface PlacedBlock extends CodeBlock {
	readonly path: string;
	readonly first: number;
	readonly last: number;
}

/**
 * Answers a question that asks for a change of code, as Gatehouse's actions do, with a small change that is the
 * same each time: it renames, documents, extracts a constant, fixes or writes tests. `undefined` for any other question.
 */
export function demoEdit(messages: readonly ChatMessage[]): string | undefined {
	const system = messages.find(({ role }) => role === "system")?.content ?? "";
	const wanted = wantedIn(system);
	if (!wanted) return undefined;
	const questions = messages.filter(({ role }) => role === "user").map(({ content }) => content);
	const blocks = questions.flatMap(placedBlocks);
	const instruction = splitCodeBlocks(questions.at(-1) ?? "").prose;
	const { path, lines } = wanted;
	if (!lines) return demoTests(path, blocks[0]);
	const [first, last] = lines;
	const asked = blocks.find((block) => block.path === path && block.first === first && block.last === last);
	const before = splitCodeBlocks(messages.findLast(({ role }) => role === "assistant")?.content ?? "").blocks[0];
	const code = before && asked ? { ...asked, lines: before.lines } : asked;
	if (!code) return written(blocks[0]?.language ?? "", instruction);
	const above = blocks.find((block) => block.path === path && block.last === first - 1)?.lines.at(-1);
	const changes = changesFor(instruction, above);
	const changed = changes.map((change) => change(code)).find((one) => one.join("\n") !== code.lines.join("\n"));
	return fenced(code.language, changed ?? code.lines);
}

/** Returns the changes that an instruction may mean, the likeliest first. */
function changesFor(instruction: string, above?: string): readonly CodeChange[] {
	const [, from, to] =
		/\b(?:rename|renomme[rz]?)\s+[`"']?([\w$]+)[`"']?\s+(?:to|into|as|en)\s+[`"']?([\w$]+)/i.exec(instruction) ?? [];
	if (from !== undefined) return [rename(from, to)];
	const others: readonly CodeChange[] = [extractConstant, rename(), document(above)];
	if (/^(?:fix|corrige)/i.test(instruction)) return [fix, rename(), ...others];
	if (/\b(?:rename|renomme)/i.test(instruction)) return [rename(), ...others];
	if (/\bconstante?\b|\bextract|\bextrais/i.test(instruction)) return [extractConstant, ...others];
	if (/\brefactor|\bremanie/i.test(instruction)) return others;
	return [document(above), rename(), ...others];
}

/** Returns the form of answers that the question asks for, in the words of `editInstruction.ts`. */
function wantedIn(system: string): Wanted | undefined {
	const whole = /Your answer becomes the whole new file (.+?)\. Answer with/.exec(system)?.[1];
	if (whole !== undefined) return { path: whole };
	const [, first, last, path] =
		/Your answer replaces lines (\d+) to (\d+) of (.+?), and nothing else of that file\./.exec(system) ?? [];
	if (path !== undefined) return { path, lines: [Number(first), Number(last)] };
	const [, file, line] = /Your answer is put into (.+?), before line (\d+)\./.exec(system) ?? [];
	return file === undefined ? undefined : { path: file, lines: [Number(line), Number(line) - 1] };
}

/** Returns the pieces of code in a question that follow their places. */
function placedBlocks(question: string): readonly PlacedBlock[] {
	const places = [...question.matchAll(/^(.+), lines (\d+) to (\d+):\n(?=(`{3,}|~{3,}))/gm)];
	return places.flatMap(({ 0: place, 1: path = "", 2: first, 3: last, index }) => {
		const block = splitCodeBlocks(question.slice(index + place.length)).blocks[0];
		return block ? [{ ...block, path, first: Number(first), last: Number(last) }] : [];
	});
}

/** Returns code for an empty line. */
function written(language: string, instruction: string): string {
	const line = instruction.split("\n")[0] ?? "";
	return fenced(language, [commentLine(language, line), declaration(language, "answer", "42")]);
}
