import { GatewayError } from "./gatewayError";

/** The key for a gateway's requests. */
export interface GatewayKey {
	/**
	 * Reads the key. Called for each request, so that a renewed key applies at once.
	 *
	 * @throws when there is no key; the request fails with the same error.
	 */
	read(): Promise<string>;
	/** Is called as each operation begins; absent where the outcome does not matter. */
	track?(): KeyOutcome;
}

/** Receives what one operation shows about its key. */
export interface KeyOutcome {
	/** Is called when the gateway has answered. */
	accepted(): void;
	/** Is called when the gateway has refused the key. */
	refused(): void;
}

/**
 * Tracks what one operation shows about its key. Failures other than a refusal of the key show nothing: a gateway may be
 * too busy to check it.
 */
export class KeyTracking {
	readonly #outcome: KeyOutcome | undefined;
	#accepted = false;

	constructor(key: GatewayKey) {
		this.#outcome = key.track?.();
	}

	/** Records that some of the answer has arrived; only the first call counts. */
	answered(): void {
		if (this.#accepted) return;
		this.#accepted = true;
		this.#outcome?.accepted();
	}

	failed(error: unknown): void {
		if (error instanceof GatewayError && error.reason === "unauthorized") this.#outcome?.refused();
	}
}
