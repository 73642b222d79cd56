import { chunkLength } from "./chunk";
import type { LineOffsets } from "./lineOffsets";

/** What is shorter is parsed faster than it is left out, in characters. */
export const worthwhile = 24;

/** A text without some of its parts, and the way back. */
export class FoldedText {
	readonly text: string;
	/** Where in this text something is left out, and how much up to there. */
	readonly #places: number[] = [];
	readonly #leftOut: number[] = [];

	/** @param folds what to leave out; without it, nothing. */
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

	/** Where an offset of this text lies in the whole. */
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

/** What is left out: `start` up to, not including, `end`. */
interface Fold {
	readonly start: number;
	readonly end: number;
	readonly instead: string;
}

/** What to leave out of a text, in its order. */
export class Folds {
	readonly #folds: Fold[] = [];

	/** @param lines the text's: one may be as long as the text, and full of what is looked at. */
	constructor(private readonly lines: LineOffsets) {}

	/**
	 * Leaves something out, and with it what was to be left out in there.
	 *
	 * @param instead what stands there from now on: no more than was there.
	 */
	add(start: number, end: number, instead = ""): void {
		let behind = this.#folds.length;
		while (behind > 0 && (this.#folds[behind - 1] as Fold).start >= end) behind--;
		let within = behind;
		while (within > 0 && (this.#folds[within - 1] as Fold).start > start) within--;
		this.#folds.splice(within, behind - within, { start, end, instead });
	}

	/** The same, where that is worthwhile. */
	addIfLong(start: number, end: number): void {
		if (end - start >= worthwhile) this.add(start, end);
	}

	/** The same, where its lines fit into a chunk. */
	addIfFits(start: number, end: number): void {
		if (end - start < worthwhile) return;
		const { lines } = this;
		if (lines.end(lines.at(end)) - lines.start(lines.at(start)) < chunkLength.most) this.add(start, end);
	}

	folded(): FoldedText {
		return new FoldedText(this.lines.text, this.#folds);
	}
}
