import type { Token } from "markdown-it";
import { countLines, offsetOfLine } from "./lines";

/** A table, list or fence that is still open but has finished rows, items or lines. */
export interface OpenBlock {
	/** The offset up to which they are finished. */
	readonly length: number;
	/**
	 * Lines that put the parser back into the block, so that it parses the following lines as if it had parsed all of it:
	 * a table's head, a fence's first line, or for a list, an item that looks like the next one.
	 */
	readonly prefix: string;
	/** Whether blank lines have made a list loose, which it then remains. */
	readonly loose: boolean;
}

/**
 * Finds the finished parts of a text's only block, so that a long one costs no more than many short ones. The lines are
 * complete, and may begin with an earlier prefix.
 */
export function openBlock(tokens: readonly Token[], lines: string): OpenBlock | undefined {
	const [first] = tokens;
	if (!first?.map) return undefined;
	const line = (number: number) => lines.slice(offsetOfLine(lines, number), offsetOfLine(lines, number + 1));
	const [begin, end] = first.map;
	switch (first.type) {
		case "table_open":
			// A row is one line, which no later line changes.
			return { length: offsetOfLine(lines, end), prefix: line(begin) + line(begin + 1), loose: false };
		case "bullet_list_open":
		case "ordered_list_open":
			return openList(tokens, line, (number) => offsetOfLine(lines, number));
		case "fence": {
			// The line break before the end of the code does not count, so the last line stays open.
			const whole = countLines(first.content) - 1;
			if (whole < 1) return undefined;
			return { length: offsetOfLine(lines, begin + 1 + whole), prefix: line(begin), loose: false };
		}
		default:
			return undefined;
	}
}

function openList(
	tokens: readonly Token[],
	line: (number: number) => string,
	offset: (line: number) => number,
): OpenBlock | undefined {
	const items = tokens.filter((token) => token.level === 1 && token.type === "list_item_open");
	const start = items.length > 1 ? items.at(-1)?.map?.[0] : undefined;
	const marker = start === undefined ? null : /^ *(?:[-+*]|\d{1,9}[.)])/.exec(line(start));
	// Only paragraphs show whether a list is loose; until there is one, the items stay open.
	const paragraph = tokens.find((token) => token.level === 2 && token.type === "paragraph_open");
	if (start === undefined || !marker || !paragraph) return undefined;
	return { length: offset(start), prefix: `${marker[0]} x\n`, loose: !paragraph.hidden };
}
