import assert from "node:assert/strict";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import type { OnInterim, SearchResult } from "../../../../../src/core/search/model/semanticIndex";
import type { FoundChunk } from "../../../../../src/core/search/model/vectorSearch";
import { SearchAsYouType, type TypedState } from "../../../../../src/core/search/query/searchAsYouType";
import { manualClock } from "../../memoryPorts";
import { foundChunk } from "../foundChunk";

interface Asked {
	readonly text: string;
	readonly signal: AbortSignal;
	readonly interim: OnInterim;
	readonly answer: (found: readonly FoundChunk[]) => void;
}

describe("search: as the user types", () => {
	const setUp = () => {
		const clock = manualClock();
		const states: TypedState[] = [];
		const asked: Asked[] = [];
		const search = (text: string, signal: AbortSignal, interim: OnInterim) =>
			new Promise<SearchResult>((resolve) =>
				asked.push({ text, signal, interim, answer: (chunks) => resolve({ chunks }) }),
			);
		return { clock, states, asked, typed: new SearchAsYouType(search, clock, (state) => states.push(state)) };
	};

	it("waits until the user pauses, and searches only for the latest text", () => {
		const { clock, asked, typed } = setUp();
		typed.type("b");
		clock.advance(200);
		typed.type("budget");
		clock.advance(200);
		assert.equal(asked.length, 0);
		clock.advance(100);
		assert.deepEqual(
			asked.map(({ text }) => text),
			["budget"],
		);
	});

	it("drops the answer to an earlier text", async () => {
		const { clock, states, asked, typed } = setUp();
		typed.type("old");
		clock.advance(300);
		typed.type("new");
		clock.advance(300);
		assert.equal(asked[0]?.signal.aborted, true);
		asked[1]?.answer([foundChunk({ path: "new.ts" })]);
		asked[0]?.answer([foundChunk({ path: "old.ts" })]);
		await new Promise(setImmediate);
		assert.deepEqual(
			states.map((state) => (state.type === "found" ? state.chunks[0]?.path : state.type)),
			["searching", "searching", "new.ts"],
		);
	});

	it("searches for the latest text at once on request, and says that its answer is still to come", async () => {
		const { clock, states, asked, typed } = setUp();
		assert.equal(typed.searchNow(), false);
		typed.type("budget");
		assert.equal(typed.searchNow(), true);
		assert.deepEqual(
			asked.map(({ text }) => text),
			["budget"],
		);
		clock.advance(300);
		assert.equal(typed.searchNow(), true);
		assert.equal(asked.length, 1);
		asked[0]?.answer([]);
		await new Promise(setImmediate);
		assert.equal(typed.searchNow(), false);
		assert.equal(states.at(-1)?.type, "found");
	});

	it("keeps a running search when the same text is entered again", async () => {
		const { clock, asked, typed } = setUp();
		typed.type("budget");
		typed.searchNow();
		typed.type("budget");
		clock.advance(300);
		assert.deepEqual(
			asked.map(({ signal }) => signal.aborted),
			[false],
		);
		asked[0]?.answer([]);
		await new Promise(setImmediate);
		typed.type("budget");
		clock.advance(300);
		assert.equal(asked.length, 2, "what has its answer is searched for again");
	});

	it("shows usable keyword results while it waits for the gateway, and then results by meaning", async () => {
		const { clock, states, asked, typed } = setUp();
		typed.type("budget");
		clock.advance(300);
		const wait = { until: 5_000, cause: new GatewayError("rateLimited", "Slow down.") };
		asked[0]?.interim({ chunks: [foundChunk({ path: "word.ts" })], keywordsAlone: wait });
		assert.equal(typed.searchNow(), false);
		asked[0]?.answer([foundChunk({ path: "meaning.ts" })]);
		await new Promise(setImmediate);
		assert.deepEqual(
			states.map((state) => (state.type === "found" ? [state.chunks[0]?.path, state.keywordsAlone] : state.type)),
			["searching", ["word.ts", wait], ["meaning.ts", undefined]],
		);
	});

	it("drops keyword results for an earlier text", () => {
		const { clock, states, asked, typed } = setUp();
		typed.type("old");
		clock.advance(300);
		typed.type("new");
		asked[0]?.interim({
			chunks: [],
			keywordsAlone: { until: 1, cause: new GatewayError("rateLimited", "Slow down.") },
		});
		assert.deepEqual(states, [{ type: "searching", text: "old" }]);
	});

	it("does not search while there are only filters, and says so", () => {
		const { clock, states, asked, typed } = setUp();
		for (const text of ["path:src", "lang:ts -path:test "]) typed.type(text);
		clock.advance(300);
		assert.deepEqual([asked, states], [[], [{ type: "filtersAlone" }, { type: "filtersAlone" }]]);
	});

	it("shows a failure, and nothing for spaces", async () => {
		const states: TypedState[] = [];
		const clock = manualClock();
		const failing = new SearchAsYouType(
			() => Promise.reject(new Error("away")),
			clock,
			(state) => states.push(state),
		);
		failing.type("  ");
		failing.type("budget");
		failing.searchNow();
		await new Promise(setImmediate);
		assert.deepEqual(
			states.map(({ type }) => type),
			["empty", "searching", "failed"],
		);
	});
});
