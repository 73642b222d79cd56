/** The figures of embedding a large folder over the real wire. */
export interface WireFigures {
	/** Requests that the gateway let pass, as a share of those that its limit allowed in the same time, from 0 to 1. */
	readonly busy: number;
	/** The 99th percentile of the main thread's delay, in milliseconds: while files are read and cut, and while chunks are embedded. */
	readonly delayCutting: number;
	readonly delayEmbedding: number;
	/** Chunks embedded in a second, without a limit. */
	readonly rate: number;
}

/** The numbers in a vector, as many large models have. */
export const dimension = 1024;
export const modelName = "bench-embed";
