import { limits } from "../../shared/untrusted/limits";
import { textPlaces } from "./textPlaces";

/** The text of a conversation; its buttons and labels, and collapsed reasoning, are not searched. */
const readable = ".question-text, .markdown, .reasoning[open] .thoughts";

/** Elements whose text is a line of its own: a match does not extend from one into the next. */
const lineElements = "p, li, td, th, pre, h2, h3, h4, h5, h6, .question-text, .thoughts";

interface Piece {
	readonly node: Text;
	/** The offset of the node's text in the whole. */
	readonly at: number;
}

/**
 * Finds a text, ignoring case, in the visible text below an element, in the order of the page; returns at most
 * `limits.findMatches` matches.
 */
export function findMatches(root: Element, wanted: string): Range[] {
	const matches: Range[] = [];
	for (const element of wanted === "" ? [] : root.querySelectorAll(readable)) {
		for (const range of matchesIn(element, wanted, limits.findMatches - matches.length)) matches.push(range);
		if (matches.length >= limits.findMatches) break;
	}
	return matches;
}

function matchesIn(element: Element, wanted: string, most: number): Range[] {
	const pieces: Piece[] = [];
	let text = "";
	let line: Element | null = null;
	const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
		const parent = node.parentElement;
		if (!parent || parent.closest(".code-bar")) continue;
		const own = parent.closest(lineElements);
		if (own !== line) text += "\n";
		line = own;
		pieces.push({ node, at: text.length });
		text += node.data;
	}
	return textPlaces(text, wanted, most).map(({ start, end }) => rangeOf(pieces, start, end));
}

function rangeOf(pieces: readonly Piece[], start: number, end: number): Range {
	const range = document.createRange();
	const first = pieceAt(pieces, start);
	const last = pieceAt(pieces, end - 1);
	range.setStart(first.node, start - first.at);
	range.setEnd(last.node, Math.min(last.node.length, end - last.at));
	return range;
}

/** Returns the last piece that begins at or before the offset. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece {
	let low = 0;
	let high = pieces.length - 1;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return pieces[low] as Piece;
}
