import * as l10n from "@vscode/l10n";
import type { Clock } from "../../base/ports";
import { GatewayError } from "../gatewayError";

type Phase = keyof Timeouts;

/**
 * Ends a request that takes too long, with an error that names the phase. The timeouts are Gatehouse's own, because VS
 * Code's `fetch` ignores those that it is given (docs/gateway-quirks.md#the-openai-package).
 */
export class RequestTimer {
	readonly #abort = new AbortController();
	#phase: Phase = "firstByte";
	#since: number;
	#timer: { dispose(): void } | undefined;
	#closing = false;
	#userAborts: () => void;

	/** Aborted by the user's signal, or with a GatewayError of reason `timeout`. */
	readonly signal: AbortSignal = this.#abort.signal;

	constructor(
		private readonly clock: Clock,
		private readonly timeouts: Timeouts,
		private readonly origin: string,
		private readonly user: AbortSignal,
	) {
		this.#since = clock.now();
		this.#userAborts = () => this.#abort.abort(user.reason);
		if (user.aborted) this.#userAborts();
		else user.addEventListener("abort", this.#userAborts, { once: true });
		this.enter("firstByte");
	}

	/** Starts another phase of the request, with its own time limit. */
	enter(phase: Phase): void {
		this.#phase = phase;
		this.#since = this.clock.now();
		this.#arm(this.timeouts[phase] * 1000);
	}

	/**
	 * Records bytes of the body. This is cheap, because it is called with each piece: the time is checked only when the
	 * timer fires.
	 */
	bytes(): void {
		if (this.#phase === "silence") this.#since = this.clock.now();
		else this.enter("silence");
	}

	/** The current phase of the request. */
	get phase(): Phase {
		return this.#phase;
	}

	/** Limits the time for what may still follow a complete answer, in milliseconds. */
	closing(milliseconds: number): void {
		if (this.#closing) return;
		this.#closing = true;
		this.#timer?.dispose();
		this.#timer = this.clock.after(milliseconds, () => this.#abort.abort());
	}

	/** Resumes normal timeouts, because the answer continues after all. */
	resume(): void {
		if (!this.#closing) return;
		this.#closing = false;
		this.enter(this.#phase);
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		this.user.removeEventListener("abort", this.#userAborts);
	}

	#arm(milliseconds: number): void {
		this.#timer?.dispose();
		this.#timer = milliseconds > 0 ? this.clock.after(milliseconds, () => this.#due()) : undefined;
	}

	#due(): void {
		const left = this.#since + this.timeouts[this.#phase] * 1000 - this.clock.now();
		if (left > 0) this.#arm(left);
		else this.#abort.abort(this.#error());
	}

	#error(): GatewayError {
		const seconds = this.timeouts[this.#phase];
		const sentences: Readonly<Record<Phase, string>> = {
			connect: l10n.t(
				"{0} did not accept the connection within {1} s. Check the network, VPN or proxy.",
				this.origin,
				seconds,
			),
			firstByte: l10n.t(
				"{0} did not begin to answer within {1} s. Try again, or allow more time in the setting gatehouse.timeouts.firstByte.",
				this.origin,
				seconds,
			),
			silence: l10n.t(
				"{0} sent nothing for {1} s in the middle of the answer. To allow more time, change the setting gatehouse.timeouts.silence.",
				this.origin,
				seconds,
			),
		};
		return new GatewayError("timeout", sentences[this.#phase]);
	}
}

/** Time limits for the phases of a request, in seconds; 0 for none. The settings `gatehouse.timeouts.*`. */
export interface Timeouts {
	/**
	 * Until the connection is established, including TLS. Applied where the platform reports this (port
	 * `ConnectionWatch`).
	 */
	readonly connect: number;
	/** From there until the first byte of the answer's body. Slow models think for a long time before it. */
	readonly firstByte: number;
	/** Between two pieces of the body, measured in bytes: a comment that only keeps the connection alive counts too. */
	readonly silence: number;
}
