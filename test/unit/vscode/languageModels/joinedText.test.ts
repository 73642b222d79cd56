import assert from "node:assert/strict";
import { JoinedText } from "../../../../src/vscode/languageModels/joinedText";
import { manualClock } from "../../core/memoryPorts";

describe("language models: the text of an answer", () => {
	function setUp() {
		const clock = manualClock();
		const parts: string[] = [];
		const text = new JoinedText(clock, (kind, words) => parts.push(`${kind}: ${words}`));
		return { clock, parts, text };
	}

	it("is reported at once, then in one part for each 35 ms, so that VS Code passes on each part", () => {
		const { clock, parts, text } = setUp();
		for (let at = 0; at < 20; at++) {
			text.add("text", String(at % 10));
			clock.advance(5);
		}
		assert.deepEqual(parts, ["text: 0", "text: 123456", "text: 7890123"]);
		text.flush();
		assert.deepEqual(parts.slice(3), ["text: 456789"]);
		assert.equal(clock.pending, 0);
		clock.advance(100);
		assert.equal(parts.length, 4);
	});

	it("is reported at once by a model that writes slowly", () => {
		const { clock, parts, text } = setUp();
		for (const word of ["a", "b", "c"]) {
			text.add("text", word);
			clock.advance(40);
		}
		assert.deepEqual(parts, ["text: a", "text: b", "text: c"]);
	});

	it("is never joined with reasoning, and stays in order", () => {
		const { parts, text } = setUp();
		for (const [kind, word] of [
			["reasoning", "a"],
			["reasoning", "b"],
			["text", "c"],
			["text", "d"],
			["reasoning", "e"],
		] as const)
			text.add(kind, word);
		text.flush();
		assert.deepEqual(parts, ["reasoning: a", "reasoning: b", "text: cd", "reasoning: e"]);
	});

	it("is not held back longer if the clock is set back, and not reported after it was dropped", () => {
		const { clock, parts, text } = setUp();
		text.add("text", "a");
		clock.advance(-10_000);
		text.add("text", "b");
		assert.deepEqual(parts, ["text: a", "text: b"]);
		text.add("text", "c");
		text.drop();
		clock.advance(1_000);
		assert.deepEqual([parts.length, clock.pending], [2, 0]);
	});
});
