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
	/** When the timer fires, in milliseconds since the epoch. */
	#firesAt = Number.POSITIVE_INFINITY;
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
		// The connection comes next where the platform reports it.
		this.#armFor(Math.min(limitOf(timeouts.connect), this.#limit));
	}

	/** Starts another phase of the request, with its own time limit. */
	enter(phase: Phase): void {
		this.#phase = phase;
		this.#since = this.clock.now();
		this.#armFor(this.#limit);
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
		this.#arm(milliseconds, () => this.#abort.abort());
	}

	/** Resumes normal timeouts, because the answer continues after all. */
	resume(): void {
		if (!this.#closing) return;
		this.#closing = false;
		this.#disarm();
		this.enter(this.#phase);
	}

	dispose(): void {
		this.#disarm();
		this.user.removeEventListener("abort", this.#userAborts);
	}

	/** The time limit of the current phase, in milliseconds. */
	get #limit(): number {
		return limitOf(this.timeouts[this.#phase]);
	}

	/**
	 * Schedules the check of a phase's time limit, in milliseconds. A timer that fires earlier is kept, and then checks
	 * what is left: a timer for each phase would delay each request.
	 */
	#armFor(limit: number): void {
		const at = this.#since + limit;
		if (this.#firesAt > at) this.#arm(at - this.clock.now(), () => this.#check());
	}

	#arm(milliseconds: number, run: () => void): void {
		this.#timer?.dispose();
		this.#firesAt = this.clock.now() + milliseconds;
		this.#timer = this.clock.after(milliseconds, run);
	}

	#disarm(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		this.#firesAt = Number.POSITIVE_INFINITY;
	}

	#check(): void {
		this.#disarm();
		if (this.clock.now() < this.#since + this.#limit) this.#armFor(this.#limit);
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

/** Returns a limit in milliseconds; infinite for none. */
const limitOf = (seconds: number) => (seconds > 0 ? seconds * 1000 : Number.POSITIVE_INFINITY);

/** Time limits for the phases of a request, in seconds; 0 for none. The settings `gatehouse.timeouts.*`. */
export interface Timeouts {
	/**
	 * Until the connection is established, including TLS. Applied where the platform reports this (port
	 * `ConnectionWatch`).
	 */
	readonly connect: number;
	/** From then until the first byte of the answer's body. Slow models think for a long time before it. */
	readonly firstByte: number;
	/** Between two pieces of the body, measured in bytes: a comment that only keeps the connection alive counts too. */
	readonly silence: number;
}
