import assert from "node:assert/strict";
import type { CompletionPace } from "../../../../src/core/completions/completionPace";
import { type CompletionQuestion, CompletionSession } from "../../../../src/core/completions/completionSession";
import { cursorTextAt } from "../../../../src/core/completions/cursorText";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { manualClock } from "../memoryPorts";

/** A request that waits to be answered. */
interface Asked extends CompletionQuestion {
	readonly signal: AbortSignal;
	/** Sends a piece of the answer; returns whether it is enough. */
	say(piece: string): boolean;
	end(): void;
	fail(error: unknown): void;
}

/** A session over a simulated clock and a gateway that answers when the test says so. */
function harness(options: { expected?: number; pace?: Partial<CompletionPace> } = {}) {
	const clock = manualClock();
	const asked: Asked[] = [];
	const errors: unknown[] = [];
	const pace: { now: CompletionPace } = { now: { mode: "typing", factor: 1, perMinute: 20, ...options.pace } };
	const session = new CompletionSession({
		clock,
		expected: options.expected ?? 300,
		pace: () => pace.now,
		onError: (error) => errors.push(error),
		fill: (question, signal, onCode) =>
			new Promise((resolve, reject) => {
				let raw = "";
				asked.push({
					...question,
					signal,
					say: (piece) => {
						raw += piece;
						const isEnough = onCode(raw);
						if (isEnough) resolve(raw);
						return isEnough;
					},
					end: () => resolve(raw),
					fail: reject,
				});
			}),
	});
	let arrived = 0;
	session.onDidArrive(() => arrived++);
	/** Asks at the end of a text, or at `█` in it. */
	const ask = async (text: string, isAutomatic = true, signal = new AbortController().signal) => {
		const marked = text.includes("█") ? text : `${text}█`;
		const offset = marked.indexOf("█");
		const cursor = cursorTextAt(marked.replace("█", ""), offset, "typescript", "a.ts");
		return (await session.provide({ document: "a", cursor, isAutomatic }, signal))?.text;
	};
	/** Types a text, a key each so many milliseconds, without waiting for the calls. */
	const type = async (before: string, text: string, interval = 150) => {
		for (let length = 1; length <= text.length; length++) {
			void ask(before + text.slice(0, length));
			clock.advance(interval);
			await turn();
		}
	};
	return { clock, asked, errors, pace, session, ask, type, arrived: () => arrived };
}

/** Lets everything run that is due. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("completions: timing", () => {
	it("asks once when the user pauses, not while they type", async () => {
		const { clock, asked, type } = harness();
		await type("", "const total = ");
		assert.equal(asked.length, 0);
		clock.advance(1_000);
		await turn();
		assert.equal(asked.length, 1);
		assert.equal(asked[0]?.cursor.before, "const total = ");
	});

	it("returns at once after a letter, and serves the answer when it is there", async () => {
		const { clock, asked, ask, arrived } = harness();
		assert.equal(await ask("const total = a"), undefined);
		clock.advance(1_000);
		await turn();
		asked[0]?.say(" + b;\nmore");
		await turn();
		assert.equal(arrived(), 1);
		assert.equal(await ask("const total = a"), " + b;");
	});

	it("waits for an answer that is expected soon where the editor suggests nothing itself", async () => {
		const { clock, asked, ask, arrived } = harness({ expected: 100 });
		const answer = ask("const total = ");
		clock.advance(500);
		await turn();
		asked[0]?.say("a + b;\n");
		assert.equal(await answer, "a + b;");
		assert.equal(arrived(), 0);
	});

	it("does not wait for one that is expected late, or that is later than expected", async () => {
		const { clock, asked, ask } = harness({ expected: 3_000 });
		assert.equal(await ask("const total = "), undefined);
		const soon = harness({ expected: 100 });
		const answer = soon.ask("const total = ");
		soon.clock.advance(490);
		await turn();
		assert.equal(soon.asked.length, 1);
		soon.clock.advance(600);
		assert.equal(await answer, undefined);
		assert.equal(asked.length, 0);
		clock.advance(0);
	});

	it("keeps a request while its answer begins with what is typed, and ends it otherwise", async () => {
		const { clock, asked, ask, session } = harness();
		void ask("total = a");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("bc");
		assert.equal(await ask("total = ab"), undefined);
		assert.equal(asked[0]?.signal.aborted, false);
		asked[0]?.say("d + e;\n");
		await turn();
		assert.equal(await ask("total = abcd"), " + e;");
		assert.equal(session.counts.requests, 1);
		assert.equal(await ask("total = ax"), undefined);
		clock.advance(1_000);
		await turn();
		assert.equal(asked.length, 2);
		asked[1]?.say("yz");
		void ask("total = axq");
		assert.equal(asked[1]?.signal.aborted, true);
	});

	it("serves what is typed along, deleted and typed again without a request", async () => {
		const { clock, asked, ask, session } = harness();
		void ask("total = ");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("first + second;\n");
		await turn();
		for (const typed of ["f", "fir", "first +", "first", "", "fi"])
			assert.equal(await ask(`total = ${typed}`), "first + second;".slice(typed.length), typed);
		assert.deepEqual(session.counts, { requests: 1, served: 6, fromCache: 6 });
	});

	it("serves a long answer as several suggestions", async () => {
		const { clock, asked, ask } = harness();
		void ask("if (a) {\n\t█\n}");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("one();\n\ttwo();\n}\n");
		await turn();
		assert.equal(await ask("if (a) {\n\t█\n}"), "one();\n\ttwo();");
		assert.equal(await ask("if (a) {\n\tone();█\n}"), "\n\ttwo();");
		assert.equal(await ask("if (a) {\n\tone();\n\t█\n}"), "two();");
		assert.equal(asked.length, 1);
	});

	it("does not ask again where an answer is there that does not fit", async () => {
		const { clock, asked, ask } = harness();
		void ask("one();\n█\nthree();");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("three();\n");
		await turn();
		assert.equal(await ask("one();\n█\nthree();"), undefined);
		clock.advance(2_000);
		assert.equal(asked.length, 1);
	});

	it("does not ask again where nothing belongs", async () => {
		const { clock, asked, ask } = harness();
		void ask("done();");
		clock.advance(1_000);
		await turn();
		asked[0]?.end();
		await turn();
		assert.equal(await ask("done();"), undefined);
		clock.advance(2_000);
		assert.equal(asked.length, 1);
	});
});

describe("completions: on demand", () => {
	it("makes no request because of a key, and one at once when asked", async () => {
		const { clock, asked, ask } = harness({ pace: { mode: "demand" } });
		assert.equal(await ask("total = "), undefined);
		clock.advance(5_000);
		assert.equal(asked.length, 0);
		const answer = ask("total = ", false);
		clock.advance(0);
		await turn();
		asked[0]?.say("a;\n");
		assert.equal(await answer, "a;");
		assert.equal(await ask("total = "), "a;", "what was asked for stays while the user looks at it");
	});

	it("waits as long as the user does", async () => {
		const { clock, asked, ask } = harness({ pace: { mode: "demand" } });
		const abort = new AbortController();
		const answer = ask("total = ", false, abort.signal);
		clock.advance(60_000);
		await turn();
		abort.abort();
		assert.equal(await answer, undefined);
		assert.equal(asked.length, 1);
	});

	it("is quiet when it is off", async () => {
		const { clock, asked, ask } = harness({ pace: { mode: "off" } });
		assert.equal(await ask("total = ", false), undefined);
		clock.advance(5_000);
		assert.equal(asked.length, 0);
	});
});

describe("completions: limits and failures", () => {
	it("makes no more requests in a minute than the pace allows", async () => {
		const { clock, asked, ask } = harness({ pace: { perMinute: 3 } });
		for (let line = 0; line < 10; line++) {
			void ask(`value${line} = `);
			clock.advance(1_200);
			await turn();
			asked.at(-1)?.end();
			await turn();
		}
		assert.equal(asked.length, 3);
		clock.advance(60_000);
		void ask("later = ");
		clock.advance(1_200);
		await turn();
		assert.equal(asked.length, 4);
	});

	it("pauses after a failure for as long as the gateway asks, but not for the user", async () => {
		const { clock, asked, errors, ask } = harness();
		void ask("total = ");
		clock.advance(1_000);
		await turn();
		asked[0]?.fail(new GatewayError("rateLimited", "Too many.", 429, { retryAfter: 20_000 }));
		await turn();
		assert.equal(errors.length, 1);
		void ask("other = ");
		clock.advance(10_000);
		await turn();
		assert.equal(asked.length, 1);
		void ask("other = ", false);
		clock.advance(0);
		await turn();
		assert.equal(asked.length, 2);
	});

	it("ends its request and forgets its answers when it is reset", async () => {
		const { clock, asked, ask, session } = harness();
		void ask("total = ");
		clock.advance(1_000);
		await turn();
		session.reset();
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(await ask("x = a"), undefined);
	});
});
