import assert from "node:assert/strict";
import { shownLimits } from "./shownLimits";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe("limits: a limit that is renewed soon, in the panel", () => {
	it("is noticed with the seconds until then, and no more once it is renewed", () => {
		const { clock, display, text, texts, answer } = shownLimits();
		answer({ minute: [3, 30] });
		assert.equal(text(), undefined);
		answer({ minute: [2, 30] });
		assert.match(display.view.low?.text ?? "", /uni is almost used up.*: 2 of 30 \(.*\b30 seconds\)\.$/);
		clock.advance(12 * second);
		answer({ minute: [0, 30] });
		assert.match(display.view.low?.text ?? "", /uni is used up.*: 0 of 30 \(.*\b20 seconds\)\.$/);
		clock.advance(18 * second);
		assert.equal(texts.at(-1), undefined, "by itself");
		assert.equal(clock.pending, 0);
	});

	it("counts the seconds down in steps of five, with one id, which is announced once", () => {
		const { clock, display, answer } = shownLimits();
		const seen: string[] = [];
		display.onDidChange(() => {
			const { low } = display.view;
			seen.push(low ? `${low.id} ${/\d+ seconds/.exec(low.text)?.[0]}` : "");
		});
		clock.advance(7 * second);
		answer({ minute: [1, 30] });
		const id = display.view.low?.id ?? "";
		for (let i = 0; i < 23; i++) clock.advance(second);
		assert.deepEqual(seen, [...[25, 20, 15, 10, 5].map((seconds) => `${id} ${seconds} seconds`), ""]);
	});

	it("has one notice in an hour, however often it is used up", () => {
		const { clock, texts, answer } = shownLimits();
		for (let minutes = 0; minutes < 180; minutes++) {
			answer({ minute: [2, 30] });
			answer({ minute: [0, 30] });
			for (let i = 0; i < 12; i++) clock.advance(5 * second);
			answer({ minute: [29, 30] });
		}
		const begun = texts.filter((text, i) => text !== undefined && texts[i - 1] === undefined);
		assert.equal(begun.length, 3);
	});

	it("is noticed again only an hour after the notice was dismissed", () => {
		const { clock, display, text, answer } = shownLimits();
		answer({ minute: [0, 3] });
		assert.match(text() ?? "", /uni is used up.*: 0 of 3\b/, "a tenth of three is less than one");
		display.dismiss(display.view.low?.id ?? "");
		for (let minutes = 0; minutes < 60; minutes++) {
			assert.equal(text(), undefined);
			clock.advance(minute);
			answer({ minute: [0, 3] });
		}
		clock.advance(minute);
		answer({ minute: [0, 3] });
		assert.match(text() ?? "", /uni is used up.*: 0 of 3\b/);
	});

	for (const [name, left] of [
		["a limit of three", [1, 3]],
		["a limit of ten", [1, 10]],
		["a limit of one that is not used", [1, 1]],
	] as const) {
		it(`is not noticed while a tenth or more is left: ${name}`, () => {
			const { text, answer } = shownLimits();
			answer({ minute: left });
			assert.equal(text(), undefined);
		});
	}

	it("is noticed where it counts tokens", () => {
		const { display, answer } = shownLimits();
		answer(
			{},
			{
				"x-ratelimit-limit-tokens": "200000",
				"x-ratelimit-remaining-tokens": "19999",
				"x-ratelimit-reset-tokens": "41s",
			},
		);
		assert.match(display.view.low?.text ?? "", /uni is almost used up.*: 19,999 of 200,000 \(.*\b45 seconds\)\.$/);
	});

	it("has one notice while answers postpone its end, until more is left, and then none for an hour", () => {
		const { clock, display, text, answer } = shownLimits();
		const left = (requests: number) =>
			answer(
				{},
				{
					"x-ratelimit-limit-requests": "60",
					"x-ratelimit-remaining-requests": String(requests),
					"x-ratelimit-reset-requests": "55s",
				},
			);
		left(5);
		const id = display.view.low?.id;
		assert.ok(id);
		for (let i = 0; i < 10; i++) {
			clock.advance(20 * second);
			left(5);
			assert.equal(display.view.low?.id, id);
		}
		left(6);
		left(5);
		assert.equal(text(), undefined);
		clock.advance(59 * minute);
		left(5);
		assert.equal(text(), undefined);
		clock.advance(2 * minute);
		left(5);
		assert.ok(display.view.low && display.view.low.id !== id);
	});

	it("stays for five seconds at least, so that it can be read", () => {
		const { clock, display, texts, answer } = shownLimits();
		clock.advance(28 * second);
		answer({ minute: [0, 30] });
		clock.advance(2 * second);
		assert.match(texts.at(-1) ?? "", /uni is used up/);
		answer({ minute: [29, 30] });
		assert.match(display.view.low?.text ?? "", /: 0 of 30 \(.*\b5 seconds\)\.$/);
		clock.advance(3 * second);
		assert.equal(texts.at(-1), undefined);
	});

	it("loses its notice at once if that is dismissed, or another gateway is in use, within these seconds", () => {
		const { clock, display, text, answer, connections, changed, connectionTo } = shownLimits();
		clock.advance(29 * second);
		answer({ minute: [0, 30], second: [0, 2] });
		clock.advance(second);
		assert.ok(text());
		connections.current = connectionTo("other");
		changed.fire();
		assert.equal(text(), undefined);
		connections.current = connectionTo("uni");
		changed.fire();
		display.dismiss(display.view.low?.id ?? "");
		assert.equal(text(), undefined);
	});

	it("gives way to a limit that is used up for longer, and goes before one of which something is left", () => {
		const { clock, display, text, answer } = shownLimits();
		answer({ minute: [0, 30], hour: [0, 200], day: [1, 1_000] });
		assert.match(text() ?? "", /: 0 of 200\b/);
		display.dismiss(display.view.low?.id ?? "");
		assert.match(text() ?? "", /: 0 of 30\b/);
		clock.advance(31 * second);
		assert.match(text() ?? "", /: 1 of 1,000\b/);
	});

	it("does not take the notice of a longer limit that the gateway reports in the same header", () => {
		const { clock, text, answer } = shownLimits();
		const left = (limit: number, reset: number) =>
			answer({}, { "ratelimit-limit": String(limit), "ratelimit-remaining": "0", "ratelimit-reset": String(reset) });
		left(30, 20);
		assert.match(text() ?? "", /: 0 of 30\b/);
		clock.advance(20 * second);
		left(200, 1_800);
		assert.match(text() ?? "", /: 0 of 200\b/);
	});

	it("has one notice where the gateway reports it in two headers (Kong)", () => {
		const { display, text, answer } = shownLimits();
		answer({ minute: [0, 30] }, { "ratelimit-limit": "30", "ratelimit-remaining": "0", "ratelimit-reset": "31" });
		assert.equal(display.view.known.length, 1);
		display.dismiss(display.view.low?.id ?? "");
		assert.equal(text(), undefined);
	});

	it("is not noticed again if an answer postpones the end of a longer period by a second", () => {
		const { clock, texts, answer } = shownLimits();
		const left = (reset: number) =>
			answer({}, { "ratelimit-limit": "900", "ratelimit-remaining": "0", "ratelimit-reset": String(reset) });
		left(7_200);
		for (let i = 0; i < 2; i++) clock.advance(hour);
		left(1);
		assert.equal(texts.at(-1), undefined);
	});

	it("is noticed by a clock that was set back", () => {
		const { clock, text, answer } = shownLimits();
		answer({ minute: [0, 30] });
		clock.advance(-3 * hour);
		answer({ minute: [29, 30] });
		assert.equal(text(), undefined, "what was reported before says nothing any more");
		answer({ minute: [1, 30] });
		assert.match(text() ?? "", /: 1 of 30\b/);
	});

	it("is noticed for the refusal that reports it, until the time that the refusal asks to wait", () => {
		const { clock, display, texts, refuse } = shownLimits();
		refuse({ "x-ratelimit-limit-requests": "60", "x-ratelimit-remaining-requests": "0", "retry-after": "20" });
		assert.match(display.view.low?.text ?? "", /uni is used up.*: 0 of 60 \(.*\b20 seconds\)\.$/);
		clock.advance(20 * second);
		assert.equal(texts.at(-1), undefined);
	});

	it("is noticed with numbers in the format of VS Code's language", () => {
		const { display, answer } = shownLimits("fr");
		answer({ minute: [0, 1_000] });
		assert.match(display.view.low?.text ?? "", /: 0 of 1\s000 \(.*\b30 seconds\)\.$/);
	});

	it("needs little memory, even if the limits' names keep changing", () => {
		const { clock, display, text, answer } = shownLimits();
		for (let i = 0; i < 300; i++) {
			answer({}, { ratelimit: `"n${i}";r=0;t=30`, "ratelimit-policy": `"n${i}";q=9;w=60` });
			display.dismiss(display.view.low?.id ?? "");
		}
		assert.equal(text(), undefined);
		assert.ok(clock.pending <= 1);
	});
});
