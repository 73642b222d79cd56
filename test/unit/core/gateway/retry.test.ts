import assert from "node:assert/strict";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { retryAfter } from "../../../../src/core/gateway/limits/retryAfter";
import { RequestBudget } from "../../../../src/core/gateway/requestBudget";
import { type Wait, withRetry } from "../../../../src/core/gateway/retry";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";
import { manualClock, memoryLogChannel } from "../memoryPorts";

const busy = (wait?: number) =>
	new GatewayError("unavailable", "busy", 503, {
		transient: true,
		...(wait === undefined ? {} : { retryAfter: wait }),
	});

function setUp(errors: readonly Error[], random = 0.5) {
	const clock = manualClock();
	const begun = clock.now();
	const abort = new AbortController();
	const waits: number[] = [];
	let calls = 0;
	const log = memoryLogChannel();
	const run = async () => {
		const error = errors[calls++];
		if (error) throw error;
		return "answer";
	};
	const onWait = (wait: Wait | undefined) => {
		if (!wait) return;
		waits.push(wait.until - clock.now());
		clock.advance(wait.until - clock.now());
	};
	const options = { clock, random: () => random, signal: abort.signal, budget: new RequestBudget(), log, onWait };
	return { clock, begun, abort, waits, calls: () => calls, run: (own = {}) => withRetry(run, { ...options, ...own }) };
}

describe("retry", () => {
	it("tries again up to three times, with doubled pauses", async () => {
		const t = setUp([busy(), busy(), busy()], 1);
		assert.equal(await t.run(), "answer");
		assert.deepEqual(t.waits, [1000, 2000, 4000]);
	});

	it("gives up with the last error", async () => {
		const last = busy();
		const t = setUp([busy(), busy(), busy(), last]);
		await assert.rejects(t.run(), last);
		assert.equal(t.calls(), 4);
	});

	it("does not try again if its budget has no retries", async () => {
		const first = busy();
		const t = setUp([first]);
		await assert.rejects(t.run({ budget: new RequestBudget(0) }), first);
		assert.deepEqual([t.calls(), t.waits], [1, []]);
	});

	it("spreads its pauses over their upper half", async () => {
		for (const [random, wait] of [
			[0, 500],
			[0.5, 750],
		] as const) {
			const t = setUp([busy()], random);
			await t.run();
			assert.deepEqual(t.waits, [wait]);
		}
	});

	it("respects Retry-After up to a day", async () => {
		const t = setUp([busy(gatewayLimits.retryAfter)]);
		assert.equal(await t.run(), "answer");
		assert.deepEqual(t.waits, [86_400_000]);
	});

	it("waits in bulk also for limits that other answers reported meanwhile, up to a day", async () => {
		const t = setUp([busy(5_000)]);
		let began = 0;
		const limit = (seconds: number) => ({ until: t.clock.now() + seconds * 1000, cause: busy(seconds * 1000) });
		const pauses = [60, 7];
		const bulk = (next: () => number | undefined) => ({
			wait: () => {
				const seconds = next();
				return seconds === undefined ? undefined : limit(seconds);
			},
			began: () => void began++,
		});
		assert.equal(await t.run({ bulk: bulk(() => pauses.shift()) }), "answer");
		assert.deepEqual([t.waits, began], [[5_000, 60_000, 7_000], 1]);
		const long = setUp([busy(5_000)]);
		await assert.rejects(long.run({ bulk: bulk(() => 86_401) }), /busy/);
		assert.deepEqual([long.calls(), long.waits], [1, [5_000]]);
	});

	it("fails if the gateway asks for a longer pause than the request allows", async () => {
		const asks = busy(60_000);
		const t = setUp([busy(5_000), asks]);
		await assert.rejects(t.run({ longestPause: 10_000 }), asks);
		assert.deepEqual([t.calls(), t.waits], [2, [5_000]]);
	});

	it("still pauses if Retry-After asks for no wait", async () => {
		const t = setUp([busy(0), busy(0)], 1);
		assert.equal(await t.run(), "answer");
		assert.deepEqual(t.waits, [1000, 2000]);
	});

	it("does not try again after a permanent failure", async () => {
		const refused = new GatewayError("refused", "no", 400);
		const t = setUp([refused]);
		await assert.rejects(t.run(), refused);
		assert.equal(t.calls(), 1);
	});

	it("ends at once when it is cancelled during a pause", async () => {
		const t = setUp([busy()]);
		let over = false;
		const onWait = (wait: Wait | undefined) => {
			if (wait) queueMicrotask(() => t.abort.abort());
			else over = true;
		};
		await assert.rejects(t.run({ onWait }), { name: "AbortError" });
		assert.deepEqual([t.calls(), over], [1, true]);
	});
});

describe("retry: Retry-After", () => {
	const now = Date.parse("2026-11-21T10:00:00Z");
	for (const [header, milliseconds] of [
		[null, undefined],
		["", undefined],
		["7", 7000],
		["0", 0],
		["1.5", 1500],
		["86400", 86_400_000],
		["-1", undefined],
		["soon", undefined],
		["-0.5", undefined],
		["NaN", undefined],
		["Infinity", undefined],
		["1e9", undefined],
		["0x10", undefined],
		["9".repeat(40), 100 * 365.25 * 86_400_000],
		["9".repeat(101), undefined],
		["x".repeat(1024 * 1024), undefined],
		["Sat, 21 Nov 9999 10:00:30 GMT", 100 * 365.25 * 86_400_000],
		["Sat, 21 Nov 2026 10:00:30 GMT", 30_000],
		["Sat, 21 Nov 2026 09:59:00 GMT", 0],
	] as const) {
		it(`reads ${header === null ? "none" : `"${header.slice(0, 45)}" (${header.length})`}`, () => {
			assert.equal(retryAfter(header, now), milliseconds);
		});
	}
});
