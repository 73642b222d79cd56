import type { DemoGateway } from "./demoGateway";

/** A limit on the requests to a gateway. */
export interface RateLimit {
	/** The path that is limited. */
	readonly path: string;
	/** Number of requests allowed in each window of time; the first window begins with the first request. */
	readonly requests: number;
	/** Length of a window, in milliseconds. */
	readonly window: number;
	/** The clock, in milliseconds; `Date.now` by default. */
	readonly now?: () => number;
}

/** The requests that a limit has accepted. */
export interface LimitedRate {
	/** The number of accepted requests in each window so far, including the current one. */
	readonly passed: readonly number[];
	/** Lifts the limit. */
	dispose(): void;
}

/**
 * Makes a gateway refuse requests above a limit with status 429, as gateways do. The header `retry-after` contains the
 * number of seconds until it accepts more, rounded up.
 */
export function limitRate(gateway: DemoGateway, { path, requests, window, now = Date.now }: RateLimit): LimitedRate {
	const passed: number[] = [];
	let began: number | undefined;
	let wait = 0;
	const script = gateway.script({
		match: (request) => {
			if (request.path !== path) return false;
			const time = now();
			began ??= time;
			const current = Math.floor((time - began) / window);
			while (passed.length <= current) passed.push(0);
			wait = began + (current + 1) * window - time;
			if ((passed[current] ?? 0) >= requests) return true;
			passed[current] = (passed[current] ?? 0) + 1;
			return false;
		},
		times: Number.POSITIVE_INFINITY,
		status: 429,
		get headers() {
			return { "retry-after": String(Math.ceil(wait / 1000)) };
		},
		json: { error: { message: "Too many requests." } },
	});
	return { passed, dispose: () => script.dispose() };
}
