/** A way to read a streamed answer: Gatehouse's own, or a rival's. */
export interface StreamClient {
	/**
	 * Asks and reads the answer to its end, over a connection that is kept.
	 *
	 * @param model one of `streamModel` or `firstTokenModel`.
	 * @param onFirst called at the first text.
	 * @returns the number of characters of text, which proves that everything was read.
	 */
	read(model: string, onFirst: () => void): Promise<number>;
}

/** The export of each client's module. @param url with `/v1`. */
export type CreateStreamClient = (url: string) => StreamClient;

/** The texts of the streamed chunks, in order; all have the same length, so that characters count chunks. */
export const chunkTexts = [" alpha", " bravo", " delta", " hotel", " india", " kilos", " limas", " oscar"];

/** Number of characters in one chunk. */
export const chunkLength = 6;

/** The differences between the chunks of a stream; most gateways send plain ones. */
export const chunkShapes = ["plain", "CRLF", "padding", "reasoning", "usage"] as const;
export type ChunkShape = (typeof chunkShapes)[number];

/** Returns the name of the model that answers with this many chunks of a shape, as fast as possible. */
export const streamModel = (chunks: number, shape: ChunkShape): string => `stream-${chunks}-${shape}`;

/** The model that answers with one chunk at once; the end follows in separate packets. */
export const firstTokenModel = "first-token";

/** The question that every client asks. */
export const question = "How long does it take?";
