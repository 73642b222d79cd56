import assert from "node:assert/strict";
import { ChangeBatcher } from "../../../../../src/core/chat/session/changeBatcher";
import type { SessionChange } from "../../../../../src/core/chat/session/turn";
import { manualClock } from "../../memoryPorts";

function setUp() {
	const clock = manualClock();
	const told: SessionChange[] = [];
	const changes = new ChangeBatcher(clock, (change) => told.push(change));
	const text = (piece: string, answer = "a") => changes.take({ type: "text", answer, text: piece, reasoning: "" });
	const texts = () => told.map((change) => (change.type === "text" ? change.text : change.type));
	return { clock, told, changes, text, texts };
}

describe("panel: batches of changes", () => {
	it("send the first piece at once, and the following ones together every 50 ms", () => {
		const { clock, text, texts } = setUp();
		for (const piece of ["a", "b", "c"]) text(piece);
		assert.deepEqual(texts(), ["a"]);
		clock.advance(49);
		assert.deepEqual(texts(), ["a"]);
		clock.advance(1);
		assert.deepEqual(texts(), ["a", "bc"]);
		text("d");
		clock.advance(50);
		assert.deepEqual(texts(), ["a", "bc", "d"]);
		clock.advance(200);
		text("e");
		assert.deepEqual(texts(), ["a", "bc", "d", "e"], "after a pause nothing waits");
	});

	it("collect thoughts and text separately", () => {
		const { changes, told } = setUp();
		changes.take({ type: "text", answer: "a", text: "", reasoning: "x" });
		changes.take({ type: "text", answer: "a", text: "", reasoning: "y" });
		changes.take({ type: "text", answer: "a", text: "z", reasoning: "" });
		changes.flush();
		assert.deepEqual(told.at(-1), { type: "text", answer: "a", text: "z", reasoning: "y" });
	});

	it("keep the order: text goes before any other change, and before another answer's text", () => {
		const { changes, text, texts, told } = setUp();
		text("a");
		text("b");
		changes.take({ type: "reset" });
		assert.deepEqual(texts(), ["a", "b", "reset"]);
		text("c");
		text("d", "other");
		assert.deepEqual(texts(), ["a", "b", "reset", "c"]);
		changes.flush();
		assert.deepEqual(told.at(-1), { type: "text", answer: "other", text: "d", reasoning: "" });
	});

	it("are not sent after disposal", () => {
		const { clock, changes, text, texts } = setUp();
		text("a");
		text("b");
		changes.dispose();
		clock.advance(100);
		changes.flush();
		assert.deepEqual(texts(), ["a"]);
		assert.equal(clock.pending, 0);
	});
});
