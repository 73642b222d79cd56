/** A piece of a file that is embedded and found as one. */
export interface Chunk {
	/** The lines, counted from 1, both included. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** What it is or lies in, such as `Budget.spend`; empty where nobody knows. */
	readonly symbol: string;
	readonly text: string;
}

/**
 * How long chunks are, in characters. About 400 tokens at the most: what the smallest embedding models take in, and so
 * little that a vector still means one thing.
 */
export const chunkLength = { most: 1600, good: 900, least: 250 } as const;

/** What a chunk says: no path and no line, so that a file that is renamed, or grows at its top, is not embedded again. */
type Content = Pick<Chunk, "symbol" | "text">;

/** What is embedded of a chunk. */
export function contentOf({ symbol, text }: Content): string {
	return symbol ? `${symbol}\n${text}` : text;
}

/** What a chunk's content is known by: a text that begins with the name of another is another. */
export function contentKey({ symbol, text }: Content): string {
	return `${symbol}\0${text}`;
}
