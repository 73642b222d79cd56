import { chunkLength } from "./chunk";
import type { LineOffsets } from "./lineOffsets";

/** Minimum length of a fold, in characters: parsing a shorter text is faster than removing it. */
export const worthwhile = 24;

/** A text without the folded parts, which maps offsets back to the original. */
export class FoldedText {
	readonly text: string;
	/** The positions in this text where a part was removed, and the total length removed up to each. */
	readonly #places: number[] = [];
	readonly #leftOut: number[] = [];

	/** @param folds the parts to remove, in order; nothing by default. */
	constructor(whole: string, folds: Iterable<Fold> = []) {
		let text = "";
		let next = 0;
		for (const { start, end, instead } of folds) {
			text += whole.slice(next, start) + instead;
			next = end;
			this.#places.push(text.length);
			this.#leftOut.push(end - text.length);
		}
		this.text = text + whole.slice(next);
	}

	/** Returns the offset in the original for an offset in this text. */
	whole(offset: number): number {
		let low = 0;
		let high = this.#places.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#places[middle] as number) <= offset) low = middle + 1;
			else high = middle;
		}
		return offset + (this.#leftOut[low - 1] ?? 0);
	}
}

/** A part to remove; `end` is exclusive. */
interface Fold {
	readonly start: number;
	readonly end: number;
	readonly instead: string;
}

/** Collects the parts of a text to remove, in order. */
export class Folds {
	readonly #folds: Fold[] = [];

	/** @param lines the text's lines: one may be as long as the text, and full of parts to fold. */
	constructor(private readonly lines: LineOffsets) {}

	/**
	 * Adds a fold, which replaces the folds within it.
	 *
	 * @param instead the text in its place; not longer than the part.
	 */
	add(start: number, end: number, instead = ""): void {
		let behind = this.#folds.length;
		while (behind > 0 && (this.#folds[behind - 1] as Fold).start >= end) behind--;
		let within = behind;
		while (within > 0 && (this.#folds[within - 1] as Fold).start > start) within--;
		this.#folds.splice(within, behind - within, { start, end, instead });
	}

	/** Adds a fold if it is long enough to be worthwhile. */
	addIfLong(start: number, end: number): void {
		if (end - start >= worthwhile) this.add(start, end);
	}

	/** Adds a fold if its lines fit into a chunk. */
	addIfFits(start: number, end: number): void {
		if (end - start < worthwhile) return;
		const { lines } = this;
		if (lines.end(lines.at(end)) - lines.start(lines.at(start)) < chunkLength.most) this.add(start, end);
	}

	folded(): FoldedText {
		return new FoldedText(this.lines.text, this.#folds);
	}
}
