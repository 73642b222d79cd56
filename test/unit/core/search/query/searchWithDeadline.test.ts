import assert from "node:assert/strict";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import type { OnInterim, SearchResult } from "../../../../../src/core/search/model/semanticIndex";
import { searchWithDeadline } from "../../../../../src/core/search/query/searchWithDeadline";
import { manualClock } from "../../memoryPorts";
import { foundChunk } from "../foundChunk";

describe("search: with a deadline", () => {
	const never = new AbortController().signal;
	const clock = manualClock();
	const busy = new GatewayError("rateLimited", "Slow down.");
	const byMeaning: SearchResult = { chunks: [foundChunk({ symbol: "byMeaning" })] };

	/**
	 * Searches at a busy gateway that asks for a wait, though it answers in the end; the keywords find something
	 * meanwhile.
	 */
	function search(wait: number, byKeywords = [foundChunk()]) {
		const keywordsAlone = { until: clock.now() + wait, cause: busy };
		return async (signal: AbortSignal, onInterim: OnInterim) => {
			onInterim({ chunks: byKeywords, keywordsAlone });
			signal.throwIfAborted();
			return byMeaning;
		};
	}

	it("waits for a moment", async () => {
		assert.equal(await searchWithDeadline(search(2_000), clock, never), byMeaning);
	});

	it("returns the keyword results with the cause if the wait would be long, and cancels the rest", async () => {
		const { chunks, keywordsAlone } = await searchWithDeadline(search(600_000), clock, never);
		assert.deepEqual([chunks.length, keywordsAlone?.cause], [1, busy]);
	});

	it("says why it would have to wait if the keywords find nothing", async () => {
		await assert.rejects(searchWithDeadline(search(600_000, []), clock, never), busy);
	});

	it("returns nothing after it is cancelled", async () => {
		const abort = new AbortController();
		const found = searchWithDeadline(
			(signal, onInterim) => {
				abort.abort();
				return search(600_000)(signal, onInterim);
			},
			clock,
			abort.signal,
		);
		await assert.rejects(found, abort.signal.reason);
	});
});
