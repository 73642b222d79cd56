import assert from "node:assert/strict";
import { PageMemory, type StateKeeper } from "../../../src/webview/pageMemory";

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
		memory.draft = "half a question";
		memory.setScrollTop("c", 120);
		memory.setOpen("a", true);
		const again = new PageMemory(kept);
		assert.equal(again.draft, "half a question");
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
			{ draft: 7, scroll: "x", open: { a: 1 } },
			{ scroll: { top: "1" } },
		]) {
			const memory = new PageMemory(keeper(state));
			assert.equal(memory.draft, "");
			assert.equal(memory.scrollTop(""), null);
			assert.equal(memory.isOpen("a"), false);
		}
	});

	it("writes only what has changed", () => {
		const kept = keeper();
		const memory = new PageMemory(kept);
		memory.setScrollTop("c", null);
		memory.setScrollTop("c", null);
		memory.setOpen("a", false);
		memory.setOpen("a", true);
		memory.setOpen("a", true);
		assert.equal(kept.writes, 2);
	});

	it("keeps the latest fifty unfolded", () => {
		const memory = new PageMemory(keeper());
		for (let i = 0; i < 60; i++) memory.setOpen(`a${i}`, true);
		assert.equal(memory.isOpen("a9"), false);
		assert.equal(memory.isOpen("a10"), true);
		assert.equal(memory.isOpen("a59"), true);
	});
});
