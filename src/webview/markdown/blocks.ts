import type { MarkdownIt, Token } from "markdown-it";
import { countLines, offsetOfLine } from "./lines";
import { type OpenBlock, openBlock } from "./openBlock";

/** The tokens of one top-level block: a paragraph, a whole list, a whole table, a code block. */
export type Block = readonly Token[];

/** Splits a document's tokens into its top-level blocks. */
export function topLevelBlocks(tokens: readonly Token[]): Block[] {
	const blocks: Token[][] = [];
	let depth = 0;
	for (const token of tokens) {
		if (depth === 0) blocks.push([]);
		blocks.at(-1)?.push(token);
		depth += token.nesting;
	}
	return blocks;
}

/** The finished part of a text that is still growing. */
export interface Finished {
	/** The offset up to which its blocks, or the parts of its only block, will never be parsed differently. */
	readonly length: number;
	/** Set when the text ends within a block whose parts up to `length` are finished. */
	readonly inside?: OpenBlock;
}

/**
 * Finds the finished part of a text that is still growing.
 *
 * Markdown is parsed by lines, and a later line changes at most the last block: a paragraph becomes a heading or a
 * table, a list gets another item after blank lines, a fence stays open. So the last line, which may be incomplete, is
 * ignored, and the last block stays open unless it cannot get more lines. A link's definition may still get a title, so
 * it belongs to the block after it. If the last block is long, some of its parts may be finished: see {@link
 * openBlock}.
 */
export function finishedPart(markdown: MarkdownIt, text: string): Finished {
	const lines = text.slice(0, text.lastIndexOf("\n") + 1);
	if (lines === "") return { length: 0 };
	const tokens: Token[] = [];
	markdown.block.parse(lines, markdown, {}, tokens);
	const starts = tokens.filter((token) => token.level === 0 && token.nesting >= 0);
	const last = starts.at(-1);
	if (last && isClosed(last)) return { length: offsetOfLine(lines, last.map?.[1] ?? 0) };
	const finished = starts.slice(0, -1).findLast((token) => token.type !== "reference_definition");
	if (finished) return { length: offsetOfLine(lines, finished.map?.[1] ?? 0) };
	const inside = starts.length === 1 ? openBlock(tokens, lines) : undefined;
	return inside ? { length: inside.length, inside } : { length: 0 };
}

/** Returns whether a block is closed by its own syntax. */
function isClosed(token: Token): boolean {
	if (token.type === "hr") return true;
	if (token.type === "heading_open") return token.markup.startsWith("#");
	if (token.type !== "fence" || !token.map) return false;
	// An open fence consists of its first line and its content; a closed one has a last line too.
	return token.map[1] - token.map[0] === countLines(token.content) + 2;
}

/**
 * Returns the part of the open tail to draw. A last line that consists only of markup so far is held back: drawn
 * immediately, `-` below a paragraph would make it a heading for a moment, and half a closing fence would appear in the
 * code.
 */
export function drawableTail(tail: string): string {
	const lineStart = tail.lastIndexOf("\n") + 1;
	const line = tail.slice(lineStart).replace(/^[\s>]+/, "");
	const isMarkup = /^[-+*_=~`#|:\s]*$/.test(line) || /^\d{1,9}[.)]?\s*$/.test(line);
	return isMarkup ? tail.slice(0, lineStart) : tail;
}
