import { appendAll } from "../../shared/untrusted/appendAll";
import { type Chunk, chunkLength } from "./chunk";
import { cutLineRange } from "./cutLines";
import type { LineOffsets } from "./lineOffsets";
import type { SyntaxNode } from "./syntaxNode";

/**
 * A definition of so many lines is a chunk of its own, whatever stands around it: a change to one function is then no
 * change to another's chunk.
 */
const ownLines = 4;

/** Lines that belong together: `from` up to, not including, `to`. */
interface Piece {
	readonly from: number;
	readonly to: number;
	readonly symbol: string;
	/** Whether it has earned a chunk of its own. */
	readonly alone: boolean;
	/** Whether it is a comment, which goes with what follows. */
	readonly comment: boolean;
}

/**
 * Cuts a text along its syntax: a definition that is long enough is a chunk, with the comment above it; one that is too
 * long is cut into its parts; short ones stand together. Every line that is neither blank nor encoded is in exactly one
 * chunk, save that parts of one line go to the first.
 *
 * @param root covers the text; its offsets are the text's own.
 */
export function cutTree(lines: LineOffsets, root: SyntaxNode): Chunk[] {
	return joined(lines, piecesIn(lines, root, 0, lines.count, ""));
}

/** A node's lines as pieces, each of its children's and what lies between them. */
function piecesIn(lines: LineOffsets, node: SyntaxNode, from: number, to: number, symbol: string): Piece[] {
	const pieces: Piece[] = [];
	const add = (start: number, end: number, own: Partial<Piece> = {}) => {
		if (start < end) pieces.push({ from: start, to: end, symbol, alone: false, comment: false, ...own });
	};
	let next = from;
	for (const child of node.children()) {
		const first = Math.max(next, lines.at(child.start));
		const end = Math.min(to, lines.at(Math.max(child.start, child.end - 1)) + 1);
		if (end <= first) continue;
		add(next, first);
		next = end;
		const length = lines.start(end) - lines.start(first);
		if (length > chunkLength.most) appendAll(pieces, piecesIn(lines, child, first, end, within(symbol, child)));
		else if (child.isDefinition && end - first >= ownLines)
			add(first, end, { symbol: within(symbol, child), alone: true });
		else add(first, end, { comment: child.isComment });
	}
	add(next, to);
	return pieces;
}

/** A node's symbol; what only wraps a definition, such as `export`, has the same name as it. */
function within(symbol: string, { name }: SyntaxNode): string {
	if (name === undefined || name === symbol || symbol.endsWith(`.${name}`)) return symbol;
	return symbol ? `${symbol}.${name}` : name;
}

/** Joins neighbours until they are long enough; comments wait for what they are about. */
function joined(lines: LineOffsets, pieces: readonly Piece[]): Chunk[] {
	const chunks: Chunk[] = [];
	let open: Piece[] = [];
	const close = () => {
		const [first] = open;
		const last = open.at(-1);
		if (first && last) appendAll(chunks, cutLineRange(lines, first.from, last.to, commonSymbol(open)));
		open = [];
	};
	const lengthWith = (piece: Piece) => lines.start(piece.to) - lines.start(open[0]?.from ?? piece.from);
	for (const piece of pieces) {
		if (piece.alone) {
			const comments = takeComments(open);
			close();
			open = [...comments];
			if (lengthWith(piece) > chunkLength.most) close();
			const symbol = piece.symbol;
			open = [...open.map((comment) => ({ ...comment, symbol })), piece];
			close();
			continue;
		}
		const [first] = open;
		const other = first !== undefined && parent(first.symbol) !== parent(piece.symbol) && first.symbol !== piece.symbol;
		if (other || lengthWith(piece) > chunkLength.good) {
			const comments = takeComments(open);
			close();
			open = comments;
		}
		open.push(piece);
	}
	close();
	return chunks;
}

/** Takes the comments at the end of what is open, with the blank lines between them. */
function takeComments(open: Piece[]): Piece[] {
	let count = 0;
	while (count < open.length && open[open.length - 1 - count]?.comment) count++;
	return open.splice(open.length - count);
}

/** What several pieces have in common. */
function commonSymbol(pieces: readonly Piece[]): string {
	const first = pieces[0]?.symbol ?? "";
	return pieces.every(({ symbol }) => symbol === first) ? first : parent(first);
}

function parent(symbol: string): string {
	return symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
}
