/**
 * Lengths in characters: a piece ends after the line in which it reaches `enough`, and at `most` even within a line.
 */
export interface PieceLength {
	readonly enough: number;
	readonly most: number;
}

const length: PieceLength = { enough: 4_000, most: 8_000 };

/**
 * Appends text to an element that grows. Its pieces are boxes, of which only those near the reader are laid out. The
 * element's text is the same as without them, and the boxes are the same whether the text is appended at once or in
 * steps.
 */
export function appendInPieces(text: string, root: Element): void {
	let rest = text;
	while (rest !== "") {
		const last = root.lastElementChild?.lastChild;
		let room = last instanceof Text ? roomInPiece(last.data, rest, length) : 0;
		if (last instanceof Text && room > 0) last.appendData(rest.slice(0, room));
		else {
			room = roomInPiece("", rest, length);
			addPiece(root, rest.slice(0, room));
		}
		rest = rest.slice(room);
	}
}

function addPiece(root: Element, text: string): void {
	const piece = document.createElement("span");
	piece.className = "text-piece";
	piece.append(text);
	root.append(piece);
}

/**
 * Returns how much of the following text fits into a piece, never half of a surrogate pair; 0 when the piece is full.
 */
export function roomInPiece(piece: string, rest: string, { enough, most }: PieceLength): number {
	const halved = isHalved(piece, rest);
	if ((piece.length >= most && !halved) || (piece.length > enough && piece.endsWith("\n"))) return 0;
	const room = Math.max(halved ? 1 : 0, most - piece.length);
	const fits = rest.slice(0, room);
	const lineBreak = fits.indexOf("\n", Math.max(0, enough - piece.length));
	const end = lineBreak < 0 ? fits.length : lineBreak + 1;
	return isHalved(fits.slice(0, end), rest.slice(end)) ? end + 1 : end;
}

/** Returns whether a surrogate pair begins in one text and ends in the next. */
function isHalved(before: string, after: string): boolean {
	return (before.charCodeAt(before.length - 1) & 0xfc00) === 0xd800 && (after.charCodeAt(0) & 0xfc00) === 0xdc00;
}
