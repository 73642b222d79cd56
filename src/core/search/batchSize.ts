import type { CapabilityStore } from "../wire/capabilityStore";
import { GatewayError } from "../wire/gatewayError";

/** How many texts go at once where arrays are taken and no limit is known: what the strictest popular servers take. */
const firstBatch = 10;
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
		const { embeddingArrays, embeddingBatch = firstBatch } = this.capabilities.get(this.gateway, this.model);
		return embeddingArrays ? embeddingBatch : 1;
	}

	/** Whether nobody has asked yet if several texts are taken at once. */
	get unknown(): boolean {
		return this.capabilities.get(this.gateway, this.model).embeddingArrays === undefined;
	}

	/**
	 * Sends two texts at once to see whether they are taken; else gives what they were: refused together, which may be
	 * about either of them, or too long, which says nothing of arrays.
	 *
	 * @throws GatewayError when the refusal is about something else.
	 */
	async trySeveral(send: () => Promise<Float32Array[]>): Promise<Float32Array[] | "refused" | "tooLong"> {
		await this.#learnArrays(true);
		try {
			return await send();
		} catch (error) {
			await this.capabilities.unlearn(this.gateway, this.model, "embeddingArrays");
			const reason = error instanceof GatewayError ? error.reason : undefined;
			if (reason === "contextOverflow") return "tooLong";
			if (reason === "refused" || reason === "malformed") return "refused";
			throw error;
		}
	}

	/** From now on one at a time: two that were refused together are each taken by itself. */
	async takeOne(): Promise<void> {
		await this.#learnArrays(false);
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

	async #learnArrays(embeddingArrays: boolean): Promise<void> {
		await this.capabilities.learn(this.gateway, this.model, { embeddingArrays });
	}
}
