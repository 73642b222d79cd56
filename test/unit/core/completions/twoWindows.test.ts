import assert from "node:assert/strict";
import { completionRate } from "../../../../src/core/completions/completionRate";
import { CompletionSession } from "../../../../src/core/completions/completionSession";
import { cursorTextAt } from "../../../../src/core/completions/cursorText";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { manualClock } from "../memoryPorts";
import { turn } from "./sessionHarness";

const origin = "https://gateway.example";
const minute = 60_000;
/** What the gateway allows in a minute, the least that gateways are known to have, and in a month. */
const perMinute = 30;
const perMonth = 3_000;
/** Time that the user stays in a window before they type in the other, in milliseconds: long enough for a request. */
const stay = 1_300;

/** A gateway that enforces its limits, and windows of one user that ask it. */
function world({ used = 0, isTold = true, names = ["one", "other"] } = {}) {
	const clock = manualClock();
	const counts = { month: used, refused: 0 };
	let [current, inMinute] = [-1, 0];
	const reply = () => {
		const now = Math.floor(clock.now() / minute);
		if (now !== current) [current, inMinute] = [now, 0];
		const isRefused = inMinute >= perMinute || counts.month >= perMonth;
		if (isRefused) counts.refused++;
		else {
			inMinute++;
			counts.month++;
		}
		const told = {
			"x-ratelimit-limit-minute": `${perMinute}`,
			"x-ratelimit-remaining-minute": `${perMinute - inMinute}`,
			"x-ratelimit-limit-month": `${perMonth}`,
			"x-ratelimit-remaining-month": `${perMonth - counts.month}`,
		};
		return new Response("", { status: isRefused ? 429 : 200, headers: isTold ? told : {} });
	};
	const windows = names.map((name) => {
		const limits = new ReportedLimits(clock);
		const rate = () => completionRate("typing", limits.current(origin));
		const session = new CompletionSession({
			clock,
			expected: 200,
			rate,
			count: () => {},
			onError: (error) => assert.ok(error instanceof GatewayError),
			fill: async (_, __, onCode) => {
				const { status } = await limits.sending(origin, "sk-demo", "completions", async () => reply());
				if (status === 429) throw new GatewayError("rateLimited", "Too many.", 429);
				onCode("value;\n");
				return "value;\n";
			},
		});
		return { name, session, rate };
	});
	/** Types in the windows in turn, at a new place each time. */
	const type = async (places: number) => {
		for (let place = 0; place < places; place++) {
			for (const { name, session } of windows) {
				const text = `const ${name}${clock.now()} = `;
				const cursor = cursorTextAt(text, text.length, "typescript", "a.ts");
				void session.provide({ document: name, cursor, isAutomatic: true }, new AbortController().signal);
				clock.advance(stay);
				await turn();
			}
		}
	};
	return { counts, type, rates: () => windows.map(({ rate }) => rate()) };
}

describe("completions: two windows at one gateway", () => {
	for (const isTold of [true, false]) {
		it(`never reach 30 requests a minute together, ${isTold ? "reported" : "though no limit is reported"}`, async () => {
			const { counts, type } = world({ isTold });
			await type(5 * (minute / stay / 2));
			assert.equal(counts.refused, 0);
			assert.ok(counts.month > 4 * (perMinute / 2), `${counts.month} requests are enough to say so`);
		});
	}

	for (const many of [3, 4]) {
		it(`never reach a reported limit of 30 in ${many} windows either`, async () => {
			const { counts, type } = world({ names: ["one", "other", "third", "fourth"].slice(0, many) });
			await type(5 * (minute / stay / many));
			assert.equal(counts.refused, 0);
			assert.ok(counts.month > 4 * (perMinute / 2), `${counts.month} requests are enough to say so`);
		});
	}

	it("both halve their rate below half of a limit, whichever window used it, and are on demand below a tenth", async () => {
		const half = world({ used: perMonth / 2 - 3 });
		assert.deepEqual(
			half.rates().map(({ factor }) => factor),
			[1, 1],
		);
		await half.type(4);
		assert.deepEqual(
			half.rates().map(({ factor, mode, perMinute }) => [factor, mode, perMinute]),
			[2, 2].map((factor) => [factor, "typing", 8]),
		);
		const last = world({ used: 0.9 * perMonth - 1 });
		await last.type(6);
		assert.deepEqual(
			last.rates().map(({ mode }) => mode),
			["demand", "demand"],
		);
		assert.ok(last.counts.month <= 0.9 * perMonth + 2, "each learns of it with its next answer, and asks no more");
	});
});
