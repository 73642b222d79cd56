import { Emitter } from "../../../../src/core/base/event";
import type { Connection } from "../../../../src/core/connections/connection";
import { LimitsDisplay } from "../../../../src/core/connections/limitsDisplay";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { manualClock } from "../memoryPorts";

/** 10:20:30 on a Wednesday, in UTC. */
export const start = Date.UTC(2026, 10, 25, 10, 20, 30);

const connectionTo = (name: string): Connection => {
	const base = parseBaseUrl(`https://${name}.example`);
	return { name, base, keysPage: base.origin };
};

/** Creates the limits of the gateway `uni` as the panel shows them, and collects the notice after each change. */
export function shownLimits(language = "en") {
	const clock = manualClock(start);
	const limits = new ReportedLimits(clock);
	const changed = new Emitter<void>();
	const connections: { current: Connection; onDidChange: typeof changed.event } = {
		current: connectionTo("uni"),
		onDidChange: changed.event,
	};
	const display = new LimitsDisplay({ limits, connections, clock, language });
	const texts: (string | undefined)[] = [];
	const text = () => display.view.low?.text.replace(/ \(renew.*$/, "");
	display.onDidChange(() => texts.push(text()));
	/** Records an answer that reports what is left. */
	const answer = (left: Readonly<Record<string, readonly [left: number, limit: number]>>, more = {}) => {
		const headers = Object.entries(left).flatMap(([period, [rest, limit]]) => [
			[`x-ratelimit-remaining-${period}`, String(rest)],
			[`x-ratelimit-limit-${period}`, String(limit)],
		]);
		record({ ...Object.fromEntries(headers), ...more }, 200);
	};
	const record = (headers: Readonly<Record<string, string>>, status: number) =>
		limits.record(connections.current.base.origin, "key", new Response("", { status, headers }));
	const refuse = (headers: Readonly<Record<string, string>>) => record(headers, 429);
	return { clock, display, text, texts, answer, refuse, connections, changed, connectionTo };
}
