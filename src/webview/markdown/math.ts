import type { MarkdownIt } from "markdown-it";

type BlockRule = Parameters<MarkdownIt["block"]["ruler"]["before"]>[2];
type InlineState = Parameters<InlineRule>[0];
type InlineRule = Parameters<MarkdownIt["inline"]["ruler"]["before"]>[2];

/** The delimiters of mathematics in TeX notation. */
const delimiters: Readonly<Record<string, string>> = { $$: "$$", "\\[": "\\]", "\\(": "\\)" };

/**
 * Keeps mathematics as source text: otherwise Markdown would remove its backslashes, and turn a line above `= y` into a
 * heading. Formulas are not rendered, because a good renderer is larger than the whole panel.
 */
export function keepMath(markdown: MarkdownIt): void {
	const alt = ["paragraph", "reference", "blockquote", "list"];
	markdown.block.ruler.before("fence", "math_block", mathBlock, { alt });
	markdown.inline.ruler.before("escape", "math_inline", mathInline);
}

/** Parses lines from `$$` or `\[` to the end delimiter, or to a blank line, which mathematics cannot contain. */
const mathBlock: BlockRule = (state, startLine, endLine, silent) => {
	const line = (number: number) =>
		state.src.slice((state.bMarks[number] ?? 0) + (state.tShift[number] ?? 0), state.eMarks[number]);
	const first = line(startLine);
	const open = first.slice(0, 2);
	const close = open === "$$" || open === "\\[" ? delimiters[open] : undefined;
	if (!close || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	// Text after the end delimiter on the same line means that the formula is part of a sentence.
	const sameLine = first.indexOf(close, 2);
	if (sameLine >= 0 && first.slice(sameLine + 2).trim() !== "") return false;
	if (silent) return true;
	let last = startLine;
	while (sameLine < 0 && last + 1 < endLine && !state.isEmpty(last + 1)) {
		if ((state.sCount[last + 1] ?? 0) < state.blkIndent) break;
		last++;
		if (line(last).trimEnd().endsWith(close)) break;
	}
	const token = state.push("math_block", "p", 0);
	token.content = state.getLines(startLine, last + 1, state.blkIndent, false).trimEnd();
	token.map = [startLine, last + 1];
	state.line = last + 1;
	return true;
};

/** The next position of each end delimiter, and the position from which it was searched. */
const found = new WeakMap<InlineState, Map<string, { readonly from: number; readonly at: number }>>();

/**
 * Returns the position of the end delimiter in the whole text; -1 when there is none. The same delimiter is searched
 * only once, regardless of the number of start delimiters before it.
 */
function nextClose(state: InlineState, close: string): number {
	const places = found.get(state) ?? new Map<string, { readonly from: number; readonly at: number }>();
	found.set(state, places);
	const from = state.pos + 2;
	const known = places.get(close);
	if (known && known.from <= from && (known.at < 0 || from <= known.at)) return known.at;
	const at = state.src.indexOf(close, from);
	places.set(close, { from, at });
	return at;
}

/** Parses from `\(`, `\[` or `$$` to the end delimiter within a paragraph. */
const mathInline: InlineRule = (state, silent) => {
	const close = delimiters[state.src.slice(state.pos, state.pos + 2)];
	const end = close ? nextClose(state, close) : -1;
	if (end < 0 || end + 2 > state.posMax) return false;
	if (!silent) state.push("math_inline", "", 0).content = state.src.slice(state.pos, end + 2);
	state.pos = end + 2;
	return true;
};
