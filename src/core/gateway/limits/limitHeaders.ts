import { gatewayLimits } from "../../../shared/untrusted/limits";
import { detailLength } from "../../../shared/untrusted/shownLengths";
import { resetDelay } from "./resetDelay";

/** The unit that a limit counts. */
export type LimitUnit = "requests" | "tokens";

/** One limit, as the headers of one answer report it. Parts that a gateway does not report are absent. */
export interface LimitReport {
	/** Distinguishes the limits of one gateway: the header's family, its unit and its period. */
	readonly id: string;
	readonly unit: LimitUnit;
	/** The length of the period in milliseconds. */
	readonly period?: number;
	/** How many are allowed in a period. */
	readonly limit?: number;
	/** How many are left in the current period. */
	readonly left?: number;
	/** When the current period ends, in milliseconds since the epoch, by this computer's clock. */
	readonly resetsAt?: number;
}

type Writable = { -readonly [Property in keyof LimitReport]: LimitReport[Property] };

/** The periods that headers and gateways' descriptions name, in milliseconds; a month is taken as 31 days. */
export const periods: Readonly<Record<string, number>> = {
	second: 1_000,
	minute: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
	month: 31 * 86_400_000,
};

/** Maximum number of limits of one answer. */
const mostLimits = 16;

/**
 * Reads the limits that an answer's headers report, in the spellings of docs/gateway-quirks.md: those of Kong and SAIA
 * (`x-ratelimit-remaining-hour`), of OpenAI (`x-ratelimit-reset-requests`), of nginx (`x-ratelimit-remaining`), and of
 * the IETF's drafts (`ratelimit-remaining`, `RateLimit`, `RateLimit-Policy`). Values in other forms are ignored.
 *
 * @param now the time by this computer's clock, in milliseconds since the epoch. The gateway's clock may differ: its
 *   header `Date` shows by how much.
 */
export function readLimitHeaders(headers: Headers, now: number): LimitReport[] {
	let time: number | undefined;
	// Most answers report no limit, and need no time.
	const serverNow = () => (time ??= serverTime(headers, now));
	const found = new Map<string, Writable>();
	const at = (family: string, unit: LimitUnit, period: string): Writable | undefined => {
		const id = [family, unit, period].filter(Boolean).join(" ");
		const known = found.get(id);
		if (known || found.size >= mostLimits) return known;
		const length = periods[period];
		const report: Writable = { id, unit, ...(length === undefined ? {} : { period: length }) };
		found.set(id, report);
		return report;
	};
	headers.forEach((value, name) => {
		if (!name.includes("ratelimit") || value.length > detailLength) return;
		const parts =
			/^(x-)?ratelimit-(limit|remaining|reset)(?:-(requests|tokens))?(?:-(second|minute|hour|day|month))?$/.exec(name);
		if (parts) {
			const [, x = "", field = "", unit, period = ""] = parts;
			set(at(`${x}ratelimit`, unit === "tokens" ? "tokens" : "requests", period), field, value);
		} else if (name === "ratelimit" || name === "ratelimit-policy") readDraft(value);
	});

	function set(report: Writable | undefined, field: string, value: string): void {
		if (!report) return;
		if (field === "reset") {
			const delay = resetDelay(value, serverNow());
			if (delay !== undefined) report.resetsAt = now + delay;
			return;
		}
		// "100, 100;w=60" of an early draft has the policy after the number; "1,000" is not such a list.
		const count = /^\d{1,3}(?:,\d{3})+$/.test(value) ? undefined : countOf(value.split(",", 1)[0] ?? "");
		if (count !== undefined) report[field === "limit" ? "limit" : "left"] = count;
	}

	/**
	 * Reads the forms of the current draft, `"hour";r=50;t=30, "day";r=900;t=4000` and `"hour";q=200;w=3600`, and of
	 * earlier ones, `limit=100, remaining=50, reset=30` and `100;w=60, 900;w=86400`. In the last form, the item applies
	 * that has the same number as `ratelimit-limit`, which has already been read.
	 */
	function readDraft(value: string): void {
		const items = draftItems(value);
		for (const { name, fields, count } of items) {
			const limit = fields.get("q") ?? fields.get("limit") ?? count;
			if (count !== "" && items.length > 1 && countOf(limit) !== found.get("ratelimit requests")?.limit) continue;
			const unit = unitOf(fields.get("qu") ?? policyUnits().get(name));
			if (!unit) continue;
			const report = at(name === "" || name === "default" ? "ratelimit" : `ratelimit "${name}"`, unit, "");
			if (!report) return;
			set(report, "limit", limit);
			set(report, "remaining", fields.get("r") ?? fields.get("remaining") ?? "");
			set(report, "reset", fields.get("t") ?? fields.get("reset") ?? "");
			const seconds = countOf(fields.get("w") ?? "");
			if (seconds && seconds * 1000 <= 12 * (periods.month ?? 0)) report.period = seconds * 1000;
		}
	}

	/** Returns the units of the policies, by name: only the policies state what the header `ratelimit` counts. */
	function policyUnits(): ReadonlyMap<string, string> {
		const policies = headers.get("ratelimit-policy") ?? "";
		const items = policies.length > detailLength ? [] : draftItems(policies);
		return new Map(items.flatMap(({ name, fields }) => (fields.has("qu") ? [[name, fields.get("qu") ?? ""]] : [])));
	}

	return (
		[...found.values()]
			.map((report) => completed(report, now, serverNow()))
			// Some gateways report a limit of zero where there is none.
			.filter(({ left, limit }) => limit !== 0 && (left !== undefined || limit !== undefined))
	);
}

/**
 * Returns how long the limit that explains a refusal stays used up, in milliseconds; `undefined` when none explains it.
 *
 * @param now in milliseconds since the epoch.
 */
export function usedUpFor({ status, headers }: Pick<Response, "status" | "headers">, now: number): number | undefined {
	const limit = usedUpLimit({ status, headers }, now);
	return limit && limit.resetsAt - now;
}

/** A limit whose end is known. */
export type EndingLimit = LimitReport & { readonly resetsAt: number };

/**
 * Returns the limit that explains a refusal: of the limits that are used up, the one that ends last.
 *
 * @param delay the delay in milliseconds that the refusal asks for, after which a limit without a reported end ends.
 */
export function usedUpLimit(
	{ status, headers }: Pick<Response, "status" | "headers">,
	now: number,
	delay?: number,
): EndingLimit | undefined {
	if (status !== 429) return undefined;
	let last: EndingLimit | undefined;
	for (const report of readLimitHeaders(headers, now)) {
		const { left, resetsAt = delay === undefined ? undefined : now + delay } = report;
		if (left === 0 && resetsAt !== undefined && resetsAt >= (last?.resetsAt ?? now)) last = { ...report, resetsAt };
	}
	return last;
}

/** Adds the end of a period that a gateway only names: it is taken to end with the minute, hour, day or month (UTC). */
function completed(report: Writable, now: number, serverNow: number): LimitReport {
	const { period, resetsAt, limit, left } = report;
	if (limit !== undefined && left !== undefined && left > limit) report.left = limit;
	if (period === undefined || resetsAt !== undefined) return report;
	const date = new Date(serverNow);
	const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
	const end = period === periods.month ? nextMonth : (Math.floor(serverNow / period) + 1) * period;
	// A date at the edge of what `Date` can express has no next month.
	return Number.isFinite(end) ? { ...report, resetsAt: now + end - serverNow } : report;
}

/**
 * Returns the gateway's time in milliseconds since the epoch, up to a second too early, so that no limit ends too soon;
 * this computer's time where the gateway reports none.
 */
export function serverTime(headers: Headers, now: number): number {
	const date = headers.get("date") ?? "";
	const time = date.length <= gatewayLimits.retryAfterLength ? Date.parse(date) : Number.NaN;
	return Number.isNaN(time) ? now : time;
}

/** One item of the drafts' headers. */
interface DraftItem {
	/** The name of its policy; empty if it has none. */
	readonly name: string;
	/** The number that it begins with instead of a name; empty if there is none. */
	readonly count: string;
	readonly fields: ReadonlyMap<string, string>;
}

function draftItems(value: string): readonly DraftItem[] {
	const isOneLimit = /(?<![a-z])(?:limit|remaining|reset)=/i.test(value);
	const items = isOneLimit ? [value.replaceAll(",", ";")] : value.split(",");
	return items.map((item) => {
		const parts = item.split(";").map((part) => part.trim());
		const [first = ""] = parts;
		const isName = !first.includes("=") && !/^\d/.test(first);
		return {
			name: isName ? first.replace(/^"|"$/g, "").slice(0, 40) : "",
			count: isName ? "" : first,
			fields: new Map(parts.map((part) => pairOf(part))),
		};
	});
}

/** Returns the unit that a policy counts, by default requests; `undefined` for bytes and for concurrent requests. */
function unitOf(unit = "requests"): LimitUnit | undefined {
	if (unit.includes("token")) return "tokens";
	return unit.includes("request") && !unit.includes("concurrent") ? "requests" : undefined;
}

/** Returns a count; `undefined` for anything that is not a plain number, or is too large to be a count. */
function countOf(text: string): number | undefined {
	return /^\s*\d{1,12}(?:\.0{1,3})?\s*$/.test(text) ? Math.floor(Number(text)) : undefined;
}

function pairOf(part: string): [name: string, value: string] {
	const at = part.indexOf("=");
	if (at < 0) return [part, ""];
	return [
		part.slice(0, at).trim().toLowerCase(),
		part
			.slice(at + 1)
			.replaceAll('"', "")
			.trim(),
	];
}
