import { depthOf } from "./answerCut";
import { bracketDepth } from "./bracketBalance";
import { type CursorText, lineAbove, linePrefix, opensBlock } from "./cursorText";

/** Languages in which a line that is further to the right than the one above it is wrong, unless that one opens a block. */
const strictLanguages = new Set(["python", "yaml"]);

/**
 * Returns the lines of an answer in an empty line with the indentation that they lack beside the cursor's; without those
 * that are indented otherwise than their document.
 *
 * @param lines of which the first one is not blank.
 */
export function indentedLines([first = "", ...others]: readonly string[], cursor: CursorText): readonly string[] {
	const prefix = linePrefix(cursor);
	const own = first.slice(0, depthOf(first));
	if (usesOther(own, prefix)) return [first.trimStart()];
	const kept = isIndentedMore(own, cursor) ? own.slice(prefix.length) : "";
	const shift = shiftOf(first, others, prefix);
	if (shift === undefined) return [first.trimStart()];
	const excess = kept === "" ? own.slice(prefix.length) : "";
	const lines = [kept + first.trimStart()];
	for (const line of others) {
		if (line.trim() === "") lines.push("");
		else if (usesOther(line, prefix) || !line.startsWith(excess)) break;
		else lines.push(shift + line.slice(excess.length));
	}
	const wrong = strictLanguages.has(cursor.languageId) ? wrongLine(lines, prefix) : -1;
	return wrong < 0 ? lines : lines.slice(0, wrong);
}

/** Returns whether a line begins with tabs in place of spaces, or the other way round. */
function usesOther(line: string, prefix: string): boolean {
	return prefix !== "" && /^[ \t]/.test(line) && (line[0] === "\t") !== (prefix[0] === "\t");
}

/** Returns whether an indentation belongs to an answer because the cursor is too far to the left. */
function isIndentedMore(own: string, cursor: CursorText): boolean {
	const prefix = linePrefix(cursor);
	const above = lineAbove(cursor);
	const depth = depthOf(above);
	if (own.length <= prefix.length || !own.startsWith(prefix) || usesOther(own, above.slice(0, depth))) return false;
	return opensBlock(above)
		? prefix.length <= depth && own.length > depth
		: prefix.length < depth && own.length === depth;
}

/**
 * Returns what each further line lacks: the cursor's indentation, where the model left that out; `undefined` where it has
 * left out all.
 */
function shiftOf(first: string, others: readonly string[], prefix: string): string | undefined {
	const second = others.find((line) => line.trim() !== "") ?? "";
	if (depthOf(first) > 0 || second === "" || !opensBlock(first) || depthOf(second) > prefix.length) return "";
	const isBelow = depthOf(second) > 0 || prefix === "" || /^\s*(?:[)\]}]|case\b|default\b|end\b)/.test(second);
	return isBelow ? prefix : undefined;
}

/** Returns the first line that is further to the right than the one above it without reason; -1 if there is none. */
function wrongLine(lines: readonly string[], prefix: string): number {
	let above: { readonly depth: number; readonly opens: boolean } | undefined;
	let brackets = 0;
	return lines.findIndex((line, at) => {
		if (line.trim() === "") return false;
		const depth = depthOf(line) + (at === 0 ? prefix.length : 0);
		const isWrong = above !== undefined && brackets <= 0 && !above.opens && depth > above.depth;
		brackets += bracketDepth(line);
		above = { depth, opens: opensBlock(line) || /[\\|>-]$/.test(line) || /"""|'''/.test(line) };
		return isWrong;
	});
}
