import { usualEmbeddingBatch } from "../wire/capabilities";
import type { CapabilityStore } from "../wire/capabilityStore";
import { GatewayError } from "../wire/gatewayError";

const largestBatch = 64;
/** Nor more numbers in an answer, as long as they fill a batch: while they are read, the extension host does nothing else. */
const mostNumbers = 32_768;
/** So many full batches must have gone through before a larger one is tried. */
const before = 3;

/** How many texts go in one request: one, until the gateway is known to take several; then more, until it refuses. */
export class BatchSize {
	#passed = 0;
	/** Set when no larger one is tried. */
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
	 * Sends two texts at once to see whether they are taken. Their vectors, or `undefined` when they were refused: for being
	 * two, or one of them for itself.
	 *
	 * @throws GatewayError when the refusal is about neither.
	 */
	async trySeveral(send: () => Promise<Float32Array[]>): Promise<Float32Array[] | undefined> {
		// The wire sends an array only where it is known to be taken.
		await this.capabilities.learn(this.gateway, this.model, { embeddingArrays: true });
		try {
			return await send();
		} catch (error) {
			await this.capabilities.unlearn(this.gateway, this.model, "embeddingArrays");
			if (error instanceof GatewayError && (error.reason === "refused" || error.reason === "malformed"))
				return undefined;
			throw error;
		}
	}

	/** Two texts were refused together that passed one by one: no arrays are taken. */
	async onlyOne(): Promise<void> {
		await this.capabilities.learn(this.gateway, this.model, { embeddingArrays: false });
	}

	/**
	 * A batch went through: larger ones are tried after some.
	 *
	 * @param sent how many texts were asked for at once.
	 * @param dimension the numbers in each of their vectors.
	 */
	async passed(sent: number, dimension: number): Promise<void> {
		if (this.#limited || sent < 2) return;
		const larger = Math.min(largestBatch, Math.floor(mostNumbers / Math.max(1, dimension)), sent * 2);
		// The wire has cut it down; or it is large enough.
		if (this.current < sent || larger <= sent) this.#limited = true;
		if (this.#limited || sent < this.current || ++this.#passed < before) return;
		this.#passed = 0;
		await this.capabilities.learn(this.gateway, this.model, { embeddingBatch: larger });
	}
}
