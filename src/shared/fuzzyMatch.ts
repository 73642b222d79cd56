import { limits } from "./untrusted/limits";

/** How well a text fits what was typed of it: every letter of the query stands in it, in the same order. */
interface Fit<T> {
	readonly item: T;
	readonly score: number;
}

/**
 * The items whose text fits the query, the best first; equally good ones in the order in which they came. An empty query
 * fits everything, one that is longer than `limits.fileQueryLength` nothing. Of a text, only the first `limits.pathLength`
 * characters are compared: looking for a long query in a long text takes quadratic time.
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
 * Higher is better; undefined when the query is not in the text. A letter counts more where a word begins and where it
 * follows the one before; of two texts that fit alike, the shorter one is better.
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
