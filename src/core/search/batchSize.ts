import { usualEmbeddingBatch } from "../wire/capabilities";
import type { CapabilityStore } from "../wire/capabilityStore";

const largestBatch = 64;
/** So many full batches must have gone through before a larger one is tried. */
const before = 3;

/** How many texts go in one request: one, until the gateway is known to take several; then more, until it refuses. */
export class BatchSize {
	#passed = 0;
	/** Set when the gateway has refused a larger one. */
	#limited = false;

	/** @param gateway the base URL's `href`. */
	constructor(
		private readonly gateway: string,
		private readonly model: string,
		private readonly capabilities: CapabilityStore,
	) {}

	get current(): number {
		const { embeddingArrays, embeddingBatch = usualEmbeddingBatch } = this.capabilities.get(this.gateway, this.model);
		return embeddingArrays ? embeddingBatch : 1;
	}

	/** Whether nobody has asked yet if several texts are taken at once. */
	get unknown(): boolean {
		return this.capabilities.get(this.gateway, this.model).embeddingArrays === undefined;
	}

	/**
	 * Sends two texts at once to see whether they are taken.
	 *
	 * @throws what `send` throws: perhaps for being two.
	 */
	async trySeveral(send: () => Promise<Float32Array[]>): Promise<Float32Array[]> {
		// The wire sends an array only where it is known to be taken.
		await this.capabilities.learn(this.gateway, this.model, { embeddingArrays: true });
		try {
			return await send();
		} catch (error) {
			await this.capabilities.unlearn(this.gateway, this.model, "embeddingArrays");
			throw error;
		}
	}

	/** A batch failed of which both halves passed. @param count how many texts it was. */
	async tooMany(count: number): Promise<void> {
		if (this.unknown && count === 2)
			await this.capabilities.learn(this.gateway, this.model, { embeddingArrays: false });
	}

	/** A batch went through: larger ones are tried after some. @param sent how many texts were asked for at once. */
	async passed(sent: number): Promise<void> {
		if (this.#limited || sent < 2) return;
		// The wire has cut it down.
		if (this.current < sent) this.#limited = true;
		if (this.#limited || sent < this.current || ++this.#passed < before) return;
		this.#passed = 0;
		const embeddingBatch = Math.min(largestBatch, sent * 2);
		await this.capabilities.learn(this.gateway, this.model, { embeddingBatch });
	}
}
