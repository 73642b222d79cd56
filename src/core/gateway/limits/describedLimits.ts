import { hasFields } from "../../../shared/untrusted/ownField";
import type { StateStore } from "../../base/ports";
import { periods } from "./limitHeaders";

/** One limit that a gateway describes: a number of requests in a period. */
export interface DescribedLimit {
	readonly requests: number;
	readonly per: "minute" | "hour" | "day" | "month";
}

const prefix = "gatehouse.describedLimits:";

/**
 * The limits that gateways described when the user connected, by origin. They apply where the headers of answers report
 * none for the same period.
 */
export class DescribedLimits {
	constructor(private readonly state: StateStore) {}

	/** Returns the requests allowed in each period, whose length is in milliseconds. */
	of(origin: string): readonly (readonly [period: number, requests: number])[] {
		const saved = this.state.get(prefix + origin);
		if (!hasFields(saved)) return [];
		return Object.entries(saved).flatMap(([per, requests]) => {
			const period = periods[per];
			return period !== undefined && typeof requests === "number" && requests >= 1 ? [[period, requests] as const] : [];
		});
	}

	/** Keeps what a gateway describes; of several limits for one period, the smallest. */
	async set(origin: string, limits: readonly DescribedLimit[]): Promise<void> {
		const smallest: Record<string, number> = {};
		for (const { per, requests } of limits) smallest[per] = Math.min(requests, smallest[per] ?? requests);
		await this.state.set(prefix + origin, limits.length === 0 ? undefined : smallest);
	}
}
