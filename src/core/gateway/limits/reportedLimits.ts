import { Emitter } from "../../base/event";
import type { Clock } from "../../base/ports";
import type { DescribedLimits } from "./describedLimits";
import { type LimitReport, readLimitHeaders } from "./limitHeaders";
import { requestedDelay } from "./retryAfter";

/** Minimum number of requests left at which a request that the user did not ask for may be sent. */
const spare = 10;

/** Pause in milliseconds if no request is left and the gateway does not report when the limit is renewed. */
const unknownReset = 60_000;

/** Remaining time of a period that a request can wait for, in milliseconds. */
const shortRest = 120_000;

/**
 * Tolerance in milliseconds: a report dated further in the future was made before this computer's clock was set back.
 */
const clockTolerance = 60_000;

/** Maximum number of limits that are kept for a key. */
const mostReports = 16;

/** The statuses with which gateways refuse a key; some use only 400 for it. */
const keyRefusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** A limit, and when an answer reported it, in milliseconds since the epoch. */
interface KnownLimit extends LimitReport {
	readonly answeredAt: number;
}

/** The pause that a bulk request must make. */
export interface BulkPause {
	readonly milliseconds: number;
	/** The limit that requires it; absent if there is no pause, or if a refusal requires it. */
	readonly limit?: LimitReport;
}

/** The limits that one gateway reported for one key, its refusals, and the requests with this key. */
interface KeyLimits {
	readonly key: string;
	readonly reports: Map<string, KnownLimit>;
	/** Whether it refused a request because there were too many. */
	refused: boolean;
	/** The refusals that ask to wait, by the kind of request. */
	readonly refusals: Map<string, Refusal>;
	/** The number of requests without an answer so far. */
	underWay: number;
	/** When the last bulk request started. */
	lastBulk: number;
	/** This window's requests in the current period of each described limit, by the period's length. */
	readonly counts: Map<number, Count>;
}

/** A refusal that asks to wait. Times are milliseconds since the epoch. */
interface Refusal {
	readonly at: number;
	readonly until: number;
}

/** A number of requests, and when the first of them was sent. */
interface Count {
	readonly since: number;
	requests: number;
}

/**
 * The limits that gateways reported in this session, by origin and key. If the headers report nothing about a period,
 * the limit that the gateway described when the user connected applies, and this window's requests are counted against
 * it.
 */
export class ReportedLimits {
	/** The limits for the key in use. */
	readonly #byOrigin = new Map<string, KeyLimits>();
	/**
	 * The limits of another key that the gateway has not accepted yet; those of the key in use are kept until it does.
	 */
	readonly #tried = new Map<string, KeyLimits>();
	readonly #onDidChange = new Emitter<string>();
	/** Fires with the origin of each answer of a gateway whose limits are known. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(
		private readonly clock: Pick<Clock, "now">,
		private readonly described?: Pick<DescribedLimits, "of">,
	) {}

	/**
	 * Sends a request, counts it, and keeps what its answer reports. Limits belong to a key: without one, nothing is
	 * kept.
	 *
	 * @param kind the purpose of the request: an answer to a later request of the same kind ends the wait that a refusal
	 * asked for.
	 */
	async sending(origin: string, key: string, kind: string, send: () => Promise<Response>): Promise<Response> {
		if (key === "") return send();
		this.began(origin, key);
		const sentAt = this.clock.now();
		let response: Response;
		try {
			response = await send();
		} finally {
			this.ended(origin, key);
		}
		this.record(origin, key, response, { sentAt, kind });
		return response;
	}

	/** Counts a request as under way, until `ended`. Another key has limits of its own. */
	began(origin: string, key: string): void {
		const limits = this.#of(origin, key) ?? newLimits(key);
		if (this.#byOrigin.get(origin) !== limits) this.#tried.set(origin, limits);
		limits.underWay++;
		const now = this.clock.now();
		for (const [period] of this.described?.of(origin) ?? []) {
			const count = limits.counts.get(period);
			if (count && isCurrent(count, period, now)) count.requests++;
			else limits.counts.set(period, { since: now, requests: 1 });
		}
	}

	/** Counts a request as no longer under way, whether it was answered or not. */
	ended(origin: string, key: string): void {
		const limits = this.#of(origin, key);
		if (limits) limits.underWay = Math.max(0, limits.underWay - 1);
	}

	/**
	 * Keeps what an answer's status and headers report, success or refusal. Another key is in use from the first answer
	 * that does not refuse the key itself; answers to requests with the previous key are then ignored. If answers may
	 * have overtaken each other, the one with the least left counts.
	 */
	record(
		origin: string,
		key: string,
		{ status, headers }: Pick<Response, "status" | "headers">,
		{ sentAt = this.clock.now(), kind = "" }: { readonly sentAt?: number; readonly kind?: string } = {},
	): void {
		const limits = this.#of(origin, key);
		if (!limits) return;
		if (limits === this.#tried.get(origin) && !keyRefusals.has(status)) {
			this.#tried.delete(origin);
			this.#byOrigin.set(origin, limits);
		}
		const answeredAt = this.clock.now();
		const delay = status === 429 ? requestedDelay(headers, answeredAt) : undefined;
		if (status === 429) {
			limits.refused = true;
			const before = limits.refusals.get(kind);
			const until = before && !isFromFuture(before.at, answeredAt) ? before.until : 0;
			limits.refusals.set(kind, { at: answeredAt, until: Math.max(answeredAt + (delay ?? 0), until) });
		} else if (status < 300 && sentAt >= (limits.refusals.get(kind)?.at ?? Number.POSITIVE_INFINITY)) {
			limits.refusals.delete(kind);
		}
		for (const report of readLimitHeaders(headers, answeredAt)) {
			const known = limits.reports.get(report.id);
			const applies = known && !isFromFuture(known.answeredAt, answeredAt);
			if (applies && sentAt < known.answeredAt && isLess(known, report, answeredAt)) continue;
			limits.reports.delete(report.id);
			// If a limit's own end is not reported, it ends after the delay that the refusal asks for.
			const end = delay && report.left === 0 && report.resetsAt === undefined ? { resetsAt: answeredAt + delay } : {};
			limits.reports.set(report.id, { ...report, ...end, answeredAt });
		}
		// Drops the oldest ones: a gateway may give each limit a new name.
		for (const id of [...limits.reports.keys()].slice(0, -mostReports)) limits.reports.delete(id);
		if (limits === this.#byOrigin.get(origin) && this.#known(origin).length > 0) this.#onDidChange.fire(origin);
	}

	/** Returns the limits that apply now, without duplicates, those with the smallest part left first. */
	current(origin: string): readonly LimitReport[] {
		const known = this.#known(origin);
		return known
			.filter((limit, i) => !known.some((other, j) => repeats(limit, other, j < i)))
			.toSorted((one, other) => partLeft(one) - partLeft(other));
	}

	/**
	 * Returns whether a gateway can be sent a request that the user did not ask for: none was refused, and enough are
	 * left.
	 */
	hasSpareRequests(origin: string): boolean {
		if (this.#byOrigin.get(origin)?.refused) return false;
		return this.#requests(origin).every(({ left = spare }) => left >= spare);
	}

	/**
	 * Returns the number of requests that are left in the period that has the fewest; `undefined` where none is reported.
	 * Leaves out periods that end soon: a request can wait for the next one.
	 */
	requestsLeft(origin: string): number | undefined {
		const soon = this.clock.now() + shortRest;
		const known = this.#requests(origin).flatMap(({ left, resetsAt = soon }) => (resetsAt < soon ? [] : (left ?? [])));
		return known.toSorted((one, other) => one - other)[0];
	}

	/**
	 * Returns how long a bulk request, such as one for the index, must wait. Bulk requests take at most half of the
	 * requests that are left in each period, spread over its rest; the other half remains for the user's own requests,
	 * which never wait. A limit without a reported end applies for a minute after the answer that reported it. Bulk
	 * requests also wait as long as the refusal of any request with this key asks, unless a later one of the same kind
	 * was answered.
	 */
	bulkPause(origin: string): BulkPause {
		const limits = this.#byOrigin.get(origin);
		if (!limits) return { milliseconds: 0 };
		const now = this.clock.now();
		let pause: BulkPause = { milliseconds: 0 };
		for (const { at, until } of limits.refusals.values())
			if (until - now > pause.milliseconds && !isFromFuture(at, now)) pause = { milliseconds: until - now };
		for (const report of this.#requests(origin)) {
			const { left, limit, answeredAt } = report;
			if (left === undefined) continue;
			const resetsAt = report.resetsAt ?? Math.max(now, answeredAt + unknownReset);
			// Requests without an answer so far may not be counted yet.
			const free = left - limits.underWay;
			// Half of a limit of one would be zero: the index would never be built.
			const share = limit === 1 ? free : Math.floor(free / 2);
			const start = share <= 0 ? resetsAt : Math.min(now, limits.lastBulk) + (resetsAt - now) / share;
			if (start - now > pause.milliseconds) pause = { milliseconds: start - now, limit: report };
		}
		return pause;
	}

	/** Records the start of a bulk request. */
	bulkBegan(origin: string): void {
		const limits = this.#byOrigin.get(origin);
		if (limits) limits.lastBulk = this.clock.now();
	}

	#requests(origin: string): readonly KnownLimit[] {
		return this.#known(origin).filter(({ unit }) => unit === "requests");
	}

	#known(origin: string): KnownLimit[] {
		const reports = [...(this.#byOrigin.get(origin)?.reports.values() ?? [])];
		return [...reports.flatMap((report) => this.#now(report) ?? []), ...this.#counted(origin, reports)];
	}

	/** Returns the described limits that no header reports, with what this window's requests leave of them. */
	#counted(origin: string, reports: readonly KnownLimit[]): KnownLimit[] {
		const now = this.clock.now();
		const counts = this.#byOrigin.get(origin)?.counts;
		return (this.described?.of(origin) ?? [])
			.filter(
				([period, limit]) =>
					!reports.some(
						(report) =>
							report.unit === "requests" && (report.period ?? (report.limit === limit ? period : undefined)) === period,
					),
			)
			.map(([period, limit]) => {
				const count = counts?.get(period);
				const { since, requests } = count && isCurrent(count, period, now) ? count : { since: now, requests: 0 };
				const left = Math.max(0, limit - requests);
				return {
					id: `described ${period}`,
					unit: "requests",
					period,
					limit,
					left,
					resetsAt: since + period,
					answeredAt: now,
				};
			});
	}

	/** Returns a report as it applies now: after its period, all is left again; `undefined` when nothing is known. */
	#now(report: KnownLimit): KnownLimit | undefined {
		const { resetsAt, period, limit } = report;
		const now = this.clock.now();
		if (isFromFuture(report.answeredAt, now)) return undefined;
		if (resetsAt === undefined || now < resetsAt) return report;
		if (limit === undefined || period === undefined) return undefined;
		const periods = Math.floor((now - resetsAt) / period) + 1;
		return { ...report, left: limit, resetsAt: resetsAt + periods * period };
	}

	/**
	 * Returns the limits of a key that is in use or being tried; `undefined` for any other. An origin's first key is in
	 * use.
	 */
	#of(origin: string, key: string): KeyLimits | undefined {
		const known = this.#byOrigin.get(origin);
		if (known) return [known, this.#tried.get(origin)].find((one) => one?.key === key);
		const limits = newLimits(key);
		this.#byOrigin.set(origin, limits);
		return limits;
	}
}

/** Returns whether something happened before this computer's clock was set back. */
function isFromFuture(at: number, now: number): boolean {
	return at > now + clockTolerance;
}

/**
 * Returns whether a limit is the same as another one: some gateways, such as Kong, report it again, without its period.
 *
 * @param after whether it comes after the other one.
 */
function repeats({ unit, limit, left, period }: LimitReport, other: LimitReport, after: boolean): boolean {
	if (limit === undefined || unit !== other.unit || limit !== other.limit || left !== other.left) return false;
	return period === other.period ? after : period === undefined;
}

/** Returns whether the period of a count has not ended yet; false if the clock was set back. */
function isCurrent({ since }: Count, period: number, now: number): boolean {
	return now >= since && now < since + period;
}

/** Returns whether a limit that still applies leaves less than another. */
function isLess({ left, resetsAt }: LimitReport, other: LimitReport, now: number): boolean {
	return left !== undefined && left < (other.left ?? Number.POSITIVE_INFINITY) && now < (resetsAt ?? now);
}

function newLimits(key: string): KeyLimits {
	return {
		key,
		reports: new Map(),
		refused: false,
		refusals: new Map(),
		underWay: 0,
		lastBulk: Number.NEGATIVE_INFINITY,
		counts: new Map(),
	};
}

/** Returns the part of a limit that is left, from 0 to 1. */
function partLeft({ left, limit }: LimitReport): number {
	return left === undefined || limit === undefined ? 1 : left / Math.max(1, limit);
}
