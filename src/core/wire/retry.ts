import type { Disposable } from "../../shared/disposable";
import { gatewayLimits } from "../../shared/untrusted/limits";
import type { Clock, Log } from "../base/ports";
import { GatewayError } from "./gatewayError";
import { loggedError } from "./loggedError";
import type { RequestBudget } from "./requestBudget";

/** A pause before the next try, for whoever shows it. */
export interface Wait {
	/** When the next try begins, in milliseconds since the epoch. */
	readonly until: number;
	/** Why the last one failed. */
	readonly cause: GatewayError;
}

/** Told when a wait begins, and with `undefined` when it is over. */
export type OnWait = (wait: Wait | undefined) => void;

interface RetryOptions {
	readonly clock: Clock;
	/** 0 to 1, as `Math.random`. */
	readonly random: () => number;
	readonly signal: AbortSignal;
	readonly budget: RequestBudget;
	/** Gets a line for each retry. */
	readonly log: Pick<Log, "info">;
	readonly onWait?: OnWait | undefined;
}

/** The back-off in milliseconds: doubled with each try, up to the longest. */
const firstBackOff = 1_000;
const longestBackOff = 30_000;

/**
 * Runs until it succeeds, fails for good, or was tried often enough: Gatehouse's one policy. Only failures marked
 * `transient` are tried again (docs/gateway-quirks.md#what-a-status-means): after what `Retry-After` asks, up to 24
 * hours (above that, the error is final), else after an exponential back-off with jitter, so that the clients of one
 * gateway do not all return at once. What runs must fail before the first byte of an answer was given on.
 *
 * @throws the last try's error; the signal's reason when it is aborted in a pause.
 */
export async function withRetry<T>(run: () => Promise<T>, options: RetryOptions): Promise<T> {
	for (let retries = 0; ; retries++) {
		try {
			return await run();
		} catch (error) {
			const transient = error instanceof GatewayError && error.transient && !options.signal.aborted;
			if (!transient || !options.budget.retry()) throw error;
			const milliseconds = error.retryAfter || backOff(retries, options.random);
			options.log.info(`Retry ${retries + 1} in ${Math.ceil(milliseconds / 1000)} s: ${loggedError(error)}`);
			await pause(error, milliseconds, options);
		}
	}
}

/** Whether a gateway asks to wait longer than Gatehouse waits by itself: its error names the time. */
export function asksTooLong({ retryAfter = 0 }: GatewayError): boolean {
	return retryAfter > gatewayLimits.retryAfter;
}

/** Between half and all of the doubled time. */
function backOff(retries: number, random: () => number): number {
	const full = Math.min(longestBackOff, firstBackOff * 2 ** retries);
	return full / 2 + (full / 2) * random();
}

async function pause(
	cause: GatewayError,
	milliseconds: number,
	{ clock, signal, onWait }: RetryOptions,
): Promise<void> {
	const until = clock.now() + milliseconds;
	onWait?.({ until, cause });
	try {
		while (clock.now() < until) await sleep(until - clock.now(), clock, signal);
	} finally {
		onWait?.(undefined);
	}
}

/**
 * Waits so many milliseconds, at most 2^31 − 1.
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
