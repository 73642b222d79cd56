import type { MarkdownIt } from "markdown-it";

type BlockRule = Parameters<MarkdownIt["block"]["ruler"]["before"]>[2];
type InlineState = Parameters<InlineRule>[0];
type InlineRule = Parameters<MarkdownIt["inline"]["ruler"]["before"]>[2];

/** How mathematics begins and ends in TeX's ways of writing it. */
const delimiters: Readonly<Record<string, string>> = { $$: "$$", "\\[": "\\]", "\\(": "\\)" };

/**
 * Keeps mathematics as the text that was written: otherwise markdown would take its backslashes away, and make
 * `= y` under a line of it a heading. It is not drawn as formulas: what does that well weighs more than the panel.
 */
export function keepMath(markdown: MarkdownIt): void {
	const alt = ["paragraph", "reference", "blockquote", "list"];
	markdown.block.ruler.before("fence", "math_block", mathBlock, { alt });
	markdown.inline.ruler.before("escape", "math_inline", mathInline);
}

/** Lines from `$$` or `\[` to their end, or to a blank line, which mathematics cannot have. */
const mathBlock: BlockRule = (state, startLine, endLine, silent) => {
	const line = (number: number) =>
		state.src.slice((state.bMarks[number] ?? 0) + (state.tShift[number] ?? 0), state.eMarks[number]);
	const first = line(startLine);
	const open = first.slice(0, 2);
	const close = open === "$$" || open === "\\[" ? delimiters[open] : undefined;
	if (!close || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	// More text behind its end on the same line: it stands in a sentence.
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

/** Where each sign is found next, and from where on it was looked for. */
const found = new WeakMap<InlineState, Map<string, { readonly from: number; readonly at: number }>>();

/**
 * Where mathematics ends that begins here, in the whole text; -1 when it does not. The same end is looked for once,
 * however many beginnings stand before it.
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

/** From `\(`, `\[` or `$$` to its end within a paragraph. */
const mathInline: InlineRule = (state, silent) => {
	const close = delimiters[state.src.slice(state.pos, state.pos + 2)];
	const end = close ? nextClose(state, close) : -1;
	if (end < 0 || end + 2 > state.posMax) return false;
	if (!silent) state.push("math_inline", "", 0).content = state.src.slice(state.pos, end + 2);
	state.pos = end + 2;
	return true;
};
