import { limits } from "./untrusted/limits";

/** An item and its score: its text contains every letter of the query, in the same order. */
interface Fit<T> {
	readonly item: T;
	readonly score: number;
}

/**
 * Returns the items whose text matches the query, best first; ties keep their order. An empty query matches everything,
 * one longer than `limits.fileQueryLength` nothing. Only the first `limits.pathLength` characters of a text are
 * compared: matching a long query with a long text takes quadratic time.
 */
export function fuzzyMatch<T>(query: string, items: readonly T[], textOf: (item: T) => string): T[] {
	if (query === "") return [...items];
	if (query.length > limits.fileQueryLength) return [];
	const fits = items.flatMap((item): Fit<T>[] => {
		const score = fuzzyScore(query, textOf(item).slice(0, limits.pathLength));
		return score === undefined ? [] : [{ item, score }];
	});
	return fits.sort((a, b) => b.score - a.score).map(({ item }) => item);
}

/**
 * Returns the score of a text, higher for a better match; `undefined` when the query is not in the text. A letter
 * scores more at the beginning of a word and directly after the previous match; of two texts that match alike, the
 * shorter one is better.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
	const letters = query.toLowerCase();
	const inText = text.toLowerCase();
	const whole = inText.indexOf(letters);
	if (whole >= 0) return 1000 + (beginsWord(text, whole) ? 500 : 0) + (whole === 0 ? 500 : 0) - text.length / 1000;
	let score = 0;
	let at = -1;
	for (const letter of letters) {
		const next = inText.indexOf(letter, at + 1);
		if (next < 0) return undefined;
		score += beginsWord(text, next) ? 8 : next === at + 1 ? 4 : 1;
		at = next;
	}
	return score - text.length / 1000;
}

function beginsWord(text: string, at: number): boolean {
	if (at === 0) return true;
	const pair = text.slice(at - 1, at + 1);
	return /^[^\p{L}\p{N}][\p{L}\p{N}]$/u.test(pair) || /^\p{Ll}\p{Lu}$/u.test(pair) || /^\p{L}\p{N}$/u.test(pair);
}
