import assert from "node:assert/strict";
import { instructionText, wordAtEnd } from "../../../../src/core/actions/instructionText";

describe("inline edit: an instruction typed beside the code", () => {
	it("may begin with an action", () => {
		assert.deepEqual(instructionText("/fix"), { word: "fix", rest: "", names: [] });
		assert.deepEqual(instructionText(" /fix the sum\nplease "), { word: "fix", rest: "the sum\nplease", names: [] });
		assert.deepEqual(instructionText("Use a/b."), { word: undefined, rest: "Use a/b.", names: [] });
		assert.equal(instructionText("/etc/hosts is a path").word, undefined);
	});

	it("names files after #, without the punctuation that follows them, each once", () => {
		const { names } = instructionText("/refactor as in #src/budget.ts, #greet.py (not a#b) and #src/budget.ts. # ##!");
		assert.deepEqual(names, ["src/budget.ts", "greet.py", "#"]);
		assert.equal(instructionText("#a ".repeat(9)).names.length, 1);
		const many = Array.from({ length: 99 }, (_, i) => `#${i}`).join(" ");
		assert.equal(instructionText(many).names.length, 20);
	});

	it("has a word at the cursor that can be completed", () => {
		assert.equal(wordAtEnd("as in #bud"), "#bud");
		assert.equal(wordAtEnd("/"), "/");
		assert.equal(wordAtEnd("as in "), "");
		assert.equal(wordAtEnd(""), "");
	});
});
