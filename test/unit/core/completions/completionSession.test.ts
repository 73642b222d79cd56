import assert from "node:assert/strict";
import { cursorTextAt } from "../../../../src/core/completions/answer/cursorText";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { sessionHarness as harness, turn } from "./sessionHarness";

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
		const { clock, asked, ask, counts } = harness();
		void ask("total = a");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("bc");
		assert.equal(await ask("total = ab"), undefined);
		assert.equal(asked[0]?.signal.aborted, false);
		asked[0]?.say("d + e;\n");
		await turn();
		assert.equal(await ask("total = abcd"), " + e;");
		assert.equal(counts.requests, 1);
		assert.equal(await ask("total = ax"), undefined);
		clock.advance(1_000);
		await turn();
		assert.equal(asked.length, 2);
		asked[1]?.say("yz");
		void ask("total = axq");
		assert.equal(asked[1]?.signal.aborted, true);
	});

	it("asks again without another key if the user has typed something else when the answer arrives", async () => {
		const { clock, asked, ask, arrived } = harness();
		void ask("total = a");
		clock.advance(1_000);
		await turn();
		void ask("total = axy");
		clock.advance(1_000);
		assert.equal(asked[0]?.signal.aborted, false);
		asked[0]?.say("bc;\n");
		await turn();
		assert.equal(arrived(), 0);
		clock.advance(0);
		await turn();
		assert.equal(asked.length, 2, "the pause is over");
		assert.equal(asked[1]?.cursor.before, "total = axy");
		asked[1]?.say("z;\n");
		await turn();
		assert.equal(arrived(), 1);
		assert.equal(await ask("total = axy"), "z;");
		assert.equal(await ask("total = a"), "xyz;", "nothing was kept of the answer that was not read to its end");
	});

	it("asks at most once more, and not where nothing is completed or the user has deleted the text again", async () => {
		for (const typed of ["total = axy + b█c", "total = a"]) {
			const { clock, asked, ask } = harness();
			void ask("total = a");
			clock.advance(1_000);
			await turn();
			void ask("total = axy + ");
			void ask(typed);
			asked[0]?.say("bc;\n");
			await turn();
			clock.advance(2_000);
			await turn();
			assert.equal(asked.length, 1, typed);
		}
	});

	it("can show an answer only where it fits: not before other text, and not if it is already there below", async () => {
		const { clock, asked, ask, arrived, session } = harness();
		const hasAnswer = (before: string, after: string) =>
			session.hasAnswer({ document: "a", cursor: cursorTextAt(before + after, before.length, "typescript", "a.ts") });
		void ask("one();\n█\nthree();");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("two();\n");
		await turn();
		assert.equal(arrived(), 1);
		assert.equal(hasAnswer("one();\n", "\nthree();"), true);
		assert.equal(hasAnswer("one();\n", "\ntwo();"), false, "it is there already");
		assert.equal(hasAnswer("one();\n", "three();"), false, "other code follows");
		assert.equal(hasAnswer("zero();\n", "\nthree();"), false);
	});

	it("does not wait after characters that form a word in this language only", async () => {
		const { clock, asked, session } = harness({ expected: 100 });
		const cursor = { ...cursorTextAt("a { color: var(--", 17, "css", "a.css"), isAfterWord: true };
		const ask = { document: "a", cursor, isAutomatic: true };
		assert.equal(await session.provide(ask, new AbortController().signal), undefined);
		clock.advance(1_000);
		await turn();
		assert.equal(asked.length, 1, "it asks all the same");
	});

	it("does not wait after a letter of any script", async () => {
		for (const letter of ["é", "я", "字", "𝒳"]) {
			assert.equal(await harness({ expected: 100 }).ask(`total = ${letter}`), undefined);
		}
	});

	it("counts suggestions from an earlier answer as served without a request, but not the answer itself", async () => {
		const { clock, asked, ask, askForKnown, counts } = harness();
		void ask("total = a");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("bc;\n");
		await turn();
		assert.equal(await askForKnown("total = a"), "bc;");
		assert.deepEqual(counts, { requests: 1, served: 1, fromCache: 0, accepted: 0 });
		assert.equal(await ask("total = ab"), "c;");
		assert.deepEqual(counts, { requests: 1, served: 2, fromCache: 1, accepted: 0 });
	});

	it("serves what is typed along, deleted and typed again without a request", async () => {
		const { clock, asked, ask, counts } = harness();
		void ask("total = ");
		clock.advance(1_000);
		await turn();
		asked[0]?.say("first + second;\n");
		await turn();
		for (const typed of ["f", "fir", "first +", "first", "", "fi"])
			assert.equal(await ask(`total = ${typed}`), "first + second;".slice(typed.length), typed);
		assert.deepEqual(counts, { requests: 1, served: 6, fromCache: 6, accepted: 0 });
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

	it("does not ask again where it has an answer that does not fit", async () => {
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

	it("does not ask again where the answer was empty", async () => {
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
		const { clock, asked, ask } = harness({ rate: { mode: "demand" } });
		assert.equal(await ask("total = "), undefined);
		clock.advance(5_000);
		assert.equal(asked.length, 0);
		const answer = ask("total = ", false);
		clock.advance(0);
		await turn();
		asked[0]?.say("a;\n");
		assert.equal(await answer, "a;");
		assert.equal(await ask("total = "), "a;", "what was asked for stays while the user looks at it");
		assert.equal(await ask("total = a"), ";", "and while they type along");
		assert.equal(await ask("total = b"), undefined);
		assert.equal(await ask("total = "), undefined, "it does not come back by itself");
		assert.equal(await ask("total = ", false), "a;", "the answer is still known");
	});

	it("shows the requested answer even if the user has continued typing", async () => {
		const { clock, asked, ask, askForKnown, arrived } = harness({ rate: { mode: "demand" } });
		const abort = new AbortController();
		const answer = ask("total = ", false, abort.signal);
		clock.advance(0);
		abort.abort();
		assert.equal(await answer, undefined);
		assert.equal(await ask("total = a"), undefined);
		asked[0]?.say("abc;\n");
		await turn();
		assert.equal(arrived(), 1);
		assert.equal(await askForKnown("total = a"), "bc;");
		assert.equal(await ask("total = ab"), "c;");
		assert.equal(asked.length, 1);
	});

	it("waits for the request that is made because the answer to the one before does not fit", async () => {
		const { clock, asked, ask, arrived } = harness();
		void ask("total = a");
		clock.advance(1_000);
		await turn();
		const answer = ask("total = axy", false);
		asked[0]?.say("bc;\n");
		await turn();
		clock.advance(0);
		await turn();
		assert.equal(asked[1]?.cursor.before, "total = axy");
		asked[1]?.say("z;\n");
		assert.equal(await answer, "z;");
		assert.equal(arrived(), 0, "VS Code would not ask again at the same place after a call by the user");
		assert.equal(asked.length, 2);
	});

	it("waits as long as the user waits", async () => {
		const { clock, asked, ask } = harness({ rate: { mode: "demand" } });
		const abort = new AbortController();
		const answer = ask("total = ", false, abort.signal);
		clock.advance(60_000);
		await turn();
		abort.abort();
		assert.equal(await answer, undefined);
		assert.equal(asked.length, 1);
	});

	it("does nothing when it is off", async () => {
		const { clock, asked, ask } = harness({ rate: { mode: "off" } });
		assert.equal(await ask("total = ", false), undefined);
		clock.advance(5_000);
		assert.equal(asked.length, 0);
	});
});

describe("completions: limits and failures", () => {
	it("allow no more requests per minute than the rate", async () => {
		const { clock, asked, ask } = harness({ rate: { perMinute: 3 } });
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

	it("pause after a failure for as long as the gateway asks, but not when the user asks", async () => {
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

	it("end the pause after the next success, and with another key", async () => {
		const { clock, asked, ask, session } = harness();
		const fail = async (text: string) => {
			void ask(text, false);
			clock.advance(0);
			await turn();
			asked.at(-1)?.fail(new GatewayError("unauthorized", "Expired.", 401, { retryAfter: 3_600_000 }));
			await turn();
		};
		const asksAfterPause = async (text: string) => {
			const before = asked.length;
			void ask(text);
			clock.advance(1_000);
			await turn();
			return asked.length > before;
		};
		await fail("one = ");
		assert.equal(await asksAfterPause("two = "), false);
		session.resume();
		assert.equal(await asksAfterPause("three = "), true);
		await fail("four = ");
		void ask("five = ", false);
		clock.advance(0);
		await turn();
		asked.at(-1)?.say("5;\n");
		await turn();
		assert.equal(await asksAfterPause("six = "), true);
	});

	it("end an answer that does not arrive, and allow another request", async () => {
		const { clock, asked, errors, ask } = harness();
		const answer = ask("total = ", false);
		clock.advance(0);
		await turn();
		asked[0]?.say("a + ");
		clock.advance(14_999);
		assert.equal(asked[0]?.signal.aborted, false);
		clock.advance(1);
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(await answer, undefined);
		assert.match(String(errors[0]), /no answer within 15 seconds/);
		void ask("total = ");
		clock.advance(1_000);
		await turn();
		assert.equal(asked.length, 1, "after a pause");
		void ask("total = ", false);
		clock.advance(0);
		await turn();
		assert.equal(asked.length, 2);
		asked[1]?.say("a;\n");
		await turn();
		assert.equal(clock.pending, 0);
	});

	it("are cleared by a reset, which also ends the request and drops the answers", async () => {
		const { clock, asked, ask, session } = harness();
		void ask("total = ");
		clock.advance(1_000);
		await turn();
		session.reset();
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(await ask("x = a"), undefined);
	});
});
