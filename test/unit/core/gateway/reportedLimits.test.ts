import assert from "node:assert/strict";
import { usedUpFor } from "../../../../src/core/gateway/limits/limitHeaders";
import { limitText } from "../../../../src/core/gateway/limits/limitText";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { manualClock } from "../memoryPorts";

const origin = "https://g.example";
const key = "sk-one";
const minute = 60_000;
const hour = 60 * minute;
/** 10:20:30 on a Wednesday, in UTC. */
const start = Date.UTC(2026, 10, 25, 10, 20, 30);

function limitsAfter(...answers: readonly ResponseInit[]) {
	const clock = manualClock(start);
	const limits = new ReportedLimits(clock);
	const answer = (init: ResponseInit) => limits.record(origin, key, new Response("", init));
	for (const init of answers) answer(init);
	return { limits, clock, answer };
}

const spare = (...answers: readonly ResponseInit[]) => limitsAfter(...answers).limits.hasSpareRequests(origin);

/** Returns what the headers report, without the ids: unit, limit, left, and the seconds until it is renewed. */
function read(headers: Readonly<Record<string, string>>) {
	const reports = limitsAfter({ headers }).limits.current(origin);
	return reports.map(({ unit, limit, left, resetsAt }) => [
		unit,
		limit,
		left,
		resetsAt === undefined ? undefined : (resetsAt - start) / 1000,
	]);
}

describe("limits: those that a gateway reports", () => {
	it("leave spare requests until the gateway says otherwise", () => {
		assert.equal(spare(), true);
		assert.equal(spare({}), true);
		assert.equal(spare({ headers: { "x-ratelimit-remaining-requests": "10" } }), true);
		assert.equal(spare({ headers: { "x-ratelimit-remaining-tokens": "3" } }), true);
	});

	for (const [name, value] of [
		["x-ratelimit-remaining-requests", "9"],
		["ratelimit-remaining", "0"],
		["x-ratelimit-remaining", "3"],
		["ratelimit", '"default";r=5;t=30'],
		["ratelimit", "limit=100, remaining=9, reset=50"],
	] as const) {
		it(`leave no spare requests below ten: ${name}: ${value}`, () => {
			assert.equal(spare({ headers: { [name]: value } }), false);
			assert.equal(spare({ headers: { [name]: value } }, {}), false);
		});
	}

	it("follow the last answer", () => {
		const left = (count: string) => ({ headers: { "ratelimit-remaining": count } });
		assert.equal(spare(left("2"), left("100")), true);
	});

	it("no longer apply once this computer's clock was set back", () => {
		const { limits, clock, answer } = limitsAfter({
			status: 429,
			headers: { "x-ratelimit-limit-minute": "30", "x-ratelimit-remaining-minute": "0", "retry-after": "30" },
		});
		limits.bulkBegan(origin);
		assert.equal(limits.bulkPause(origin).milliseconds, 30_000);
		clock.advance(-3 * hour);
		assert.deepEqual(limits.current(origin), []);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
		answer({ headers: { "x-ratelimit-limit-minute": "30", "x-ratelimit-remaining-minute": "20" } });
		assert.deepEqual(
			limits.current(origin).map(({ left }) => left),
			[20],
		);
		assert.equal(limits.bulkPause(origin).milliseconds, 3_000);
	});

	it("leave no spare requests after a 429 in this session at this gateway", () => {
		const { limits, answer } = limitsAfter({ status: 429 });
		answer({ headers: { "ratelimit-remaining": "100" } });
		assert.equal(limits.hasSpareRequests(origin), false);
		assert.equal(limits.hasSpareRequests("https://other.example"), true);
	});

	it("ignore values that are not numbers", () =>
		assert.equal(spare({ headers: { "ratelimit-remaining": "few" } }), true));

	it("are those of one key", () => {
		const { limits } = limitsAfter({ status: 429, headers: { "ratelimit-remaining": "0" } });
		limits.began(origin, "sk-two");
		limits.record(origin, "sk-two", new Response(""));
		assert.equal(limits.hasSpareRequests(origin), true);
		assert.deepEqual(limits.current(origin), []);
	});
});

describe("limits: in headers", () => {
	it("are read for several periods at once, which end with the gateway's minute and hour (SAIA)", () => {
		const headers = {
			"x-ratelimit-limit-minute": "30",
			"x-ratelimit-remaining-minute": "29",
			"x-ratelimit-limit-hour": "200",
			"x-ratelimit-remaining-hour": "40",
			"x-ratelimit-limit-month": "3000",
			"x-ratelimit-remaining-month": "2800",
		};
		const monthEnds = (Date.UTC(2026, 11, 1) - start) / 1000;
		assert.deepEqual(read(headers), [
			["requests", 200, 40, 39 * 60 + 30],
			["requests", 3000, 2800, monthEnds],
			["requests", 30, 29, 30],
		]);
		// A gateway whose clock is 20 s ahead begins its next minute 20 s earlier.
		const date = new Date(start + 20_000).toUTCString();
		assert.deepEqual(read({ ...headers, date })[2], ["requests", 30, 29, 10]);
	});

	it("are read for requests and tokens, with durations (OpenAI)", () => {
		const headers = {
			"x-ratelimit-limit-requests": "60",
			"x-ratelimit-remaining-requests": "59",
			"x-ratelimit-reset-requests": "1s",
			"x-ratelimit-limit-tokens": "150000",
			"x-ratelimit-remaining-tokens": "14984",
			"x-ratelimit-reset-tokens": "6m0s",
		};
		assert.deepEqual(read(headers), [
			["tokens", 150_000, 14_984, 360],
			["requests", 60, 59, 1],
		]);
	});

	for (const [headers, expected] of [
		[{ "ratelimit-limit": "100, 100;w=60", "ratelimit-remaining": "5", "ratelimit-reset": "7" }, [100, 5, 7]],
		[{ ratelimit: "limit=100, remaining=50, reset=30" }, [100, 50, 30]],
		[{ ratelimit: '"default";r=50;t=30', "ratelimit-policy": '"default";q=100;w=60' }, [100, 50, 30]],
	] as const) {
		it(`are read in the drafts of the IETF: ${JSON.stringify(headers)}`, () => {
			assert.deepEqual(read(headers), [["requests", ...expected]]);
		});
	}

	for (const [policy, seconds] of [
		["30;w=60, 200;w=3600", 60],
		["200;w=3600, 30;w=60", 60],
		["30;w=60", 60],
		["40;w=60, 200;w=3600", undefined],
	] as const) {
		it(`have the period of their own policy: ${policy}`, () => {
			const [limit, ...others] = limitsAfter({
				headers: {
					"ratelimit-limit": "30",
					"ratelimit-remaining": "15",
					"ratelimit-reset": "50",
					"ratelimit-policy": policy,
				},
			}).limits.current(origin);
			const period = seconds && { period: seconds * 1000 };
			const reported = { unit: "requests", limit: 30, left: 15, resetsAt: start + 50_000 };
			assert.deepEqual(limit, { id: "ratelimit requests", ...reported, ...period, answeredAt: start });
			assert.deepEqual(others, []);
		});
	}

	for (const [unit, expected] of [
		["", [["requests", 1000, 50, 30]]],
		[';qu="requests"', [["requests", 1000, 50, 30]]],
		[';qu="tokens"', [["tokens", 1000, 50, 30]]],
		[';qu="content-bytes"', []],
		[';qu="concurrent-requests"', []],
	] as const) {
		it(`count the unit of the policy with their name: ${unit || "nothing"}`, () => {
			const headers = { ratelimit: '"a";r=50;t=30', "ratelimit-policy": `"a";q=1000;w=60${unit}` };
			assert.deepEqual(read(headers), expected);
		});
	}

	it("are none where they are reported as zero, and hide none that is real", () => {
		const real = { "x-ratelimit-limit-hour": "200", "x-ratelimit-remaining-hour": "40" };
		const none = { "x-ratelimit-limit-minute": "0", "x-ratelimit-remaining-minute": "0" };
		assert.deepEqual(read({ ...real, ...none }), [["requests", 200, 40, 39 * 60 + 30]]);
		assert.deepEqual(read(none), []);
		assert.equal(spare({ headers: none }), true);
	});

	for (const [reset, seconds] of [
		["12", 12],
		["0.5", 0.5],
		["120ms", 0.12],
		["1h2m3.5s", 3723.5],
		["1d", 86_400],
		[String(start / 1000 + 40), 40],
		[String(start + 40_000), 40],
		[new Date(start + 40_000).toISOString(), 40],
		[new Date(start + 40_000).toUTCString(), 40],
		["Wednesday, 25-Nov-26 10:21:10 GMT", 40],
		["abc 5", undefined],
		["-5", undefined],
		["soon", undefined],
		["9".repeat(20), undefined],
		["5 parsecs", undefined],
	] as const) {
		it(`have a reset: ${reset}`, () => {
			assert.deepEqual(read({ "x-ratelimit-remaining": "5", "x-ratelimit-reset": reset }), [
				["requests", undefined, 5, seconds],
			]);
		});
	}

	it("have no reset if the gateway's clock is at the end of time, and can still be shown", () => {
		const headers = {
			date: "Sat, 13 Sep 275760 00:00:00 GMT",
			"x-ratelimit-limit-month": "9",
			"x-ratelimit-remaining-month": "1",
		};
		assert.deepEqual(read(headers), [["requests", 9, 1, undefined]]);
		const [limit] = limitsAfter({ headers }).limits.current(origin);
		assert.ok(limit && limitText(limit, start, "en").includes("1"));
	});

	it("count a time since the epoch by the gateway's clock", () => {
		const ahead = start + hour;
		const headers = { date: new Date(ahead).toUTCString(), "x-ratelimit-remaining": "5" };
		assert.deepEqual(read({ ...headers, "x-ratelimit-reset": String(ahead / 1000 + 40) }), [
			["requests", undefined, 5, 40],
		]);
	});

	it("no longer apply after a reset in the past", () => {
		const past = String(start / 1000 - 100);
		assert.deepEqual(read({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": past }), []);
	});

	for (const value of ["-1", "1e3", "", "9".repeat(30), "NaN", "<b>", "1 2", "1,000"]) {
		it(`are ignored where a count is ${JSON.stringify(value)}`, () => {
			assert.deepEqual(read({ "x-ratelimit-remaining": value, "x-ratelimit-limit-hour": value }), []);
		});
	}

	it("explain a refusal until the last used-up one is renewed", () => {
		const headers = {
			"x-ratelimit-remaining-minute": "0",
			"x-ratelimit-remaining-hour": "0",
			"x-ratelimit-remaining-day": "3",
		};
		assert.equal(usedUpFor(new Response("", { status: 429, headers }), start), (39 * 60 + 30) * 1000);
		assert.equal(usedUpFor(new Response("", { status: 503, headers }), start), undefined);
		assert.equal(usedUpFor(new Response("", { status: 429 }), start), undefined);
	});

	it("may shrink", () => {
		const limit = (all: string, left: string) => ({
			headers: { "x-ratelimit-limit-hour": all, "x-ratelimit-remaining-hour": left },
		});
		const { limits } = limitsAfter(limit("200", "150"), limit("100", "150"));
		assert.equal(limits.current(origin)[0]?.left, 100);
	});

	it("are shown with what is left, and when they are renewed", () => {
		const report = { id: "", unit: "requests", limit: 200, left: 40, resetsAt: start + hour } as const;
		assert.match(limitText(report, start, "en"), /^Requests left: 40 of 200 \(renewal: \d+:20/);
		assert.equal(limitText({ id: "", unit: "tokens", left: 7 }, start, "en"), "Tokens left: 7");
		assert.equal(limitText({ id: "", unit: "tokens", limit: 7 }, start, "en"), "");
	});
});

describe("limits: the remaining requests", () => {
	for (const [headers, left] of [
		[{ "x-ratelimit-limit-minute": "30", "x-ratelimit-remaining-minute": "0" }, undefined],
		[{ "x-ratelimit-remaining-minute": "0", "x-ratelimit-remaining-hour": "40" }, 40],
		[{ "x-ratelimit-remaining-minute": "20", "x-ratelimit-remaining-hour": "1" }, 1],
		[{ "ratelimit-remaining": "1", "ratelimit-reset": "119" }, undefined],
		[{ "ratelimit-remaining": "1", "ratelimit-reset": "120" }, 1],
		[{ "ratelimit-remaining": "1" }, 1],
	] as const) {
		it(`are those of periods that do not end soon: ${JSON.stringify(headers)}`, () => {
			assert.equal(limitsAfter({ headers }).limits.requestsLeft(origin), left);
		});
	}
});

describe("limits: bulk requests", () => {
	const hourly = (left: number) => ({
		headers: { "ratelimit-limit": "200", "ratelimit-remaining": String(left), "ratelimit-reset": "3600" },
	});

	it("are spread over half of what is left", () => {
		const { limits, clock } = limitsAfter(hourly(100));
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
		limits.bulkBegan(origin);
		assert.equal(limits.bulkPause(origin).milliseconds, hour / 50);
		clock.advance(hour / 50);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("wait for the end of a period in which too few are left, and then continue", () => {
		const { limits, clock } = limitsAfter(hourly(1));
		assert.equal(limits.bulkPause(origin).milliseconds, hour);
		clock.advance(hour);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("count requests that have no answer yet", () => {
		const { limits } = limitsAfter(hourly(4));
		for (let i = 0; i < 3; i++) limits.began(origin, key);
		assert.equal(limits.bulkPause(origin).milliseconds, hour);
		for (let i = 0; i < 3; i++) limits.ended(origin, key);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("are sent again a minute after an answer that reports none left, without an end", () => {
		const { limits, clock, answer } = limitsAfter({ headers: { "x-ratelimit-remaining": "0" } });
		clock.advance(minute / 2);
		assert.equal(limits.bulkPause(origin).milliseconds, minute / 2);
		clock.advance(minute / 2);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
		answer({ headers: { "x-ratelimit-remaining": "1" } });
		assert.equal(limits.bulkPause(origin).milliseconds, minute);
		clock.advance(minute);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("are sent under a limit of one in each period, and under zero, which means no limit", () => {
		const most = (limit: string, left: string) => ({
			headers: { "x-ratelimit-limit-minute": limit, "x-ratelimit-remaining-minute": left },
		});
		const { limits, clock, answer } = limitsAfter(most("1", "1"));
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
		limits.bulkBegan(origin);
		answer(most("1", "0"));
		assert.equal(limits.bulkPause(origin).milliseconds, minute / 2);
		clock.advance(minute);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
		answer(most("0", "0"));
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("name the limit that makes them wait", () => {
		const { limits } = limitsAfter(hourly(1));
		assert.deepEqual(
			[limits.bulkPause(origin).limit].map((limit) => [limit?.limit, limit?.left]),
			[[200, 1]],
		);
	});
});
