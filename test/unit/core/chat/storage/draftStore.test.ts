import assert from "node:assert/strict";
import { DraftStore } from "../../../../../src/core/chat/storage/draftStore";
import { emptyDraft, mostDrafts, type SavedDraft } from "../../../../../src/shared/draft";
import { limits } from "../../../../../src/shared/untrusted/limits";
import { PageMemory } from "../../../../../src/webview/state/pageMemory";
import { keeper } from "../../../webview/keeper";
import { memoryState } from "../../memoryPorts";

const draft = (place: string, text: string): SavedDraft => ({ place, text, model: null, at: 1 });

describe("composer: stored drafts", () => {
	it("keep the latest draft of each place after a restart, and drop empty ones", async () => {
		const state = memoryState();
		const store = new DraftStore(state);
		await store.save(draft("a", "one"));
		await store.save(draft("", "two"));
		await store.save(draft("a", "three"));
		assert.deepEqual(new DraftStore(state).drafts, [draft("", "two"), draft("a", "three")]);
		await store.save(draft("", ""));
		assert.deepEqual(
			new DraftStore(state).drafts.filter(({ text }) => text !== ""),
			[draft("a", "three")],
		);
	});

	it("are not restored from a page state that was saved before they were sent", async () => {
		const state = memoryState();
		const page = keeper();
		const memory = new PageMemory(page);
		const store = new DraftStore(state);
		const saved: Promise<void>[] = [];
		memory.onDidChangeDraft.add((written) => saved.push(store.save(written)));
		memory.setDraft("c", { text: "one?", model: null });
		// VS Code saves the page's state once a minute, so a browser that reloads may find an older one.
		const older = structuredClone(page.getState());
		memory.setDraft("c", emptyDraft);
		await Promise.all(saved);
		const again = new PageMemory(keeper(older));
		again.restoreDrafts(new DraftStore(state).drafts);
		assert.equal(again.draft("c").text, "");
	});

	it("are not restored from the host's copy when the page is reloaded before it can report that they are done", async () => {
		const store = new DraftStore(memoryState());
		const page = keeper();
		const memory = new PageMemory(page);
		const saved: Promise<void>[] = [];
		const listening = memory.onDidChangeDraft.add((written) => saved.push(store.save(written)));
		memory.setEdit("q", "one, please?");
		listening.dispose();
		memory.setEdit("q", null);
		await Promise.all(saved);
		const again = new PageMemory(page);
		again.restoreDrafts(store.drafts);
		assert.equal(again.editOf("q"), null);
	});

	it("do not give way to emptied places, whose number is limited too", async () => {
		const store = new DraftStore(memoryState());
		await store.save(draft("kept", "text"));
		for (let i = 0; i < mostDrafts + 5; i++) await store.save(draft(`sent ${i}`, ""));
		assert.equal(store.drafts.length, mostDrafts + 1);
		assert.deepEqual(store.drafts.at(-1), draft("kept", "text"));
	});

	it("limits: are read only up to the number and length that are kept", async () => {
		const state = memoryState();
		const kept = Array.from({ length: mostDrafts + 5 }, (_, at) => draft(`${at}`, "text"));
		await state.set("gatehouse.drafts", kept);
		assert.deepEqual(new DraftStore(state).drafts, kept.slice(5));
		const long = draft("long", "x".repeat(100_001));
		const odd = { ...draft("odd", "text"), model: "m".repeat(limits.messageLength + 1) };
		await state.set("gatehouse.drafts", [long, draft("p".repeat(limits.messageLength + 1), "text"), odd]);
		assert.deepEqual(new DraftStore(state).drafts, [{ ...odd, model: null }]);
	});

	it("leave very long drafts to the page, and ignore stored values that are not drafts", async () => {
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
