/** A way to read a streamed answer: Gatehouse's own, or a rival's. */
export interface StreamClient {
	/**
	 * Asks and reads the answer to its end, over a connection that is kept.
	 *
	 * @param model one of `streamModel` or `firstTokenModel`.
	 * @param onFirst called at the first text.
	 * @returns the characters of text that came: the proof that everything was read.
	 */
	read(model: string, onFirst: () => void): Promise<number>;
}

/** The export of each client's module. @param url with `/v1`. */
export type CreateStreamClient = (url: string) => StreamClient;

/** The texts of the streamed chunks, one after the other; of one length, so that characters count chunks. */
export const chunkTexts = [" alpha", " bravo", " delta", " hotel", " india", " kilos", " limas", " oscar"];

/** Characters of text in one chunk. */
export const chunkLength = 6;

/** How the chunks of a stream differ from each other; most gateways send them plain. */
export const chunkShapes = ["plain", "CRLF", "padding", "reasoning", "usage"] as const;
export type ChunkShape = (typeof chunkShapes)[number];

/** The model that answers with so many chunks of a shape, as fast as it can. */
export const streamModel = (chunks: number, shape: ChunkShape): string => `stream-${chunks}-${shape}`;

/** The model that answers with one chunk at once; its end follows in packets of their own. */
export const firstTokenModel = "first-token";

/** The question that every client asks. */
export const question = "How long does it take?";
