import assert from "node:assert/strict";
import { DraftStore } from "../../../../../src/core/chat/storage/draftStore";
import { mostDrafts, type SavedDraft } from "../../../../../src/shared/draft";
import { limits } from "../../../../../src/shared/untrusted/limits";
import { memoryState } from "../../memoryPorts";

const draft = (place: string, text: string): SavedDraft => ({ place, text, model: null, at: 1 });

describe("DraftStore", () => {
	it("keeps the latest of each place over a restart, and forgets what is empty", async () => {
		const state = memoryState();
		const store = new DraftStore(state);
		await store.save(draft("a", "one"));
		await store.save(draft("", "two"));
		await store.save(draft("a", "three"));
		assert.deepEqual(new DraftStore(state).drafts, [draft("", "two"), draft("a", "three")]);
		await store.save(draft("", ""));
		assert.deepEqual(new DraftStore(state).drafts, [draft("a", "three")]);
	});

	it("limits: reads no more drafts, and none that are longer, than it keeps", async () => {
		const state = memoryState();
		const kept = Array.from({ length: mostDrafts + 5 }, (_, at) => draft(`${at}`, "text"));
		await state.set("gatehouse.drafts", kept);
		assert.deepEqual(new DraftStore(state).drafts, kept.slice(5));
		const long = draft("long", "x".repeat(100_001));
		const odd = { ...draft("odd", "text"), model: "m".repeat(limits.messageLength + 1) };
		await state.set("gatehouse.drafts", [long, draft("p".repeat(limits.messageLength + 1), "text"), odd]);
		assert.deepEqual(new DraftStore(state).drafts, [{ ...odd, model: null }]);
	});

	it("leaves very long drafts to the page, and ignores stored values that are no drafts", async () => {
		const state = memoryState();
		const store = new DraftStore(state);
		await store.save(draft("a", "x".repeat(100_001)));
		assert.deepEqual(store.drafts, []);
		for (const value of ["x", [7, { text: "no place" }, null]]) {
			await state.set("gatehouse.drafts", value);
			assert.deepEqual(store.drafts, []);
		}
	});
});
