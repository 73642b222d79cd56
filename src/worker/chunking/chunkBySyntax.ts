import { appendAll } from "../../shared/untrusted/appendAll";
import { type Chunk, chunkLength } from "./chunk";
import { chunkLineRange } from "./chunkByLines";
import type { LineOffsets } from "./lineOffsets";

/** The parts of a syntax tree that cutting needs; the worker implements it with tree-sitter. */
export interface SyntaxNode {
	/** Offsets in the text. */
	readonly start: number;
	readonly end: number;
	/** Whether it is a function, a class or a similar definition. */
	readonly isDefinition: boolean;
	readonly isComment: boolean;
	/** The name of a definition; `undefined` if it has none. */
	readonly name: string | undefined;
	/** Returns the children in the order of the text. */
	children(): Iterable<SyntaxNode>;
}

/**
 * Minimum number of lines of a definition that gets a chunk of its own, so that a change to one function does not
 * change another's chunk.
 */
const ownLines = 4;

/** Consecutive lines that belong together; `to` is exclusive. */
interface Piece {
	readonly from: number;
	readonly to: number;
	readonly symbol: string;
	/** Whether it gets a chunk of its own. */
	readonly alone: boolean;
	/** Whether it is a comment, which belongs to what follows. */
	readonly comment: boolean;
}

/**
 * Cuts a text along its syntax tree: a long enough definition is a chunk, with the comment above it; one that is too
 * long is cut into its parts; short ones are joined. Every line that is neither blank nor encoded is in exactly one
 * chunk; if several parts share a line, it belongs to the first.
 *
 * @param root covers the text; its offsets are those of the text.
 */
export function chunkBySyntax(lines: LineOffsets, root: SyntaxNode): Chunk[] {
	return joined(lines, piecesIn(lines, root, 0, lines.count, ""));
}

/** Returns the lines of a node as pieces: one for each child, and for the lines between them. */
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

/** Returns the symbol of a node; a node that only wraps a definition, such as `export`, has the same name. */
function within(symbol: string, { name }: SyntaxNode): string {
	if (name === undefined || name === symbol || symbol.endsWith(`.${name}`)) return symbol;
	return symbol ? `${symbol}.${name}` : name;
}

/** Joins adjacent pieces until they are long enough; comments are joined with what follows them. */
function joined(lines: LineOffsets, pieces: readonly Piece[]): Chunk[] {
	const chunks: Chunk[] = [];
	let open: Piece[] = [];
	const close = () => {
		const [first] = open;
		const last = open.at(-1);
		if (first && last) appendAll(chunks, chunkLineRange(lines, first.from, last.to, commonSymbol(open)));
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

/** Removes and returns the comments at the end of the open pieces, with the blank lines between them. */
function takeComments(open: Piece[]): Piece[] {
	let count = 0;
	while (count < open.length && open[open.length - 1 - count]?.comment) count++;
	return open.splice(open.length - count);
}

/** Returns the symbol that several pieces have in common. */
function commonSymbol(pieces: readonly Piece[]): string {
	const first = pieces[0]?.symbol ?? "";
	return pieces.every(({ symbol }) => symbol === first) ? first : parent(first);
}

function parent(symbol: string): string {
	return symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
}
