import { paragraphAround } from "./enclosingBlocks";
import { isBlank, type Lines } from "./realEdit";
import type { SeededRandom } from "./seededRandom";

/** Maximum number of lines that a user selects. */
export const longestSelection = 60;

/** Returns the lines that a user would select: a block, a paragraph, or the changed lines and some beside them. */
export function selectionFor(
	lines: readonly string[],
	changed: Lines,
	blocks: readonly Lines[],
	random: SeededRandom,
): Lines {
	const [block] = blocks;
	const kind = random.next();
	if (block && kind < 0.45 && block.count <= longestSelection) return block;
	const paragraph = paragraphAround(lines, changed);
	if (kind < 0.7 && paragraph.count > 0 && paragraph.count <= longestSelection) return paragraph;
	const inside = (at: number) => !block || (at > block.start && at < block.start + block.count);
	let { start, count } = changed;
	for (let more = random.below(3) + (count === 0 ? 1 : 0); more > 0 && start > 0 && inside(start - 1); more--) {
		start--;
		count++;
	}
	for (let more = random.below(3); more > 0 && start + count < lines.length - 1 && inside(start + count); more--)
		count++;
	// A selection begins and ends with a line that is not blank, as far as the change allows.
	while (count > 0 && start < changed.start && isBlank(lines[start])) {
		start++;
		count--;
	}
	while (count > 0 && start + count > changed.start + changed.count && isBlank(lines[start + count - 1])) count--;
	return { start, count };
}

/** Returns whether the brackets of lines match, so that a user would select the lines. */
export function isBalanced(lines: readonly string[]): boolean {
	let depth = 0;
	for (const sign of lines.join("")) {
		if ("([{".includes(sign)) depth++;
		else if (")]}".includes(sign)) depth--;
		if (depth < 0) return false;
	}
	return depth === 0;
}

/** Returns whether the code blocks of Markdown lines are complete. */
export function hasWholeFences(lines: readonly string[]): boolean {
	return lines.filter((line) => /^\s*(?:```|~~~)/.test(line)).length % 2 === 0;
}

/** Returns whether removed lines and added ones open and close the same brackets. */
export function isSameBalance(removed: readonly string[], added: readonly string[]): boolean {
	return unmatched(removed) === unmatched(added);
}

/** Returns the brackets without a counterpart, in order. */
function unmatched(lines: readonly string[]): string {
	const pairs = ["()", "[]", "{}"];
	const open: string[] = [];
	for (const sign of lines.join("")) {
		const pair = pairs.find((one) => one.includes(sign));
		if (pair === undefined) continue;
		if (sign === pair[1] && open.at(-1) === pair[0]) open.pop();
		else open.push(sign);
	}
	return open.join("");
}
