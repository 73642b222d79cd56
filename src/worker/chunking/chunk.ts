/** A piece of a file that is embedded and found as a unit. */
export interface Chunk {
	/** The lines, counted from 1, both included. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** The symbol that it is, or is part of, such as `Budget.spend`; empty if unknown. */
	readonly symbol: string;
	readonly text: string;
}

/**
 * Lengths of chunks, in characters. The maximum is about 400 tokens: what the smallest embedding models accept, and
 * short enough for a vector to express one meaning.
 */
export const chunkLength = { most: 1600, good: 900, least: 250 } as const;

/**
 * The content of a chunk, without path and lines, so that a file that is renamed, or changed above it, is not embedded
 * again.
 */
type Content = Pick<Chunk, "symbol" | "text">;

/** Returns the text of a chunk that is embedded. */
export function contentOf({ symbol, text }: Content): string {
	return symbol ? `${symbol}\n${text}` : text;
}

/** Returns a key that identifies a content; symbol and text are kept apart in it. */
export function contentKey({ symbol, text }: Content): string {
	return `${symbol}\0${text}`;
}
