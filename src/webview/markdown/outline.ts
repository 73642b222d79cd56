/**
 * Where a heading stands among those before it. Answers begin with any level and leave some out; told to a screen reader
 * like that, the outline has holes. So each heading goes one level below the last that it belongs to, and the
 * page's own title is above them all. Only the looks follow the level that was written.
 */
export interface Outline {
	/** The written levels of the headings that the next one may belong to. */
	readonly path: readonly number[];
}

/** An answer's outline before its first heading. */
export const emptyOutline: Outline = { path: [] };

/** Adds a heading of a written level, 1 to 6; gives the outline after it and the level of its element. */
export function addHeading(outline: Outline, written: number): { readonly outline: Outline; readonly level: number } {
	const above = outline.path.filter((level) => level < written);
	return { outline: { path: [...above, written] }, level: Math.min(6, above.length + 2) };
}
