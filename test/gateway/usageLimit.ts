import { createHash } from "node:crypto";
import { ApiError } from "./apiError";

/** The headers with which a gateway reports its limits, as different servers spell them. */
export const limitDialects = ["kong", "ietf", "draft", "openai", "nginx", "retry", "none"] as const;
export type LimitDialect = (typeof limitDialects)[number];

/** The lengths of the periods that a limit can have, in milliseconds; of months, the longest. */
const periods = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 31 * 86_400_000 } as const;
type Period = keyof typeof periods;

/** One limit: a number of requests in each period, which begins with the UTC minute, hour, day or month. */
export interface UsageLimit {
	readonly requests: number;
	readonly period: Period;
}

/** Parses `30/minute,200/hour`. @throws Error in one line. */
export function parseUsageLimits(text: string): readonly UsageLimit[] {
	return text.split(",").map((part) => {
		const [, count, period] = /^\s*(\d{1,9})\/(second|minute|hour|day|month)\s*$/.exec(part) ?? [];
		if (count === undefined || period === undefined || Number(count) === 0)
			throw new Error("--limit takes limits such as 30/minute,200/hour (second, minute, hour, day or month).");
		return { requests: Number(count), period: period as Period };
	});
}

/** Returns the end of the current period, in milliseconds since the epoch. */
function endOf(period: Period, now: number): number {
	const date = new Date(now);
	return period === "month"
		? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
		: (Math.floor(now / periods[period]) + 1) * periods[period];
}

/** The remaining requests of one limit. */
interface Usage {
	readonly limit: UsageLimit;
	readonly left: number;
	/** Time until the end of the period, in milliseconds. */
	readonly resetsIn: number;
}

/** Enforces limits for each key, and reports them in one dialect. */
export class UsageLimiter {
	/** The numbers of accepted requests, by hash of the key, limit and period. */
	readonly #counts = new Map<string, number>();

	constructor(
		private readonly limits: readonly UsageLimit[],
		private readonly dialect: LimitDialect,
		private readonly now: () => number,
	) {}

	/**
	 * Counts a request of a key.
	 *
	 * @returns the headers of its answer.
	 * @throws ApiError 429, with these headers and one that names the wait, when a limit is used up.
	 */
	take(key: string): Readonly<Record<string, string>> {
		const owner = createHash("sha256").update(key).digest("hex");
		const before = this.#usage(owner);
		const usedUp = before.filter(({ left }) => left === 0);
		if (usedUp.length > 0) {
			const wait = Math.max(...usedUp.map(({ resetsIn }) => resetsIn));
			const named = usedUp.map(({ limit }) => `${limit.requests} requests per ${limit.period}`).join(" and ");
			throw new ApiError(429, "rate_limit_exceeded", `The limit of ${named} is used up.`, {
				headers: { ...this.#headers(before), ...this.#retry(wait) },
			});
		}
		for (const { period } of this.limits) {
			const id = this.#id(owner, period);
			this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
		}
		return this.#headers(this.#usage(owner));
	}

	#usage(owner: string): readonly Usage[] {
		return this.limits.map((limit) => ({
			limit,
			left: Math.max(0, limit.requests - (this.#counts.get(this.#id(owner, limit.period)) ?? 0)),
			resetsIn: endOf(limit.period, this.now()) - this.now(),
		}));
	}

	#id(owner: string, period: Period): string {
		return `${owner} ${period} ${endOf(period, this.now())}`;
	}

	#retry(wait: number): Record<string, string> {
		if (this.dialect === "none") return {};
		if (this.dialect === "retry") return { "retry-after-ms": String(Math.ceil(wait)) };
		return { "retry-after": String(Math.ceil(wait / 1000)) };
	}

	#headers(usage: readonly Usage[]): Record<string, string> {
		const seconds = (ms: number) => String(Math.ceil(ms / 1000));
		const date = { date: new Date(this.now()).toUTCString() };
		// Some dialects have room for only one limit: the one with the fewest remaining requests.
		const [scarcest] = [...usage].sort((one, other) => one.left - other.left || other.resetsIn - one.resetsIn);
		if (!scarcest) return {};
		const { limit, left, resetsIn } = scarcest;
		switch (this.dialect) {
			case "kong":
				return Object.fromEntries([
					...Object.entries(date),
					...usage.flatMap(({ limit: { requests, period }, left }) => [
						[`x-ratelimit-limit-${period}`, String(requests)],
						[`x-ratelimit-remaining-${period}`, String(left)],
					]),
				]);
			case "ietf":
				return {
					"ratelimit-policy": usage
						.map(({ limit: { requests, period } }) => `"${period}";q=${requests};w=${periods[period] / 1000}`)
						.join(", "),
					ratelimit: usage
						.map(({ limit: { period }, left, resetsIn }) => `"${period}";r=${left};t=${seconds(resetsIn)}`)
						.join(", "),
				};
			case "draft":
				return {
					"ratelimit-limit": String(limit.requests),
					"ratelimit-remaining": String(left),
					"ratelimit-reset": seconds(resetsIn),
				};
			case "openai":
				return {
					"x-ratelimit-limit-requests": String(limit.requests),
					"x-ratelimit-remaining-requests": String(left),
					"x-ratelimit-reset-requests": `${Math.floor(resetsIn / 60_000)}m${seconds(resetsIn % 60_000)}s`,
				};
			case "nginx":
				return {
					...date,
					"x-ratelimit-limit": String(limit.requests),
					"x-ratelimit-remaining": String(left),
					"x-ratelimit-reset": seconds(this.now() + resetsIn),
				};
			case "retry":
			case "none":
				return {};
		}
	}
}
