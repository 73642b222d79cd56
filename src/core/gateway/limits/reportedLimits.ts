import { gatewayLimits } from "../../../shared/untrusted/limits";

/** Requests that must be left for one that the user did not ask for. */
const spare = 10;

/** The headers with the number of requests that are left, as gateways and the proxies before them name it. */
const leftHeaders = ["x-ratelimit-remaining-requests", "ratelimit-remaining", "x-ratelimit-remaining"];

/** The limits on requests that gateways reported in this session, by origin. */
export class ReportedLimits {
	readonly #left = new Map<string, number>();
	readonly #limited = new Set<string>();

	/** Keeps what an answer's status and headers say. */
	record(origin: string, { status, headers }: Pick<Response, "status" | "headers">): void {
		if (status === 429) this.#limited.add(origin);
		const left = requestsLeft(headers);
		if (left !== undefined) this.#left.set(origin, left);
	}

	/** Returns whether a gateway can be asked without the user's request: it refused nothing, and has requests left. */
	hasSpareRequests(origin: string): boolean {
		return !this.#limited.has(origin) && (this.#left.get(origin) ?? spare) >= spare;
	}
}

/** Returns the number of requests that are left; `undefined` where a gateway does not report it. */
function requestsLeft(headers: Headers): number | undefined {
	const texts = leftHeaders.map((name) => headers.get(name)).filter((text) => text !== null);
	// The later draft has all in one header: `"default";r=50;t=30`, before that `limit=100, remaining=50`.
	const all = headers.get("ratelimit")?.slice(0, gatewayLimits.detailLength) ?? "";
	const found = /\b(?:r|remaining)=(\d{1,9})\b/.exec(all)?.[1];
	const counts = [...texts, found].map((text) =>
		text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined,
	);
	return counts.filter((count) => count !== undefined).sort((one, other) => one - other)[0];
}
