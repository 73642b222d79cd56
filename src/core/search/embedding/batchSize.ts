import { type Capabilities, usualEmbeddingBatch } from "../../wire/capabilities";
import type { CapabilityStore } from "../../wire/capabilityStore";
import type { FailedBatch } from "./batch";

const largestBatch = 64;
/** Nor more numbers in an answer, as long as they fill a batch: while they are read, the extension host does nothing else. */
const mostNumbers = 32_768;
/** So many full batches must have gone through before a larger one is tried. */
const before = 3;
/** Answers that are about what was sent, and not about the moment: the wire has tried a 500 again. */
const aboutSent: readonly unknown[] = [400, 413, 422, 500];

/** How many texts go in one request: one, until the gateway is known to take several; then more, until it refuses. */
export class BatchSize {
	#passed = 0;
	/** So many have gone through at once. */
	#largestPassed = 0;
	/** No more for now, whatever is known of better times. */
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

	/** Whether nobody has asked yet if several texts are taken at once. */
	get unknown(): boolean {
		return this.#known.embeddingArrays === undefined && this.#most > 1;
	}

	/**
	 * Sends two texts at once to see whether they are taken.
	 *
	 * @throws what `send` throws: perhaps for being two.
	 */
	async trySeveral(send: () => Promise<Float32Array[]>): Promise<Float32Array[]> {
		// The wire sends an array only where it is known to be taken.
		await this.#learn({ embeddingArrays: true });
		try {
			return await send();
		} catch (error) {
			await this.capabilities.unlearn(this.gateway, this.model, "embeddingArrays");
			throw error;
		}
	}

	/**
	 * A batch failed of which both halves passed. As many are not tried again: in this build, where it may have been a bad
	 * moment or these very texts, or ever.
	 */
	async tooMany({ count, whole, error }: FailedBatch): Promise<void> {
		const half = Math.ceil(count / 2);
		// As many have passed: it was these. Or others that were under way have told it before.
		if (count <= this.#largestPassed || half >= Math.max(2, this.current)) return;
		const { unknown } = this;
		if (!aboutSent.includes(error.status) || whole < this.current) this.#most = half;
		else if (unknown) await this.#learn({ embeddingArrays: false });
		else await this.#learn({ embeddingBatch: half, embeddingBatchLimited: true });
	}

	/**
	 * A batch went through: larger ones are tried after some.
	 *
	 * @param sent how many texts were asked for at once.
	 * @param dimension the numbers in each of their vectors.
	 */
	async passed(sent: number, dimension: number): Promise<void> {
		// The wire may have cut it down.
		if (sent <= this.current) this.#largestPassed = Math.max(this.#largestPassed, sent);
		const isLimited = this.#known.embeddingBatchLimited || this.#most < Number.POSITIVE_INFINITY;
		const larger = Math.min(largestBatch, Math.floor(mostNumbers / Math.max(1, dimension)), sent * 2);
		if (isLimited || sent < 2 || sent < this.current || larger <= sent || ++this.#passed < before) return;
		this.#passed = 0;
		await this.#learn({ embeddingBatch: larger });
	}

	get #known(): Capabilities {
		return this.capabilities.get(this.gateway, this.model);
	}

	#learn(learned: Capabilities): Promise<void> {
		return this.capabilities.learn(this.gateway, this.model, learned);
	}
}
