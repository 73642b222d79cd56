import assert from "node:assert/strict";
import { AnswerTrie } from "../../../../src/core/completions/answerTrie";
import { completionRate } from "../../../../src/core/completions/completionRate";
import { completionVerdict, suggestedMode } from "../../../../src/core/completions/completionVerdict";
import { TypingRhythm } from "../../../../src/core/completions/typingRhythm";
import type { LimitReport } from "../../../../src/core/gateway/limits/limitHeaders";

const minute = 60_000;
const hour = 60 * minute;
const requests = (period: number, limit: number, left = limit): LimitReport => ({
	id: `requests ${period}`,
	unit: "requests",
	period,
	limit,
	left,
});

describe("completions: the verdict", () => {
	it("is by the median of the tries", () => {
		assert.deepEqual(completionVerdict([300, 9_000, 400], [], 0), { type: "typing", milliseconds: 400 });
		assert.equal(completionVerdict([1_000, 1_100, 900], [], 0).type, "demand");
		assert.equal(completionVerdict([2_500, 2_600, 2_400], [], 0).type, "slow");
		assert.equal(suggestedMode(completionVerdict([2_500], [], 0)), "off");
	});

	it("is on demand where fewer than 500 requests an hour are allowed, whatever the period is called", () => {
		assert.equal(completionVerdict([300], [requests(minute, 30)], 0).type, "typing");
		assert.equal(completionVerdict([300], [requests(hour, 500)], 0).type, "typing");
		for (const limit of [requests(hour, 200), requests(24 * hour, 1_000), requests(31 * 24 * hour, 3_000)])
			assert.deepEqual(completionVerdict([300], [limit], 0), { type: "demand", milliseconds: 300, limit });
		assert.equal(completionVerdict([300], [requests(hour, 0)], 0).type, "typing");
	});

	it("is on demand where the end of an unknown period shows that fewer are allowed", () => {
		const until = (limit: number, resetsAt: number): LimitReport => ({
			id: "r",
			unit: "requests",
			limit,
			left: 28,
			resetsAt,
		});
		const now = 1_000 * hour;
		const judged = (limit: number, rest: number) => completionVerdict([300], [until(limit, now + rest)], now).type;
		assert.equal(judged(50, 16 * minute), "demand");
		assert.equal(judged(50, minute), "typing");
		assert.equal(judged(50, 0), "typing");
		assert.equal(judged(50, -minute), "typing");
		// The period is known: its end says nothing more.
		const whole = { ...requests(hour, 600), resetsAt: now + 30 * minute };
		assert.equal(completionVerdict([300], [whole], now).type, "typing");
	});
});

describe("completions: the rate", () => {
	it("is at most half of the reported requests per minute, and half of 30 if none are reported", () => {
		assert.equal(completionRate("typing", []).perMinute, 15);
		assert.equal(completionRate("typing", [requests(minute, 30)]).perMinute, 15);
		assert.equal(completionRate("typing", [requests(minute, 30, 1)]).perMinute, 0);
		assert.equal(completionRate("typing", [requests(minute, 600)]).perMinute, 300);
		// A limit per second does not show the limit per minute.
		assert.equal(completionRate("typing", [requests(1_000, 50)]).perMinute, 15);
		assert.equal(completionRate("typing", [requests(minute, 600), requests(1_000, 2)]).perMinute, 60);
	});

	it("leaves the last quarter of the requests per minute, and the last request of longer limits", () => {
		assert.equal(completionRate("typing", [requests(minute, 30, 8)]).perMinute, 15);
		const [used, few] = [requests(minute, 30, 7), requests(hour, 500, 300)];
		assert.deepEqual(completionRate("typing", [used]), { mode: "typing", factor: 1, perMinute: 0, limit: used });
		assert.equal(completionRate("typing", [requests(minute, 4, 1)]).perMinute, 0);
		assert.equal(completionRate("typing", [few]).perMinute, 15);
	});

	it("respects a limit per second without a warning, because it is renewed by the next key", () => {
		const second = 1_000;
		assert.deepEqual(completionRate("typing", [requests(second, 1, 0)]), { mode: "typing", factor: 1, perMinute: 15 });
		assert.equal(completionRate("typing", [requests(10 * second, 2, 0)]).perMinute, 6);
	});

	it("is halved below half of a limit, and on demand below a tenth", () => {
		const month = (left: number) => requests(31 * 24 * hour, 3_000, left);
		assert.deepEqual(completionRate("typing", [month(1_600)]), { mode: "typing", factor: 1, perMinute: 15 });
		assert.deepEqual(completionRate("typing", [month(1_400)]), {
			...{ mode: "typing", factor: 2, perMinute: 8 },
			limit: month(1_400),
		});
		assert.equal(completionRate("typing", [month(299)]).mode, "demand");
		assert.equal(completionRate("off", [month(299)]).mode, "off");
	});
});

describe("completions: the rhythm", () => {
	it("waits longer for a slow typist, and never much", () => {
		const delayOf = (interval: number) => {
			const rhythm = new TypingRhythm();
			for (let key = 0; key < 20; key++) rhythm.typed(key * interval);
			return rhythm.delay(300);
		};
		assert.ok(delayOf(100) < delayOf(200));
		assert.equal(delayOf(10), 100);
		assert.equal(delayOf(900), 1_000);
	});
});

describe("completions: the trie of answers", () => {
	it("continues along the latest answer", () => {
		const trie = new AnswerTrie();
		trie.add("a", "let total = ", "one + two;");
		trie.add("a", "let total = ", "one + three;");
		assert.equal(trie.find("a", "let total = "), "one + three;");
		assert.equal(trie.find("a", "let total = one + t"), "hree;");
		assert.equal(trie.find("a", "let total = one + tw"), "o;");
		assert.equal(trie.find("a", "let "), "total = one + three;");
		assert.equal(trie.find("a", "let total = one + x"), "");
		assert.equal(trie.find("b", "let total = "), "");
	});

	it("distinguishes equal lines in different places", () => {
		const trie = new AnswerTrie();
		trie.add("a", "one();\nx", " = 1;");
		assert.equal(trie.find("a", "two();\nx"), "");
		assert.equal(trie.find("a", "one();\nx"), " = 1;");
	});

	it("drops the least recently used answers", () => {
		const trie = new AnswerTrie();
		for (let line = 0; line < 300; line++) trie.add("a", `line${line}\nx`, " = 1;");
		assert.equal(trie.find("a", "line0\nx"), "");
		assert.equal(trie.find("a", "line299\nx"), " = 1;");
	});
});
