import type { Disposable } from "../../../shared/disposable";
import type { Clock } from "../../base/ports";
import { type FailureSubject, GatewayError } from "../../gateway/gatewayError";
import { asksTooLong } from "../../gateway/retry";

/** Delay before checking again after another window's build, in milliseconds. */
const elsewherePause = 10_000;
/**
 * Subjects of failures that may pass by themselves; below, the first and the longest delay, in milliseconds. The delay
 * doubles with each attempt.
 */
const passing: readonly FailureSubject[] = ["connection", "load"];
const firstPause = 30_000;
const longestPause = 15 * 60_000;

/** Schedules the retries of a builder that could not continue. */
export class RetryScheduler {
	/** The number of consecutive failures. */
	#failures = 0;

	constructor(
		private readonly clock: Clock,
		private readonly run: () => void,
	) {}

	/** Schedules a retry after another window's build. */
	afterAnother(): Disposable {
		return this.clock.after(elsewherePause, this.run);
	}

	/**
	 * Schedules a retry after a failure, with a growing delay; returns `undefined` for an error that will not pass by
	 * itself.
	 */
	afterFailure(error: unknown): Disposable | undefined {
		if (!(error instanceof GatewayError && passing.includes(error.about)) || asksTooLong(error)) return undefined;
		const pause = Math.min(longestPause, firstPause * 2 ** this.#failures++);
		return this.clock.after(Math.max(pause, error.retryAfter ?? 0), this.run);
	}

	/** Resets the delay: the gateway was reached, or earlier failures no longer matter. */
	reset(): void {
		this.#failures = 0;
	}
}
