import assert from "node:assert/strict";
import { emptyDraft, PageMemory, type StateKeeper } from "../../../src/webview/pageMemory";

function keeper(state?: unknown): StateKeeper & { writes: number } {
	let kept = structuredClone(state);
	return {
		writes: 0,
		getState: () => kept,
		setState(next) {
			kept = structuredClone(next);
			this.writes++;
		},
	};
}

describe("the page's memory", () => {
	it("comes back after a reload", () => {
		const kept = keeper();
		const memory = new PageMemory(kept);
		memory.setDraft("c", { text: "half a question", model: "other" });
		memory.setScrollTop("c", 120);
		memory.setOpen("a", true);
		const again = new PageMemory(kept);
		assert.deepEqual(again.draft("c"), { conversation: "c", text: "half a question", model: "other" });
		assert.equal(again.scrollTop("c"), 120);
		assert.equal(again.scrollTop("other"), null);
		assert.equal(again.isOpen("a"), true);
	});

	it("starts afresh from what it cannot read", () => {
		for (const state of [
			undefined,
			null,
			7,
			"x",
			[],
			{ drafts: [7, { text: "x" }, { conversation: "", text: 7 }], scroll: "x", open: { a: 1 } },
			{ scroll: { top: "1" } },
		]) {
			const memory = new PageMemory(keeper(state));
			assert.deepEqual(memory.draft(""), emptyDraft);
			assert.equal(memory.scrollTop(""), null);
			assert.equal(memory.isOpen("a"), false);
		}
	});

	it("writes only what has changed", () => {
		const kept = keeper();
		const memory = new PageMemory(kept);
		memory.setScrollTop("c", null);
		memory.setScrollTop("c", null);
		memory.setDraft("c", emptyDraft);
		memory.setOpen("a", false);
		memory.setOpen("a", true);
		memory.setOpen("a", true);
		assert.equal(kept.writes, 2);
	});

	it("keeps a draft for each conversation, and for the one that has not begun", () => {
		const memory = new PageMemory(keeper());
		memory.setDraft("", { text: "new", model: null });
		memory.setDraft("c", { text: "one", model: null });
		memory.setDraft("d", { text: "two", model: null });
		memory.setDraft("d", emptyDraft);
		assert.deepEqual(
			["", "c", "d"].map((conversation) => memory.draft(conversation).text),
			["new", "one", ""],
		);
	});

	it("keeps the latest thirty drafts", () => {
		const memory = new PageMemory(keeper());
		for (let i = 0; i < 31; i++) memory.setDraft(`c${i}`, { text: "x", model: null });
		memory.setDraft("c1", { text: "xy", model: null });
		memory.setDraft("c31", { text: "x", model: null });
		assert.equal(memory.draft("c0").text, "");
		assert.equal(memory.draft("c1").text, "xy");
		assert.equal(memory.draft("c2").text, "");
		assert.equal(memory.draft("c31").text, "x");
	});

	it("keeps the latest fifty unfolded", () => {
		const memory = new PageMemory(keeper());
		for (let i = 0; i < 60; i++) memory.setOpen(`a${i}`, true);
		assert.equal(memory.isOpen("a9"), false);
		assert.equal(memory.isOpen("a10"), true);
		assert.equal(memory.isOpen("a59"), true);
	});
});
