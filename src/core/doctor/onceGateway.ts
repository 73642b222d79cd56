import type { Gateway } from "../wire/gateway";
import type { GatewayError } from "../wire/gatewayError";
import type { OnWait } from "../wire/retry";

/** The operations that the doctor tries. */
export type OnceGateway = Pick<Gateway, "listModels" | "chat" | "embed">;

/**
 * A gateway whose operations fail at once where others are tried again after a pause: whoever looks for a cause has found
 * one then. What is corrected without a pause still is.
 */
export function onceGateway(gateway: Gateway): OnceGateway {
	return {
		async listModels(signal) {
			const once = new Once(signal);
			try {
				return await gateway.listModels(once.signal, once.onWait);
			} catch (error) {
				throw once.cause ?? error;
			}
		},
		async *chat(request, signal) {
			const once = new Once(signal);
			yield* gateway.chat(request, once.signal, once.onWait);
			if (once.cause) throw once.cause;
		},
		async embed(model, texts, signal) {
			const once = new Once(signal);
			try {
				return await gateway.embed(model, texts, once.signal, once.onWait);
			} catch (error) {
				throw once.cause ?? error;
			}
		},
	};
}

/** Ends an operation at its first pause. */
class Once {
	readonly #abort = new AbortController();
	readonly signal: AbortSignal;
	/** Why there was to be a pause. */
	cause: GatewayError | undefined;

	constructor(signal: AbortSignal) {
		this.signal = AbortSignal.any([signal, this.#abort.signal]);
	}

	readonly onWait: OnWait = (wait) => {
		if (!wait) return;
		this.cause = wait.cause;
		this.#abort.abort();
	};
}
