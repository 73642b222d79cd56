import assert from "node:assert/strict";
import { DescribedLimits } from "../../../../src/core/gateway/limits/describedLimits";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { planLimitText } from "../../../../src/core/search/building/buildTexts";
import { manualClock, memoryState } from "../memoryPorts";

const origin = "https://g.example";
const minute = 60_000;
const hour = 60 * minute;

async function described() {
	const clock = manualClock(1_800_000_000_000);
	const store = new DescribedLimits(memoryState());
	await store.set(origin, [
		{ requests: 30, per: "minute" },
		{ requests: 200, per: "hour" },
		{ requests: 40, per: "minute" },
	]);
	const limits = new ReportedLimits(clock, store);
	const send = (headers = {}) => {
		limits.began(origin, "key");
		limits.ended(origin, "key");
		limits.record(origin, "key", new Response("", { headers }));
	};
	const left = () => limits.current(origin).map(({ period, limit, left }) => [period, limit, left]);
	return { clock, store, limits, send, left };
}

describe("limits: those that a gateway describes", () => {
	it("are kept for its origin, the smallest of each period, until the next description", async () => {
		const { store } = await described();
		assert.deepEqual(store.of(origin), [
			[minute, 30],
			[hour, 200],
		]);
		assert.deepEqual(store.of("https://other.example"), []);
		await store.set(origin, []);
		assert.deepEqual(store.of(origin), []);
	});

	it("count this window's requests where its answers report nothing", async () => {
		const { clock, send, left } = await described();
		for (let i = 0; i < 20; i++) send();
		assert.deepEqual(left(), [
			[minute, 30, 10],
			[hour, 200, 180],
		]);
		clock.advance(minute);
		assert.deepEqual(left(), [
			[hour, 200, 180],
			[minute, 30, 30],
		]);
		send();
		assert.deepEqual(left()[1], [minute, 30, 29]);
	});

	it("give way to what its answers report for the same period", async () => {
		const { send, left } = await described();
		send({ "x-ratelimit-limit-hour": "100", "x-ratelimit-remaining-hour": "7" });
		assert.deepEqual(left(), [
			[hour, 100, 7],
			[minute, 30, 29],
		]);
	});

	it("give way to a report of the same number without a period", async () => {
		const { send, left } = await described();
		send({ "ratelimit-limit": "30", "ratelimit-remaining": "7" });
		assert.deepEqual(left(), [
			[undefined, 30, 7],
			[hour, 200, 199],
		]);
	});

	it("begin again if the clock was set back, instead of lasting for the difference", async () => {
		const { clock, send, left } = await described();
		for (let i = 0; i < 20; i++) send();
		clock.advance(-10 * hour);
		send();
		assert.deepEqual(left(), [
			[minute, 30, 29],
			[hour, 200, 199],
		]);
	});

	it("are the newest sixteen if a gateway gives each report another name", async () => {
		const { limits } = await described();
		limits.began("https://other.example", "key");
		for (let i = 0; i < 40; i++) {
			const headers = { ratelimit: `"x${i}";r=${i}` };
			limits.record("https://other.example", "key", new Response("", { headers }));
		}
		const left = limits.current("https://other.example").map((limit) => limit.left ?? -1);
		assert.deepEqual(
			left.sort((a, b) => a - b),
			[24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39],
		);
	});

	it("spread bulk requests over the period, and keep some until its last minute", async () => {
		const { clock, limits, send } = await described();
		let sent = 0;
		for (const end = clock.now() + hour - 60_000; clock.now() < end; ) {
			const { milliseconds } = limits.bulkPause(origin);
			if (milliseconds > 0) {
				clock.advance(Math.min(Math.ceil(milliseconds), end - clock.now()));
				continue;
			}
			limits.bulkBegan(origin);
			send();
			sent++;
		}
		assert.ok(sent > 80 && sent < 200, `${sent} requests in an hour`);
	});

	it("are shown to the user before an index is built", async () => {
		const { limits } = await described();
		assert.match(
			planLimitText(2_000, limits.current(origin), "en", Date.now()),
			/^Requests: about 2,000; .*: 200; about 20 h 0 min .*half/,
		);
	});
});
