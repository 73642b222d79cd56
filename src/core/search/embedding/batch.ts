import type { GatewayError } from "../../wire/gatewayError";
import type { MissingContent } from "../model/chunker";

/** Contents that go in one request. */
export interface Batch {
	readonly contents: readonly MissingContent[];
	/** The failed batch that it is a half of. */
	readonly half?: FailedBatch;
	/** Whether it has failed before, and others have passed since. */
	readonly again?: boolean;
}

/** A batch that failed as a whole, and is sent in halves. */
export class FailedBatch {
	#undecided = 2;
	#passed = 0;

	/** How many contents it held. */
	readonly count: number;
	/** How many held the batch that it may be a part of itself. */
	readonly whole: number;

	constructor(
		{ contents, half }: Batch,
		readonly error: GatewayError,
	) {
		this.count = contents.length;
		this.whole = half?.whole ?? this.count;
	}

	/** One of its halves passed as a whole, or failed. */
	decide(passed: boolean): void {
		this.#undecided--;
		if (passed) this.#passed++;
	}

	get decided(): boolean {
		return this.#undecided === 0;
	}

	/** Whether nothing was wrong with it but that it was one. */
	get halvesPassed(): boolean {
		return this.#passed === 2;
	}
}

/** The two halves of a batch of two contents or more. */
export function halvesOf({ contents }: Batch, failed: FailedBatch): readonly Batch[] {
	const middle = contents.length >> 1;
	return [contents.slice(0, middle), contents.slice(middle)].map((half) => ({ contents: half, half: failed }));
}
