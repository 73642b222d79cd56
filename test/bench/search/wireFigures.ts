/** The figures of embedding a large folder over HTTP. */
export interface WireFigures {
	/** Accepted requests, as a share of those that the gateway's limit allowed in the same time, from 0 to 1. */
	readonly busy: number;
	/** The 99th percentile of the main thread's delay, in milliseconds: while files are read and cut, and while chunks are embedded. */
	readonly delayCutting: number;
	readonly delayEmbedding: number;
	/** Number of chunks embedded in a second, without a limit. */
	readonly rate: number;
}

/** Number of dimensions of a vector, as for many large models. */
export const dimension = 1024;
export const modelName = "bench-embed";
