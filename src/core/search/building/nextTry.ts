import type { Clock } from "../../base/ports";
import { type FailureSubject, GatewayError } from "../../wire/gatewayError";
import { asksTooLong } from "../../wire/retry";

/** So long another window is left to its work before this one looks again, in milliseconds. */
const elsewherePause = 10_000;
/** What may well pass by itself, though the wire has given up; and how long until the next try, doubled with each. */
const passing: readonly FailureSubject[] = ["connection", "load"];
const firstPause = 30_000;
const longestPause = 15 * 60_000;

/** When a builder that could not go on tries again by itself. */
export class NextTry {
	#timer: { dispose(): void } | undefined;
	/** How often in a row the gateway was not to be had. */
	#failures = 0;

	constructor(
		private readonly clock: Clock,
		private readonly run: () => void,
	) {}

	/** Whether there will be one. */
	get isDue(): boolean {
		return this.#timer !== undefined;
	}

	/** After another window's work. */
	afterAnother(): void {
		this.#after(elsewherePause);
	}

	/** After a failure, later with each; where it will not pass by itself, never. */
	afterFailure(error: unknown): void {
		if (!(error instanceof GatewayError && passing.includes(error.about)) || asksTooLong(error)) return;
		const pause = Math.min(longestPause, firstPause * 2 ** this.#failures++);
		this.#after(Math.max(pause, error.retryAfter ?? 0));
	}

	/** The gateway is there. */
	succeeded(): void {
		this.#failures = 0;
	}

	/** What was is over: there is nothing to try again. */
	reset(): void {
		this.cancel();
		this.#failures = 0;
	}

	cancel(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}

	#after(milliseconds: number): void {
		this.cancel();
		this.#timer = this.clock.after(milliseconds, () => {
			this.#timer = undefined;
			this.run();
		});
	}
}
