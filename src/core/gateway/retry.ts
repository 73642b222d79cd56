import type { Disposable } from "../../shared/disposable";
import { gatewayLimits } from "../../shared/untrusted/limits";
import type { Clock, Log } from "../base/ports";
import { loggedError } from "./errors/loggedError";
import { GatewayError } from "./gatewayError";
import type { RequestBudget } from "./requestBudget";

/** A pause before the next attempt, for display. */
export interface Wait {
	/** When the next attempt begins, in milliseconds since the epoch. */
	readonly until: number;
	/** The error of the last attempt, or the limit that asks to wait. */
	readonly cause: GatewayError;
	/** Whether a limit that the gateway reports asks to wait before the next attempt, not an error of the last one. */
	readonly ahead?: true;
}

/** Is called when a pause begins, and with `undefined` when it is over. */
export type OnWait = (wait: Wait | undefined) => void;

interface RetryOptions {
	readonly clock: Clock;
	/** Returns a number from 0 to 1, as `Math.random` does. */
	readonly random: () => number;
	readonly signal: AbortSignal;
	readonly budget: RequestBudget;
	/** Receives a line for each retry. */
	readonly log: Pick<Log, "info">;
	readonly onWait?: OnWait | undefined;
	/** The longest pause in milliseconds; an error that asks for more is final. */
	readonly longestPause?: number | undefined;
	/** Whether to retry only after a delay that the gateway asks for. */
	readonly onlyIfAsked?: boolean | undefined;
	/** The limits that a bulk request also obeys before it is sent again; absent for any other request. */
	readonly bulk?: BulkLimits | undefined;
}

/** The limits that a gateway reports, as far as they apply to bulk requests. */
export interface BulkLimits {
	/** Returns the pause before the next request; `undefined` for none. */
	wait(): Wait | undefined;
	/** Records the start of a request. */
	began(): void;
}

/** The first delay in milliseconds, which doubles with each attempt; below, its maximum. */
const firstBackOff = 1_000;
const longestBackOff = 30_000;

/**
 * Runs an operation until it succeeds, fails permanently, or has been tried often enough: Gatehouse's only retry
 * policy. Only failures marked `transient` are retried (docs/gateway-quirks.md#what-a-status-means): after the delay in
 * `Retry-After`, up to 24 hours (above that, the error is final), else after an exponential back-off with jitter, so
 * that the clients of one gateway do not all return at once. The operation must fail before it passes on the first byte
 * of an answer.
 *
 * @throws the error of the last attempt; the signal's reason when it is aborted in a pause.
 */
export async function withRetry<T>(run: () => Promise<T>, options: RetryOptions): Promise<T> {
	for (let retries = 0; ; retries++) {
		try {
			return await run();
		} catch (error) {
			const transient = error instanceof GatewayError && error.transient && !options.signal.aborted;
			if (!transient || (options.onlyIfAsked && !error.retryAfter)) throw error;
			const milliseconds = error.retryAfter || backOff(retries, options.random);
			if (milliseconds > (options.longestPause ?? Number.POSITIVE_INFINITY) || !options.budget.retry()) throw error;
			options.log.info(`Retry ${retries + 1} in ${Math.ceil(milliseconds / 1000)} s: ${loggedError(error)}`);
			await pause(error, milliseconds, options);
		}
	}
}

/** Returns whether a gateway asks for a longer delay than Gatehouse waits by itself: its error names the time. */
export function asksTooLong({ retryAfter = 0 }: GatewayError): boolean {
	return retryAfter > gatewayLimits.retryAfter;
}

/** Returns a random delay between half and all of the back-off, in milliseconds. */
function backOff(retries: number, random: () => number): number {
	const full = Math.min(longestBackOff, firstBackOff * 2 ** retries);
	return full / 2 + (full / 2) * random();
}

async function pause(
	cause: GatewayError,
	milliseconds: number,
	{ clock, signal, onWait, bulk }: RetryOptions,
): Promise<void> {
	let wait: Wait | undefined = { until: clock.now() + milliseconds, cause };
	try {
		// Other answers may have reported another limit by then.
		for (; wait; wait = bulk?.wait()) {
			const { until } = wait;
			if (wait.cause !== cause && asksTooLong(wait.cause)) throw wait.cause;
			onWait?.(wait);
			while (clock.now() < until) await sleep(until - clock.now(), clock, signal);
		}
		bulk?.began();
	} finally {
		onWait?.(undefined);
	}
}

/**
 * Waits for a number of milliseconds, at most 2^31 − 1.
 *
 * @throws the signal's reason as soon as it is aborted.
 */
export function sleep(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		let timer: Disposable | undefined;
		const leave = () => {
			timer?.dispose();
			reject(signal.reason);
		};
		signal.addEventListener("abort", leave, { once: true });
		timer = clock.after(milliseconds, () => {
			signal.removeEventListener("abort", leave);
			resolve();
		});
	});
}
