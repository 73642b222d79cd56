import assert from "node:assert/strict";
import { AdaptiveRateLimiter } from "../../../../../src/core/search/embedding/adaptiveRateLimiter";
import { manualClock } from "../../memoryPorts";

/** Limits of a gateway on simultaneous requests, and on requests in a period; refused ones do not count. */
interface Limits {
	/** Duration of a request, in milliseconds. */
	readonly takes: number;
	readonly atOnce?: number;
	/** Whether additional simultaneous requests wait instead of being refused. */
	readonly queues?: boolean;
	readonly inWindow?: number;
	readonly window?: number;
	/** Whether pauses are announced in whole seconds, rounded up. */
	readonly wholeSeconds?: boolean;
}

/** Runs the rate limiter against the limits for some simulated minutes; returns the accepted and refused requests. */
function simulate(limits: Limits, minutes: number) {
	const {
		takes,
		atOnce = Number.POSITIVE_INFINITY,
		queues = false,
		inWindow = Number.POSITIVE_INFINITY,
		window = 60_000,
		wholeSeconds = false,
	} = limits;
	const clock = manualClock(0);
	const rateLimiter = new AdaptiveRateLimiter(clock);
	let running = 0;
	let most = 0;
	let windowOf = -1;
	let used = 0;
	let passed = 0;
	let refused = 0;
	const freeAt: number[] = [];
	const begin = () => {
		rateLimiter.began();
		const now = clock.now();
		if (Math.floor(now / window) !== windowOf) [windowOf, used] = [Math.floor(now / window), 0];
		if (used >= inWindow || (!queues && running >= atOnce)) {
			refused++;
			const pause = used >= inWindow ? (windowOf + 1) * window - now : 1000;
			rateLimiter.refused(now + (wholeSeconds ? Math.ceil(pause / 1000) * 1000 : pause));
			rateLimiter.ended(false);
			return;
		}
		used++;
		most = Math.max(most, ++running);
		const starts = queues && running > atOnce ? Math.max(now, freeAt[freeAt.length - atOnce] ?? now) : now;
		freeAt.push(starts + takes);
		clock.after(starts + takes - now, () => {
			running--;
			passed++;
			rateLimiter.ended(true);
		});
	};
	while (clock.now() < minutes * 60_000) {
		while (rateLimiter.wait === 0) begin();
		clock.advance(1);
	}
	return { passed, refused, most, rateLimiter };
}

describe("index: the adaptive rate limiter", () => {
	it("uses a gateway's limit of requests per minute fully, with only a few refusals", () => {
		const { passed, refused } = simulate({ takes: 200, inWindow: 300 }, 20);
		assert.ok(passed >= 20 * 300 * 0.95, `${passed} of ${20 * 300}`);
		assert.ok(refused <= 40, `${refused} refusals`);
	});

	it("uses limits of short periods fully, even if the pauses are given in whole seconds", () => {
		const minutes = 5;
		for (const [inWindow, window] of [
			[20, 2_000],
			[30, 1_000],
			[40, 2_000],
			[5, 1_000],
		] as const) {
			const { passed } = simulate({ takes: 50, inWindow, window, wholeSeconds: true }, minutes);
			const possible = (minutes * 60_000 * inWindow) / window;
			assert.ok(passed >= possible * 0.95, `${passed} of ${possible} at ${inWindow} in ${window} ms`);
		}
	});

	it("uses a gateway's limit of simultaneous requests fully", () => {
		const minutes = 5;
		const { passed, refused } = simulate({ takes: 200, atOnce: 4 }, minutes);
		const possible = (minutes * 60_000 * 4) / 200;
		assert.ok(passed >= possible * 0.95, `${passed} of ${possible}`);
		assert.ok(refused <= 10, `${refused} refusals`);
	});

	it("sends no more simultaneous requests than are useful if they wait for each other", () => {
		const { passed, most } = simulate({ takes: 200, atOnce: 3, queues: true }, 5);
		assert.ok(passed >= ((5 * 60_000 * 3) / 200) * 0.95, `${passed}`);
		assert.ok(most <= 6, `${most} at once`);
	});

	it("sends many simultaneous requests if the gateway has no limit, up to a maximum", () => {
		const { most } = simulate({ takes: 200 }, 2);
		assert.equal(most, 16);
	});
});
