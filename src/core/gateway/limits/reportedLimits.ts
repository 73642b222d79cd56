import type { Clock } from "../../base/ports";
import { type LimitReport, readLimitHeaders } from "./limitHeaders";

/** Requests that must be left for one that the user did not ask for. */
const spare = 10;

/** Pause in milliseconds where no request is left and the gateway does not report until when. */
const unknownReset = 60_000;

/** What one gateway reported for one key. */
interface KeyLimits {
	readonly key: string;
	readonly reports: Map<string, LimitReport>;
	/** Whether it refused a request because of too many. */
	refused: boolean;
	/** The number of requests without an answer so far. */
	underWay: number;
	/** When the last bulk request started. */
	lastBulk: number;
}

/** The limits that gateways reported in this session, by origin and key. */
export class ReportedLimits {
	readonly #byOrigin = new Map<string, KeyLimits>();

	constructor(private readonly clock: Pick<Clock, "now">) {}

	/** Counts a request that is about to be sent, until `ended`. Another key has limits of its own. */
	began(origin: string, key: string): void {
		this.#of(origin, key).underWay++;
	}

	/** Ends a request that `began`, with an answer or without. */
	ended(origin: string, key: string): void {
		const limits = this.#of(origin, key);
		limits.underWay = Math.max(0, limits.underWay - 1);
	}

	/** Keeps what an answer's status and headers report, success or refusal. */
	record(origin: string, key: string, { status, headers }: Pick<Response, "status" | "headers">): void {
		const limits = this.#of(origin, key);
		if (status === 429) limits.refused = true;
		for (const report of readLimitHeaders(headers, this.clock.now())) limits.reports.set(report.id, report);
	}

	/** Returns the limits that apply now, those with the smallest part left first. */
	current(origin: string): readonly LimitReport[] {
		const reports = [...(this.#byOrigin.get(origin)?.reports.values() ?? [])];
		return reports.flatMap((report) => this.#now(report) ?? []).sort((one, other) => partLeft(one) - partLeft(other));
	}

	/** Returns whether a gateway can be asked without the user's request: it refused nothing, and has requests left. */
	hasSpareRequests(origin: string): boolean {
		if (this.#byOrigin.get(origin)?.refused) return false;
		return this.#requests(origin).every(({ left = spare }) => left >= spare);
	}

	/**
	 * Returns how many milliseconds a bulk request, such as one of the index, must wait: it takes at most half of the
	 * requests that are left in each period, spread over its rest. The other half remains for the user's own requests,
	 * which never wait.
	 */
	bulkWait(origin: string): number {
		const limits = this.#byOrigin.get(origin);
		if (!limits) return 0;
		const now = this.clock.now();
		let wait = 0;
		for (const { left, resetsAt = now + unknownReset } of this.#requests(origin)) {
			if (left === undefined) continue;
			// Requests without an answer so far may not be counted yet.
			const share = Math.floor((left - limits.underWay) / 2);
			const start = share <= 0 ? resetsAt : limits.lastBulk + (resetsAt - now) / share;
			wait = Math.max(wait, start - now);
		}
		return wait;
	}

	/** Records the start of a bulk request. */
	bulkBegan(origin: string): void {
		const limits = this.#byOrigin.get(origin);
		if (limits) limits.lastBulk = this.clock.now();
	}

	#requests(origin: string): readonly LimitReport[] {
		return this.current(origin).filter(({ unit }) => unit === "requests");
	}

	/** Returns a report as it applies now: after its period, all is left again; `undefined` when nothing is known. */
	#now(report: LimitReport): LimitReport | undefined {
		const { resetsAt, period, limit } = report;
		const now = this.clock.now();
		if (resetsAt === undefined || now < resetsAt) return report;
		if (limit === undefined || period === undefined) return undefined;
		const periods = Math.floor((now - resetsAt) / period) + 1;
		return { ...report, left: limit, resetsAt: resetsAt + periods * period };
	}

	#of(origin: string, key: string): KeyLimits {
		const known = this.#byOrigin.get(origin);
		if (known?.key === key) return known;
		const limits = { key, reports: new Map(), refused: false, underWay: 0, lastBulk: Number.NEGATIVE_INFINITY };
		this.#byOrigin.set(origin, limits);
		return limits;
	}
}

/** Returns the part of a limit that is left, from 0 to 1. */
function partLeft({ left, limit }: LimitReport): number {
	return left === undefined || limit === undefined ? 1 : left / Math.max(1, limit);
}
