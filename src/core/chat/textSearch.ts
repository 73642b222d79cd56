/** A text as it is searched: neither case nor accents count. Its length is the text's where it is composed of plain letters. */
export function searchable(text: string): string {
	// Most texts have no accents, and these take ten times as long.
	if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
	return text
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase();
}

/** The words of a search, each of which must be found. */
export function searchWords(query: string): readonly string[] {
	return searchable(query).split(/\s+/).filter(Boolean);
}

/** How much of a text is shown around what was found, in characters. */
const before = 30;
const after = 90;

/**
 * The surroundings of the first word that a text holds, on one line; `undefined` when it holds none.
 *
 * @param searched the text as `searchable` gives it.
 */
export function excerpt(text: string, searched: string, words: readonly string[]): string | undefined {
	const places = words.map((word) => searched.indexOf(word)).filter((at) => at >= 0);
	if (places.length === 0) return undefined;
	// Folding may shift a place a little; the surroundings are wide enough for that.
	const at = places.reduce((first, place) => Math.min(first, place));
	const begin = Math.max(0, at - before);
	const part = text
		.slice(begin, at + after)
		.replace(/\s+/g, " ")
		.trim();
	return `${begin > 0 ? "…" : ""}${part}${at + after < text.length ? "…" : ""}`;
}
