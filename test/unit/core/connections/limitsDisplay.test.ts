import assert from "node:assert/strict";
import { Emitter } from "../../../../src/core/base/event";
import type { Connection } from "../../../../src/core/connections/connection";
import { LimitsDisplay } from "../../../../src/core/connections/limitsDisplay";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { manualClock } from "../memoryPorts";

const minute = 60_000;
const hour = 60 * minute;
/** 10:20:30 on a Wednesday, in UTC. */
const start = Date.UTC(2026, 10, 25, 10, 20, 30);

const connectionTo = (name: string): Connection => {
	const base = parseBaseUrl(`https://${name}.example`);
	return { name, base, keysPage: base.origin };
};

function shownLimits() {
	const clock = manualClock(start);
	const limits = new ReportedLimits(clock);
	const changed = new Emitter<void>();
	const connections: { current: Connection; onDidChange: typeof changed.event } = {
		current: connectionTo("uni"),
		onDidChange: changed.event,
	};
	const display = new LimitsDisplay({ limits, connections, clock, language: "en" });
	const texts: (string | undefined)[] = [];
	const text = () => display.view.low?.text.replace(/ \(renewed.*$/, "");
	display.onDidChange(() => texts.push(text()));
	/** An answer that reports what is left. */
	const answer = (left: Readonly<Record<string, readonly [left: number, limit: number]>>, more = {}) => {
		const headers = Object.entries(left).flatMap(([period, [rest, limit]]) => [
			[`x-ratelimit-remaining-${period}`, String(rest)],
			[`x-ratelimit-limit-${period}`, String(limit)],
		]);
		const { origin } = connections.current.base;
		limits.record(origin, "key", new Response("", { headers: { ...Object.fromEntries(headers), ...more } }));
	};
	return { clock, display, text, texts, answer, connections, changed };
}

describe("limits: in the panel", () => {
	it("are all described, and noticed below a tenth", () => {
		const { display, text, answer } = shownLimits();
		answer({ hour: [20, 200], day: [900, 1_000] });
		assert.equal(text(), undefined);
		assert.deepEqual(
			display.view.known.map((known) => known.replace(/ \(renewed.*$/, "")),
			["Requests left: 20 of 200", "Requests left: 900 of 1,000"],
		);
		answer({ hour: [19, 200], day: [899, 1_000] });
		assert.match(text() ?? "", /uni is almost used up.*: 19 of 200\b/);
	});

	it("are said to be used up where nothing is left", () => {
		const { text, answer } = shownLimits();
		answer({ hour: [0, 200] });
		assert.match(text() ?? "", /uni is used up.*: 0 of 200\b/);
	});

	it("are noticed no more when their period ends, by themselves", () => {
		const { clock, texts, answer } = shownLimits();
		answer({ hour: [1, 200] });
		clock.advance(39 * minute + 20_000);
		assert.equal(texts.length, 2);
		assert.match(texts[0] ?? "", /uni is almost used up.*: 1 of 200\b/);
		assert.equal(texts[1], undefined);
	});

	it("are not noticed where they are renewed at once", () => {
		const { clock, text, answer } = shownLimits();
		clock.advance(25_000);
		answer({ minute: [1, 30] });
		assert.equal(text(), undefined);
	});

	it("are not noticed in the last part of a long period, unless nothing is left", () => {
		const { clock, text, texts, answer } = shownLimits();
		clock.advance(Date.UTC(2026, 10, 30, 14) - start);
		answer({ month: [5, 3_000] });
		assert.equal(text(), undefined);
		answer({ month: [0, 3_000] });
		assert.match(text() ?? "", /uni is used up.*: 0 of 3,000\b/);
		for (let hours = 0; hours < 10; hours++) clock.advance(hour);
		assert.equal(texts.at(-1), undefined, "it ends with the period");
	});

	it("have one notice in each period, whose end may vary from answer to answer", () => {
		const { clock, display, answer } = shownLimits();
		const reset = (seconds: number) =>
			answer({}, { "ratelimit-limit": "100", "ratelimit-remaining": "5", "ratelimit-reset": String(seconds) });
		reset(600);
		const first = display.view.low?.id;
		clock.advance(1_500);
		reset(600);
		assert.ok(first);
		assert.equal(display.view.low?.id, first);
		clock.advance(600_000);
		reset(600);
		assert.notEqual(display.view.low?.id, first);
	});

	it("are not noticed again in a period after the notice was dismissed", () => {
		const { clock, display, text, texts, answer } = shownLimits();
		answer({ hour: [19, 200] });
		display.dismiss(display.view.low?.id ?? "");
		assert.equal(texts.at(-1), undefined);
		answer({ hour: [3, 200] });
		assert.equal(text(), undefined);
		clock.advance(hour);
		answer({ hour: [3, 200] });
		assert.match(text() ?? "", /uni is almost used up.*: 3 of 200\b/);
	});

	it("have another notice for another limit of which little is left", () => {
		const { display, text, answer } = shownLimits();
		answer({ hour: [1, 200], day: [99, 1_000] });
		display.dismiss(display.view.low?.id ?? "");
		assert.match(text() ?? "", /uni is almost used up.*: 99 of 1,000\b/);
		display.dismiss(display.view.low?.id ?? "");
		assert.equal(text(), undefined);
	});

	it("without a known end are noticed until there is more, and then again", () => {
		const { display, text, answer } = shownLimits();
		const left = (count: string) => answer({}, { "ratelimit-limit": "100", "ratelimit-remaining": count });
		left("5");
		display.dismiss(display.view.low?.id ?? "");
		left("4");
		assert.equal(text(), undefined);
		left("50");
		assert.equal(text(), undefined);
		left("5");
		assert.match(text() ?? "", /uni is almost used up.*: 5 of 100\b/);
	});

	it("are those of the gateway in use", () => {
		const { text, texts, answer, connections, changed } = shownLimits();
		answer({ hour: [1, 200] });
		connections.current = connectionTo("other");
		changed.fire();
		assert.equal(texts.at(-1), undefined);
		connections.current = connectionTo("uni");
		changed.fire();
		assert.match(text() ?? "", /uni is almost used up.*: 1 of 200\b/);
	});
});
