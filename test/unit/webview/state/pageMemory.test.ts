import assert from "node:assert/strict";
import type { Question } from "../../../../src/shared/conversation";
import { emptyDraft, type SavedDraft } from "../../../../src/shared/draft";
import { PageMemory } from "../../../../src/webview/state/pageMemory";
import { keeper } from "../keeper";

describe("panel: the page's memory", () => {
	it("is restored after a reload", () => {
		const kept = keeper();
		const memory = new PageMemory(kept);
		memory.setDraft("c", { text: "half a question", model: "other" });
		memory.setScrollTop("c", 120);
		memory.setOpen("a", true);
		const again = new PageMemory(kept);
		const { text, model } = again.draft("c");
		assert.deepEqual({ text, model }, { text: "half a question", model: "other" });
		assert.equal(again.scrollTop("c"), 120);
		assert.equal(again.scrollTop("other"), null);
		assert.equal(again.isOpen("a"), true);
	});

	it("starts empty if it cannot be read", () => {
		for (const state of [
			undefined,
			null,
			7,
			"x",
			[],
			{ drafts: [7, { text: "x" }, { place: "", text: 7 }], scroll: "x", open: { a: 1 } },
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

	it("drops only a draft that was sent before the page was closed", () => {
		const memory = new PageMemory(keeper());
		const question: Question = { role: "user", id: "q", parent: null, at: 0, text: "Why?", attachments: [] };
		memory.setDraft("c", { text: "Why?\n", model: "other" });
		memory.setDraft("", { text: "Why not?", model: null });
		memory.setDraft("d", { text: "Why?", model: null });
		memory.forgetAsked("c", [], []);
		assert.equal(memory.draft("c").text, "Why?\n");
		memory.forgetAsked("c", [question], []);
		assert.deepEqual(
			["c", "", "d"].map((place) => memory.draft(place).text),
			["", "Why not?", "Why?"],
		);
	});

	it("drops a draft that is queued; keeps the draft of a new conversation if the shown one has continued", () => {
		const memory = new PageMemory(keeper());
		const question: Question = { role: "user", id: "q", parent: null, at: 0, text: "Why?", attachments: [] };
		memory.setDraft("c", { text: "And then?\n", model: null });
		memory.setDraft("", { text: "Why?", model: null });
		memory.forgetAsked(
			"c",
			[question, { ...question, id: "r" }],
			[{ id: "one", text: "And then?", attached: [], model: null }],
		);
		assert.deepEqual([memory.draft("c").text, memory.draft("").text], ["", "Why?"]);
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

	it("reports each changed draft, and accepts those that the host saved later", () => {
		const memory = new PageMemory(keeper());
		const told: SavedDraft[] = [];
		memory.onDidChangeDraft.add((draft) => told.push(draft));
		memory.setDraft("c", { text: "mine", model: null });
		memory.setDraft("c", { text: "mine", model: null });
		memory.setDraft("d", { text: "sent", model: null });
		memory.setDraft("d", emptyDraft);
		assert.deepEqual(
			told.map(({ place, text }) => [place, text]),
			[
				["c", "mine"],
				["d", "sent"],
				["d", ""],
			],
		);
		const at = told[0]?.at ?? 0;
		memory.restoreDrafts([
			{ place: "c", text: "earlier", model: null, at: at - 1 },
			{ place: "", text: "lost", model: "other", at: 1 },
		]);
		assert.equal(memory.draft("c").text, "mine");
		assert.deepEqual([memory.draft("").text, memory.draft("").model], ["lost", "other"]);
		memory.restoreDrafts([{ place: "c", text: "later", model: null, at: at + 1 }]);
		assert.equal(memory.draft("c").text, "later");
	});

	it("keeps each question while it is edited, and reports it to the host like any draft", () => {
		const kept = keeper();
		const memory = new PageMemory(kept);
		const told: string[] = [];
		memory.onDidChangeDraft.add(({ text }) => told.push(text));
		memory.setEdit("q1", "one, please?");
		memory.setEdit("q2", "two, please?");
		const again = new PageMemory(kept);
		assert.deepEqual(
			[again.editOf("q1"), again.editOf("q2"), again.editOf("q3")],
			["one, please?", "two, please?", null],
		);
		memory.setEdit("q2", null);
		assert.deepEqual([memory.editOf("q1"), memory.editOf("q2")], ["one, please?", null]);
		assert.deepEqual(told, ["one, please?", "two, please?", ""]);
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

	it("keeps the latest fifty unfolded elements", () => {
		const memory = new PageMemory(keeper());
		for (let i = 0; i < 60; i++) memory.setOpen(`a${i}`, true);
		assert.equal(memory.isOpen("a9"), false);
		assert.equal(memory.isOpen("a10"), true);
		assert.equal(memory.isOpen("a59"), true);
	});
});
