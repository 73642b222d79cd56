import assert from "node:assert/strict";
import { shownLimits, start } from "./shownLimits";

const minute = 60_000;
const hour = 60 * minute;

describe("limits: in the panel", () => {
	it("are all described, and noticed below a tenth", () => {
		const { display, text, answer } = shownLimits();
		answer({ hour: [20, 200], day: [900, 1_000] });
		assert.equal(text(), undefined);
		assert.deepEqual(
			display.view.known.map((known) => known.replace(/ \(renew.*$/, "")),
			["Requests left: 20 of 200", "Requests left: 900 of 1,000"],
		);
		answer({ hour: [19, 200], day: [899, 1_000] });
		assert.match(text() ?? "", /uni is almost used up.*: 19 of 200\b/);
	});

	it("are shown as used up if nothing is left", () => {
		const { text, answer } = shownLimits();
		answer({ hour: [0, 200] });
		assert.match(text() ?? "", /uni is used up.*: 0 of 200\b/);
	});

	it("lose their notice by themselves when their period ends", () => {
		const { clock, texts, answer } = shownLimits();
		answer({ hour: [1, 200] });
		clock.advance(39 * minute + 30_000);
		assert.equal(texts.length, 2);
		assert.match(texts[0] ?? "", /uni is almost used up.*: 1 of 200\b/);
		assert.equal(texts[1], undefined);
	});

	it("are noticed also in the last part of a long period", () => {
		const { clock, text, texts, answer } = shownLimits();
		clock.advance(Date.UTC(2026, 10, 30, 14) - start);
		answer({ month: [5, 3_000] });
		assert.match(text() ?? "", /uni is almost used up.*: 5 of 3,000\b/);
		for (let hours = 0; hours < 10; hours++) clock.advance(hour);
		assert.equal(texts.at(-1), undefined, "the notice ends with the period");
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

	it("have a separate notice for each limit of which little is left", () => {
		const { display, text, answer } = shownLimits();
		answer({ hour: [1, 200], day: [99, 1_000] });
		display.dismiss(display.view.low?.id ?? "");
		assert.match(text() ?? "", /uni is almost used up.*: 99 of 1,000\b/);
		display.dismiss(display.view.low?.id ?? "");
		assert.equal(text(), undefined);
	});

	it("have a notice until more is left if their end is unknown, and another after at least an hour", () => {
		const { clock, display, text, answer } = shownLimits();
		const left = (count: string) => answer({}, { "ratelimit-limit": "100", "ratelimit-remaining": count });
		left("5");
		display.dismiss(display.view.low?.id ?? "");
		left("4");
		assert.equal(text(), undefined);
		left("50");
		assert.equal(text(), undefined);
		left("5");
		assert.equal(text(), undefined, "it may be a limit of a minute");
		left("50");
		clock.advance(hour);
		left("5");
		assert.match(text() ?? "", /uni is almost used up.*: 5 of 100\b/);
	});

	it("are shown as used up if nothing is left, even of an unknown total", () => {
		const { text, answer } = shownLimits();
		answer({}, { "x-ratelimit-remaining": "1" });
		assert.equal(text(), undefined);
		answer({}, { "x-ratelimit-remaining": "0" });
		assert.match(text() ?? "", /uni is used up.*: 0\./);
	});

	it("are those of the gateway in use", () => {
		const { text, texts, answer, connections, changed, connectionTo } = shownLimits();
		answer({ hour: [1, 200] });
		connections.current = connectionTo("other");
		changed.fire();
		assert.equal(texts.at(-1), undefined);
		connections.current = connectionTo("uni");
		changed.fire();
		assert.match(text() ?? "", /uni is almost used up.*: 1 of 200\b/);
	});
});
