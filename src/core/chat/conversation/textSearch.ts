/**
 * Prepares a text for searching: neither case nor accents count. The length stays the same for text of plain letters.
 */
export function searchable(text: string): string {
	// A shortcut: most texts have no accents, and the way below takes ten times as long.
	if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
	return text
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase();
}

/** Returns the words of a search, each of which must be found. */
export function searchWords(query: string): readonly string[] {
	return searchable(query).split(/\s+/).filter(Boolean);
}

/** Amount of text that is shown before and after a match, in characters. */
const before = 30;
const after = 90;

/**
 * Returns the text around the first match of any of the words, on one line; `undefined` when there is none.
 *
 * @param searched the text as `searchable` returns it.
 */
export function excerpt(text: string, searched: string, words: readonly string[]): string | undefined {
	const places = words.map((word) => searched.indexOf(word)).filter((at) => at >= 0);
	if (places.length === 0) return undefined;
	// Folding may shift a position slightly; the surrounding text is long enough for that.
	const at = places.reduce((first, place) => Math.min(first, place));
	const begin = Math.max(0, at - before);
	const part = text
		.slice(begin, at + after)
		.replace(/\s+/g, " ")
		// The commonest marks of Markdown, which the list does not render.
		.replace(/\*\*|`/g, "")
		.trim();
	return `${begin > 0 ? "…" : ""}${part}${at + after < text.length ? "…" : ""}`;
}
