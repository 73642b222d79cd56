import { GatewayError } from "../../gateway/gatewayError";

/** A harmless text that a gateway embeds unless it embeds nothing at all. */
const harmless = "hello";

/**
 * The embedding health check: distinguishes a gateway that currently embeds nothing from one that refuses a certain
 * text.
 */
export class EmbeddingHealthCheck {
	#asking: Promise<GatewayError | undefined> | undefined;

	constructor(private readonly embed: (text: string, signal: AbortSignal) => Promise<unknown>) {}

	/**
	 * Returns the error with which the gateway refuses even a harmless text, if it does; concurrent callers share one
	 * request.
	 */
	ask(signal: AbortSignal): Promise<GatewayError | undefined> {
		this.#asking ??= this.#ask(signal).finally(() => {
			this.#asking = undefined;
		});
		return this.#asking;
	}

	async #ask(signal: AbortSignal): Promise<GatewayError | undefined> {
		try {
			await this.embed(harmless, signal);
			return undefined;
		} catch (error) {
			if (error instanceof GatewayError) return error;
			throw error;
		}
	}
}
