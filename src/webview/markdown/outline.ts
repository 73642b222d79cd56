/**
 * The position of a heading among those before it. Answers begin with any level and skip levels, which would leave gaps
 * in the outline for screen readers. So each heading is one level below the last one that it belongs to, and all are
 * below the page's own title. Only the appearance follows the written level.
 */
export interface Outline {
	/** The written levels of the headings that the next one may belong to. */
	readonly path: readonly number[];
}

/** An answer's outline before its first heading. */
export const emptyOutline: Outline = { path: [] };

/** Adds a heading with a written level from 1 to 6; returns the outline after it and the level of its element. */
export function addHeading(outline: Outline, written: number): { readonly outline: Outline; readonly level: number } {
	const above = outline.path.filter((level) => level < written);
	return { outline: { path: [...above, written] }, level: Math.min(6, above.length + 2) };
}
