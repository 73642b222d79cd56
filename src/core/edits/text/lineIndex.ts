import { limits } from "../../../shared/untrusted/limits";
import { findRuns } from "./lineMatch";

/**
 * The lines of a text, indexed for many searches for runs of lines; trailing spaces do not count. Runs that occur
 * everywhere take long to find: after `limits.lineComparisons` comparisons, nothing more is found.
 */
export class LineIndex {
	readonly #lines: readonly string[];
	readonly #places = new Map<string, number[]>();
	#left: number = limits.lineComparisons;

	constructor(lines: readonly string[]) {
		this.#lines = lines.map((line) => line.trimEnd());
		for (const [at, line] of this.#lines.entries()) {
			const places = this.#places.get(line);
			if (places) places.push(at);
			else this.#places.set(line, [at]);
		}
	}

	/** Returns the positions of a line, counted from 0. */
	placesOf(line: string): readonly number[] {
		return this.#places.get(line.trimEnd()) ?? [];
	}

	/** Returns the positions of a run of lines; `undefined` when that would take too long. */
	find(wanted: readonly string[]): readonly number[] | undefined {
		if (wanted.length === 0) return [];
		const places = wanted.map((line) => this.placesOf(line));
		const rarest = places.reduce((best, { length }, at) => (length < (places[best]?.length ?? 0) ? at : best), 0);
		const candidates = places[rarest] ?? [];
		const comparisons = candidates.length * wanted.length;
		const fewer = Math.min(comparisons, this.#lines.length);
		if (!this.#allows(fewer)) return undefined;
		if (fewer < comparisons) return findRuns(this.#lines, wanted);
		const lines = wanted.map((line) => line.trimEnd());
		return candidates
			.map((at) => at - rarest)
			.filter((at) => at >= 0 && lines.every((line, index) => this.#lines[at + index] === line));
	}

	#allows(comparisons: number): boolean {
		this.#left -= comparisons;
		return this.#left >= 0;
	}
}
