import { type Capabilities, usualEmbeddingBatch } from "../../gateway/capabilities/capabilities";
import type { CapabilityStore } from "../../gateway/capabilities/capabilityStore";
import type { FailedBatch } from "./batch";

const largestBatch = 64;
/** Maximum number of values in a response to a full batch: the extension host is blocked while they are parsed. */
const mostNumbers = 32_768;
/** The dimension that is assumed while it is not known: that of many popular models. */
const usualDimension = 1024;
/** Number of full batches that must succeed before a larger size is tried. */
const before = 3;
/**
 * Statuses that concern the request itself rather than a temporary condition: the gateway client has already retried a
 * 500.
 */
const aboutSent: readonly unknown[] = [400, 413, 422, 500];

/** The number of texts per request: one, until the gateway is known to accept several; then more, until it refuses. */
export class BatchSize {
	#passed = 0;
	/** The largest number of texts that succeeded in one request. */
	#largestPassed = 0;
	/** A temporary maximum for this build, which overrides the learned size. */
	#most = Number.POSITIVE_INFINITY;

	/** @param gateway the base URL's `href`. */
	constructor(
		private readonly gateway: string,
		private readonly model: string,
		private readonly capabilities: CapabilityStore,
	) {}

	get current(): number {
		const { embeddingArrays, embeddingBatch = usualEmbeddingBatch } = this.#known;
		return embeddingArrays ? Math.min(embeddingBatch, this.#most) : 1;
	}

	/** Whether it is not known yet if the gateway accepts several texts per request. */
	get unknown(): boolean {
		return this.#known.embeddingArrays === undefined && this.#most > 1;
	}

	/**
	 * Returns about how many requests a number of texts takes, by the same rules. A gateway of which nothing is known is
	 * assumed to accept several texts.
	 */
	requestsFor(texts: number): number {
		const { embeddingArrays, embeddingBatch = usualEmbeddingBatch, dimension = usualDimension } = this.#known;
		if (embeddingArrays === false || texts < 2) return texts;
		let size = embeddingBatch;
		let [requests, left] = this.unknown ? [1, texts - 2] : [0, texts];
		for (;;) {
			const larger = this.#isLimited ? size : largerThan(size, dimension);
			if (larger <= size || left <= size * before) return requests + Math.ceil(left / size);
			left -= size * before;
			requests += before;
			size = larger;
		}
	}

	/**
	 * Sends two texts at once to find out whether the gateway accepts them.
	 *
	 * @throws what `send` throws, possibly because there are two.
	 */
	async trySeveral(send: () => Promise<Float32Array[]>): Promise<Float32Array[]> {
		// The gateway client sends an array only if the capability is known.
		await this.#record({ embeddingArrays: true });
		try {
			return await send();
		} catch (error) {
			await this.capabilities.unlearn(this.gateway, this.model, "embeddingArrays");
			throw error;
		}
	}

	/**
	 * Reduces the size after a batch failed but both of its halves succeeded: for this build only, if the cause may be
	 * temporary or these very texts; otherwise permanently.
	 */
	async tooMany({ count, whole, error }: FailedBatch): Promise<void> {
		const half = Math.ceil(count / 2);
		// As many texts have succeeded before, so these texts are the cause; or concurrent requests have already reduced
		// the size.
		if (count <= this.#largestPassed || half >= Math.max(2, this.current)) return;
		const { unknown } = this;
		if (!aboutSent.includes(error.status) || whole < this.current) this.#most = half;
		else if (unknown) await this.#record({ embeddingArrays: false });
		else await this.#record({ embeddingBatch: half, embeddingBatchLimited: true });
	}

	/**
	 * Records a successful batch; after several, a larger size is tried.
	 *
	 * @param sent the number of texts in the request.
	 * @param dimension the number of values in each vector.
	 */
	async passed(sent: number, dimension: number): Promise<void> {
		// The gateway client may have split it into smaller requests.
		if (sent <= this.current) this.#largestPassed = Math.max(this.#largestPassed, sent);
		// For the next estimate.
		if (dimension > 0 && dimension !== this.#known.dimension) await this.#record({ dimension });
		const larger = largerThan(sent, dimension);
		if (this.#isLimited || sent < 2 || sent < this.current || larger <= sent || ++this.#passed < before) return;
		this.#passed = 0;
		await this.#record({ embeddingBatch: larger });
	}

	get #isLimited(): boolean {
		return this.#known.embeddingBatchLimited === true || this.#most < Number.POSITIVE_INFINITY;
	}

	get #known(): Capabilities {
		return this.capabilities.get(this.gateway, this.model);
	}

	#record(learned: Capabilities): Promise<void> {
		return this.capabilities.record(this.gateway, this.model, learned);
	}
}

/** Returns the size that is tried after batches of a size have succeeded; it may be smaller. */
function largerThan(size: number, dimension: number): number {
	return Math.min(largestBatch, Math.floor(mostNumbers / Math.max(1, dimension)), size * 2);
}
