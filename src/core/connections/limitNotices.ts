import type { LimitReport } from "../gateway/limits/limitHeaders";

/** Share of a limit: when less is left, the limit is almost used up. */
const smallPart = 0.1;
/** A limit that is renewed within `soon`, or at an unknown time, has one notice per `quiet`. Both in milliseconds. */
const soon = 300_000;
const quiet = 3_600_000;
/** Minimum duration of a notice, in milliseconds, so that it can be read. */
const readable = 5_000;
/** Maximum number of notices that are remembered: a gateway may give each limit a new name. */
const mostNotices = 100;

/** The end of a period when it is not known. */
const unknown = Number.MAX_SAFE_INTEGER;

/** The notice of a limit that is almost used up. */
export interface LimitNotice {
	/** The same throughout one period of a limit. */
	readonly id: string;
	/** The limit as it was last reported. */
	readonly limit: LimitReport;
	/** When it disappears by itself, in milliseconds since the epoch; absent where the limit's end is not known. */
	readonly ends: number | undefined;
}

/** A notice that was shown. Times are milliseconds since the epoch. */
interface PastNotice {
	readonly id: string;
	readonly origin: string;
	readonly begun: number;
	limit: LimitReport;
	/** When the limit's period ends; each answer may report a slightly different end. */
	until: number;
	dismissed: boolean;
}

/**
 * Decides which limit has a notice: one at a time, and each limit once per period. A limit that is renewed soon has a
 * notice at most once an hour.
 */
export class LimitNotices {
	/** The last notice of each limit, by origin and id of the limit. */
	readonly #last = new Map<string, PastNotice>();
	#shown: PastNotice | undefined;

	/**
	 * Returns the notice to show now; `undefined` for none. Limits that are used up come first, and of these, the one
	 * that is renewed last.
	 *
	 * @param limits those of one gateway, with the smallest part left first.
	 */
	next(limits: readonly LimitReport[], origin: string, now: number): LimitNotice | undefined {
		let next: PastNotice | undefined;
		for (const limit of limits.toSorted(byUrgency)) {
			const name = `${origin} ${limit.id}`;
			const last = this.#lastOf(name, now);
			if (!isAlmostUsedUp(limit)) {
				if (last && (isSoon(limit, now) || last.until === unknown)) last.until = Math.min(last.until, now);
			} else if (last && now < last.until) {
				last.limit = limit;
				last.until = limit.resetsAt ?? unknown;
				if (!last.dismissed) next ??= last;
			} else if (!next && !(last && isSoon(limit, now) && now < last.until + quiet)) {
				next = this.#begin(name, limit, origin, now);
			}
		}
		const kept = next ? undefined : this.#kept(origin, now);
		this.#shown = next ?? kept;
		if (kept) return { id: kept.id, limit: kept.limit, ends: kept.begun + readable };
		if (!next) return undefined;
		const { id, limit, begun } = next;
		return { id, limit, ends: limit.resetsAt && Math.max(limit.resetsAt, begun + readable) };
	}

	/** Hides a notice until the limit's next period, or for an hour if the limit is renewed soon. */
	dismiss(id: string): void {
		for (const notice of this.#last.values()) if (notice.id === id) notice.dismissed = true;
	}

	/** Returns the last notice of a limit, unless the clock was set back since then. */
	#lastOf(name: string, now: number): PastNotice | undefined {
		const last = this.#last.get(name);
		if (last && now < last.begun) this.#last.delete(name);
		return this.#last.get(name);
	}

	#begin(name: string, limit: LimitReport, origin: string, now: number): PastNotice {
		const until = limit.resetsAt ?? unknown;
		const notice = { id: `${name} ${now}`, origin, begun: now, limit, until, dismissed: false };
		this.#last.delete(name);
		this.#last.set(name, notice);
		for (const oldest of [...this.#last.keys()].slice(0, -mostNotices)) this.#last.delete(oldest);
		return notice;
	}

	/** Returns the notice that was shown, if its limit was renewed before it could be read. */
	#kept(origin: string, now: number): PastNotice | undefined {
		const { begun = 0, dismissed, origin: own } = this.#shown ?? {};
		return own === origin && !dismissed && now >= begun && now < begun + readable ? this.#shown : undefined;
	}
}

function isAlmostUsedUp({ left, limit }: LimitReport): boolean {
	if (left === undefined) return false;
	return left === 0 || (limit !== undefined && left / limit < smallPart);
}

/** Returns whether a limit is renewed soon, or at an unknown time. */
function isSoon({ resetsAt = 0 }: LimitReport, now: number): boolean {
	return resetsAt - now <= soon;
}

function byUrgency(one: LimitReport, other: LimitReport): number {
	if (one.left === 0 && other.left === 0) return (other.resetsAt ?? 0) - (one.resetsAt ?? 0);
	return Number(other.left === 0) - Number(one.left === 0);
}
