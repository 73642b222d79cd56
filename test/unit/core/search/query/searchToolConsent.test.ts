import assert from "node:assert/strict";
import { SearchToolConsent } from "../../../../../src/core/search/query/searchToolConsent";
import { memoryState } from "../../memoryPorts";

describe("search tool: consent", () => {
	it("is asked for until the tool runs, and then no longer, even in the next window", async () => {
		const state = memoryState();
		const consent = new SearchToolConsent(state);
		assert.equal(consent.ask(), true);
		// As if the user had declined, or the agent had given up.
		assert.equal(consent.ask(), true);
		await consent.assertGiven();
		assert.equal(consent.ask(), false);
		await consent.assertGiven();

		const next = new SearchToolConsent(state);
		assert.equal(next.ask(), false);
		await next.assertGiven();
	});

	it("is asked for in every other workspace", async () => {
		const first = new SearchToolConsent(memoryState());
		first.ask();
		await first.assertGiven();
		assert.equal(new SearchToolConsent(memoryState()).ask(), true);
	});

	it("is never assumed when the user was not asked", async () => {
		const state = memoryState();
		const consent = new SearchToolConsent(state);
		await assert.rejects(consent.assertGiven(), /has not allowed/);
		assert.equal(consent.ask(), true);
		await state.set("gatehouse.searchToolAllowed", "yes");
		await assert.rejects(new SearchToolConsent(state).assertGiven(), /has not allowed/);
	});
});
