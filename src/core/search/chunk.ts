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

/**
 * What is embedded of a chunk, and what its content is known by. No path and no line: a file that is renamed, or grows
 * at its top, is not embedded again.
 */
export function contentOf({ symbol, text }: Pick<Chunk, "symbol" | "text">): string {
	return symbol ? `${symbol}\n${text}` : text;
}
