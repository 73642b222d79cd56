import type { ElementContent, Root, RootContent } from "hast";
import { limits } from "../../../shared/untrusted/limits";

/**
 * Highlights code in runs of short lines, because a grammar's time grows with the square of the length of its input. A
 * line that is too long stays plain.
 *
 * @param colour highlights a text regardless of the text before it.
 */
export function colourRuns(text: string, colour: (text: string) => Root): Root {
	const children: RootContent[] = [];
	for (let at = 0; at < text.length; ) {
		const end = endOfLine(text, at);
		if (end - at > limits.colouredLine) {
			children.push({ type: "text", value: text.slice(at, end) });
			at = end;
			continue;
		}
		const run = nextRun(text, at, colour);
		for (const child of run.root.children) children.push(child);
		at = run.end;
	}
	return { type: "root", children };
}

/** Returns the number of highlighted characters in a text: those of its short lines. */
export function colouredLength(text: string): number {
	let length = 0;
	for (let at = 0; at < text.length; ) {
		const end = endOfLine(text, at);
		if (end - at <= limits.colouredLine) length += end - at;
		at = end;
	}
	return length;
}

/**
 * Returns whether a text's last line break is within a highlighted element, such as a comment, that continues after it.
 */
export function isUnfinished({ children }: Root): boolean {
	const last = children.at(-1);
	return last?.type === "element" && lastText(last).endsWith("\n");
}

/**
 * Highlights the next run of lines. If an element would continue after the run, the run ends before that element, or is
 * extended if it begins with it. If possible, a run ends outside every element, because the parts of a template string
 * are consecutive elements.
 */
function nextRun(text: string, start: number, colour: (text: string) => Root): { root: Root; end: number } {
	for (let most: number = limits.colouredRun; ; most *= 2) {
		const { end, isWhole } = endOfRun(text, start, most);
		const run = text.slice(start, end);
		const root = colour(run);
		const last = root.children.at(-1);
		if (isWhole || !last || !isUnfinished(root)) return { root, end };
		const before = run.slice(0, run.length - lengthOf(last));
		const begin = afterLastPlainBreak(root) || before.lastIndexOf("\n") + 1;
		if (begin > 0) return { root: colour(run.slice(0, begin)), end: start + begin };
	}
}

/** Returns the position after the last line break outside every element, or 0. */
function afterLastPlainBreak({ children }: Root): number {
	let length = 0;
	let after = 0;
	for (const child of children) {
		const at = child.type === "text" ? child.value.lastIndexOf("\n") : -1;
		if (at >= 0) after = length + at + 1;
		length += lengthOf(child);
	}
	return after;
}

/** Returns the end of a run, which always contains its first line, and whether the short lines end there. */
function endOfRun(text: string, start: number, most: number): { end: number; isWhole: boolean } {
	let end = endOfLine(text, start);
	while (end < text.length) {
		const next = endOfLine(text, end);
		if (next - end > limits.colouredLine) return { end, isWhole: true };
		if (next - start > most) return { end, isWhole: false };
		end = next;
	}
	return { end, isWhole: true };
}

function endOfLine(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end + 1;
}

function lengthOf(node: RootContent | ElementContent): number {
	if (node.type === "text") return node.value.length;
	return node.type === "element" ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0;
}

function lastText(node: RootContent | ElementContent): string {
	if (node.type === "text") return node.value;
	const last = node.type === "element" ? node.children.at(-1) : undefined;
	return last ? lastText(last) : "";
}
