import type { Disposable } from "../../../shared/disposable";
import type { Clock } from "../../base/ports";
import { type FailureSubject, GatewayError } from "../../wire/gatewayError";
import { asksTooLong } from "../../wire/retry";

/** The pause before this window looks again whether another one still builds, in milliseconds. */
const elsewherePause = 10_000;
/** The subjects of failures that may pass by themselves, and the pauses until the next try, in milliseconds: doubled with each. */
const passing: readonly FailureSubject[] = ["connection", "load"];
const firstPause = 30_000;
const longestPause = 15 * 60_000;

/** Schedules the next try of a builder that could not go on. */
export class NextTry {
	/** How often in a row the gateway could not be reached. */
	#failures = 0;

	constructor(
		private readonly clock: Clock,
		private readonly run: () => void,
	) {}

	/** After another window's work. */
	afterAnother(): Disposable {
		return this.clock.after(elsewherePause, this.run);
	}

	/** After a failure, later with each; `undefined` where it will not pass by itself. */
	afterFailure(error: unknown): Disposable | undefined {
		if (!(error instanceof GatewayError && passing.includes(error.about)) || asksTooLong(error)) return undefined;
		const pause = Math.min(longestPause, firstPause * 2 ** this.#failures++);
		return this.clock.after(Math.max(pause, error.retryAfter ?? 0), this.run);
	}

	/** The gateway could be reached, or the failures before are no longer of interest. */
	reset(): void {
		this.#failures = 0;
	}
}
