import assert from "node:assert/strict";
import { DraftStore } from "../../../../src/core/chat/draftStore";
import type { KeptDraft } from "../../../../src/shared/draft";
import { memoryState } from "../memoryPorts";

const draft = (place: string, text: string): KeptDraft => ({ place, text, model: null, at: 1 });

describe("DraftStore", () => {
	it("keeps the latest of each place over a restart, and forgets what is empty", async () => {
		const state = memoryState();
		const store = new DraftStore(state);
		await store.keep(draft("a", "one"));
		await store.keep(draft("", "two"));
		await store.keep(draft("a", "three"));
		assert.deepEqual(new DraftStore(state).drafts, [draft("", "two"), draft("a", "three")]);
		await store.keep(draft("", ""));
		assert.deepEqual(new DraftStore(state).drafts, [draft("a", "three")]);
	});

	it("leaves what is very long to the page, and what nobody wrote alone", async () => {
		const state = memoryState();
		const store = new DraftStore(state);
		await store.keep(draft("a", "x".repeat(100_001)));
		assert.deepEqual(store.drafts, []);
		for (const value of ["x", [7, { text: "no place" }, null]]) {
			await state.set("gatehouse.drafts", value);
			assert.deepEqual(store.drafts, []);
		}
	});
});
