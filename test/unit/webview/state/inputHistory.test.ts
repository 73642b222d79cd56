import assert from "node:assert/strict";
import { InputHistory } from "../../../../src/webview/state/inputHistory";

const questions = ["one", "two", "two", "three"];

describe("composer: recalling questions", () => {
	it("goes back question by question, without repetitions, and forward again to the draft", () => {
		const recall = new InputHistory();
		assert.equal(recall.older("draft", questions), "three");
		assert.equal(recall.older("three", questions), "two");
		assert.equal(recall.older("two", questions), "one");
		assert.equal(recall.older("one", questions), undefined);
		assert.equal(recall.draft, "draft");
		assert.equal(recall.newer("one"), "two");
		assert.equal(recall.newer("two"), "three");
		assert.equal(recall.newer("three"), "draft");
		assert.equal(recall.recalling, false);
		assert.equal(recall.newer("draft"), undefined);
	});

	it("keeps changes in recalled questions", () => {
		const recall = new InputHistory();
		recall.older("", questions);
		assert.equal(recall.older("three, changed", questions), "two");
		assert.equal(recall.newer("two"), "three, changed");
		assert.equal(recall.newer("three, changed"), "");
	});

	it("does nothing without questions", () => {
		const recall = new InputHistory();
		assert.equal(recall.older("draft", []), undefined);
		assert.equal(recall.recalling, false);
	});
});
