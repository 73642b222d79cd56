import type { GatewayError } from "../../gateway/gatewayError";
import type { MissingContent } from "../model/chunker";

/** Contents that are sent in one request. */
export interface Batch {
	readonly contents: readonly MissingContent[];
	/** The failed batch that this is a half of. */
	readonly half?: FailedBatch;
	/** Whether it failed before, while other batches succeeded. */
	readonly again?: boolean;
}

/** A batch that failed as a whole and is sent again in halves. */
export class FailedBatch {
	#undecided = 2;
	#passed = 0;

	/** The number of contents in it. */
	readonly count: number;
	/** The number of contents in the original batch, before any halving. */
	readonly whole: number;

	constructor(
		{ contents, half }: Batch,
		readonly error: GatewayError,
	) {
		this.count = contents.length;
		this.whole = half?.whole ?? this.count;
	}

	/** Records whether one of its halves succeeded as a whole. */
	decide(passed: boolean): void {
		this.#undecided--;
		if (passed) this.#passed++;
	}

	get decided(): boolean {
		return this.#undecided === 0;
	}

	/** Whether both halves succeeded, so that only the batch's size was the problem. */
	get halvesPassed(): boolean {
		return this.#passed === 2;
	}
}

/** Splits a batch of at least two contents into halves. */
export function halvesOf({ contents }: Batch, failed: FailedBatch): readonly Batch[] {
	const middle = contents.length >> 1;
	return [contents.slice(0, middle), contents.slice(middle)].map((half) => ({ contents: half, half: failed }));
}
