import assert from "node:assert/strict";
import { Emitter } from "../../../../../src/core/base/event";
import type { Clock } from "../../../../../src/core/base/ports";
import { CapabilityStore } from "../../../../../src/core/gateway/capabilities/capabilityStore";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { ReportedLimits } from "../../../../../src/core/gateway/limits/reportedLimits";
import { sleep, type Wait } from "../../../../../src/core/gateway/retry";
import { BatchSize } from "../../../../../src/core/search/embedding/batchSize";
import { EmbeddingQueue, type EmbedTexts } from "../../../../../src/core/search/embedding/embeddingQueue";
import { manualClock, memoryState } from "../../memoryPorts";

const origin = "https://g.example";
const minute = 60_000;
const hour = 60 * minute;
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a gateway with calendar periods that reports its limits as SAIA does. */
function limitedGateway(now: () => number, most: { readonly minute: number; readonly hour: number }) {
	const used = { minute: { at: 0, count: 0 }, hour: { at: 0, count: 0 } };
	let refusals = 0;
	return {
		get refusals() {
			return refusals;
		},
		ask(): Response {
			const headers: Record<string, string> = {};
			let isOver = false;
			for (const [name, length] of [
				["minute", minute],
				["hour", hour],
			] as const) {
				const at = Math.floor(now() / length);
				const period = used[name];
				if (period.at !== at) Object.assign(period, { at, count: 0 });
				if (period.count >= most[name]) isOver = true;
				else period.count++;
				headers[`x-ratelimit-limit-${name}`] = String(most[name]);
				headers[`x-ratelimit-remaining-${name}`] = String(most[name] - period.count);
			}
			if (isOver) refusals++;
			return new Response("", { status: isOver ? 429 : 200, headers });
		},
	};
}

/** Returns a generator of numbers from 0 to 1 that depend on a seed. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
		return state / 4_294_967_296;
	};
}

const pauseOf = (until: number, retryAfter: number): Wait => ({
	until,
	cause: new GatewayError("rateLimited", "The limit is reached.", undefined, { retryAfter }),
});

/** Returns a queue of a few texts; its gateway's limits ask for the pause that `wait` returns. */
async function limitedQueue(
	clock: Clock,
	wait: () => Wait | undefined,
	embed?: EmbedTexts,
	count = 2,
	onDidChange = new Emitter<void>().event,
) {
	const causes: (string | undefined)[] = [];
	const waits: (number | undefined)[] = [];
	const kept: number[] = [];
	const capabilities = new CapabilityStore(memoryState());
	await capabilities.record("href", "model", { embeddingArrays: false });
	const queue = new EmbeddingQueue({
		missing: async (after) =>
			after > 0 ? [] : Array.from({ length: count }, (_, i) => ({ id: i + 1, text: "text", path: "a.ts" })),
		embed: embed ?? (async (texts) => texts.map(() => new Float32Array([1, 2]))),
		saveVectors: async (embedded) => void kept.push(...embedded.map(({ id }) => id)),
		refuse: async () => {},
		batchSize: new BatchSize("href", "model", capabilities),
		clock,
		onKept: () => {},
		onWait: (pause) => {
			waits.push(pause?.until);
			causes.push(pause?.cause.message);
		},
		limits: { wait, began: () => {}, onDidChange },
	});
	return { queue, waits, causes, kept };
}

describe("index: requests under reported limits", () => {
	it("show why they wait, check again each minute, and continue", async () => {
		const clock = manualClock();
		const delays: number[] = [];
		const noting: Clock = {
			now: clock.now,
			after: (milliseconds, run) => {
				delays.push(milliseconds);
				return clock.after(milliseconds, run);
			},
		};
		const until = clock.now() + hour;
		const { queue, waits, kept } = await limitedQueue(noting, () =>
			clock.now() < until ? pauseOf(until, until - clock.now()) : undefined,
		);
		let ended = false;
		const run = queue.run(new AbortController().signal).finally(() => {
			ended = true;
		});
		while (!ended) {
			for (let i = 0; i < 4; i++) await soon();
			clock.advance(minute);
		}
		await run;
		assert.deepEqual(kept, [1, 2]);
		assert.deepEqual(waits, [until, undefined]);
		assert.ok(delays.every((delay) => delay <= minute));
	});

	it("follow what another answer reports at once, and continue when the limit is renewed", async () => {
		const clock = manualClock();
		const until = clock.now() + hour;
		const changed = new Emitter<void>();
		let left: string | undefined = "23 of 50";
		const wait = () => (left ? { until, cause: new GatewayError("rateLimited", left, undefined, {}) } : undefined);
		const { queue, causes, kept } = await limitedQueue(clock, wait, undefined, 2, changed.event);
		const run = queue.run(new AbortController().signal);
		for (let i = 0; i < 4; i++) await soon();
		left = "0 of 50";
		changed.fire();
		for (let i = 0; i < 4; i++) await soon();
		assert.deepEqual([causes, kept], [["23 of 50", "0 of 50"], []]);
		left = undefined;
		changed.fire();
		await run;
		assert.deepEqual(
			[causes, kept],
			[
				["23 of 50", "0 of 50", undefined],
				[1, 2],
			],
		);
	});

	it("show the reason again when it has changed, as when other answers report another number", async () => {
		const clock = manualClock();
		const until = clock.now() + 3 * minute;
		const leftAt = () => (clock.now() < until - minute ? "23 of 50" : "50 of 50");
		const { queue, causes } = await limitedQueue(clock, () =>
			clock.now() < until ? { until, cause: new GatewayError("rateLimited", leftAt(), undefined, {}) } : undefined,
		);
		let ended = false;
		const run = queue.run(new AbortController().signal).finally(() => {
			ended = true;
		});
		while (!ended) {
			for (let i = 0; i < 4; i++) await soon();
			clock.advance(minute);
		}
		await run;
		assert.deepEqual(causes, ["23 of 50", "50 of 50", undefined]);
	});

	it("show the reason of a refusal, not only that there was one", async () => {
		const clock = manualClock();
		const until = clock.now() + minute;
		const refusal = new GatewayError("rateLimited", "30 requests per minute.", 429, { retryAfter: minute });
		const isOver = () => clock.now() >= until;
		// Several requests are sent at once until then.
		const refusedAt = 24;
		let asked = 0;
		const { queue, causes, kept } = await limitedQueue(
			clock,
			() => (asked > refusedAt && !isOver() ? pauseOf(until, until - clock.now()) : undefined),
			async (texts, _, signal, onWait) => {
				if (asked++ === refusedAt) {
					onWait({ until, cause: refusal });
					await sleep(minute, clock, signal);
					onWait(undefined);
				}
				return texts.map(() => new Float32Array([1, 2]));
			},
			30,
		);
		let ended = false;
		const run = queue.run(new AbortController().signal).finally(() => {
			ended = true;
		});
		for (let i = 0; i < 8; i++) await soon();
		assert.deepEqual(causes, ["30 requests per minute."]);
		while (!ended) {
			clock.advance(minute);
			await soon();
		}
		await run;
		assert.equal(kept.length, 30);
	});

	it("end with an error that names a limit if they would wait for more than a day", async () => {
		const clock = manualClock();
		const pause = pauseOf(clock.now() + 25 * hour, 25 * hour);
		const { queue } = await limitedQueue(clock, () => pause);
		await assert.rejects(queue.run(new AbortController().signal), (error) => error === pause.cause);
	});

	it("embed 2,000 chunks at 30 a minute and 200 an hour without a refusal, while questions wait for nothing", async () => {
		const clock = manualClock(Date.UTC(2026, 10, 25, 10, 20, 30));
		const limits = new ReportedLimits(clock);
		const gateway = limitedGateway(clock.now, { minute: 30, hour: 200 });
		const capabilities = new CapabilityStore(memoryState());
		await capabilities.record("href", "model", { embeddingArrays: false });
		let kept = 0;
		const request = async () => {
			limits.began(origin, "key");
			const sent = gateway.ask();
			await soon();
			limits.ended(origin, "key");
			limits.record(origin, "key", sent);
			return sent;
		};
		const queue = new EmbeddingQueue({
			missing: async (after, limit) =>
				Array.from({ length: Math.min(limit, 2_000 - after) }, (_, i) => ({
					id: after + i + 1,
					text: "text",
					path: "a.ts",
				})),
			embed: async (texts) => {
				const answer = await request();
				assert.equal(answer.status, 200);
				return texts.map(() => new Float32Array([1, 2]));
			},
			saveVectors: async (embedded) => {
				kept += embedded.length;
			},
			refuse: async () => {},
			batchSize: new BatchSize("href", "model", capabilities),
			clock,
			onKept: () => {},
			onWait: () => {},
			limits: {
				wait: () => {
					const { milliseconds } = limits.bulkPause(origin);
					return milliseconds > 0 ? pauseOf(clock.now() + milliseconds, milliseconds) : undefined;
				},
				began: () => limits.bulkBegan(origin),
			},
		});
		let ended = false;
		const run = queue.run(new AbortController().signal).finally(() => {
			ended = true;
		});
		for (let turns = 0; !ended; turns++) {
			for (let i = 0; i < 4; i++) await soon();
			clock.advance(5_000);
			// An occasional question is sent at once.
			if (turns % 200 === 0) assert.equal((await request()).status, 200);
		}
		await run;
		assert.deepEqual({ kept, refusals: gateway.refusals }, { kept: 2_000, refusals: 0 });
	}).timeout(60_000);

	it("are never sent after a reported limit, in 1,000 seeded sequences", () => {
		for (let seed = 1; seed <= 1_000; seed++) {
			const random = seeded(seed);
			const clock = manualClock(1_800_000_000_000 + Math.floor(random() * hour));
			const limits = new ReportedLimits(clock);
			const most = { minute: 1 + Math.floor(random() * 30), hour: 1 + Math.floor(random() * 200) };
			const gateway = limitedGateway(clock.now, most);
			// The first answer reports the limits.
			limits.record(origin, "key", gateway.ask());
			for (let step = 0; step < 100; step++) {
				const wait = limits.bulkPause(origin).milliseconds;
				if (wait > 0) {
					clock.advance(Math.ceil(wait * random() * 2));
					continue;
				}
				limits.bulkBegan(origin);
				limits.record(origin, "key", gateway.ask());
			}
			assert.equal(gateway.refusals, 0, `seed ${seed}`);
		}
	}).timeout(60_000);
});
