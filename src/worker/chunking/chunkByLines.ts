import { cutBefore } from "../../core/search/model/cutBefore";
import { areEncoded, partsBesideEncoded } from "../../core/search/model/encodedText";
import { appendAll } from "../../shared/untrusted/appendAll";
import { type Chunk, chunkLength } from "./chunk";
import { LineOffsets } from "./lineOffsets";

/** Cuts any text into chunks: between paragraphs, preferably before a line without indentation. */
export function chunkByLines(text: string): Chunk[] {
	const lines = new LineOffsets(text);
	return chunkLineRange(lines, 0, lines.count, "");
}

/**
 * Cuts a range of lines into chunks, without blank and encoded lines.
 *
 * @param from the first line, counted from 0.
 * @param to the line after the last.
 */
export function chunkLineRange(lines: LineOffsets, from: number, to: number, symbol: string): Chunk[] {
	const chunks: Chunk[] = [];
	let first = from;
	while (first < to) {
		if (lines.isBlank(first)) {
			first++;
			continue;
		}
		const end = endOf(lines, first, to);
		appendAll(chunks, chunksOf(lines, first, end, symbol));
		first = end;
	}
	return chunks;
}

/** Returns the line before which a chunk that begins at `first` should end. */
function endOf(lines: LineOffsets, first: number, to: number): number {
	const start = lines.start(first);
	if (lines.start(to) - start <= chunkLength.most) return to;
	let best = first + 1;
	let bestWorth = -1;
	for (let line = first + 1; line < to && lines.start(line) - start <= chunkLength.most; line++) {
		if (lines.isBlank(line)) continue;
		const length = lines.start(line) - start;
		const text = lines.slice(line, line + 1);
		const worth =
			(length >= chunkLength.least ? 4 : 0) +
			(lines.isBlank(line - 1) ? 2 : 0) +
			(/^\S/.test(text) ? 1 : 0) +
			(/^#{1,6} /.test(text) ? 2 : 0);
		// Of equally good lines, the later one gives fewer chunks.
		if (worth >= bestWorth) [best, bestWorth] = [line, worth];
	}
	return best;
}

/** Returns lines as one chunk, or a line that is too long in pieces; leaves out encoded text. */
function chunksOf(lines: LineOffsets, from: number, to: number, symbol: string): Chunk[] {
	let last = to;
	while (last > from && lines.isBlank(last - 1)) last--;
	const text = lines.slice(from, last);
	const place = { firstLine: from + 1, lastLine: last, symbol };
	if (text.length <= chunkLength.most) return areEncoded(text) ? [] : [{ ...place, text }];
	return partsBesideEncoded(text)
		.flatMap(piecesOf)
		.map((piece) => ({ ...place, text: piece }));
}

function piecesOf(text: string): readonly string[] {
	const pieces: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = cutBefore(text, at + chunkLength.most);
		pieces.push(text.slice(at, end));
		at = end;
	}
	return pieces;
}
