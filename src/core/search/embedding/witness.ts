import { GatewayError } from "../../wire/gatewayError";

/** What no gateway can mind: it is embedded unless nothing is. */
const harmless = "hello";

/** Tells a gateway that embeds nothing right now from one that does not embed a certain text. */
export class Witness {
	#asking: Promise<GatewayError | undefined> | undefined;

	constructor(private readonly embed: (text: string, signal: AbortSignal) => Promise<unknown>) {}

	/** Why the gateway embeds nothing, not even what is harmless; asked once for all who want to know at the same time. */
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
