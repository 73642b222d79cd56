import assert from "node:assert/strict";
import { chatFillInMessages } from "../../../src/core/gateway/fillIn/chatFillIn";
import { newSentinel } from "../../../src/core/gateway/fillIn/sentinel";
import { demoFillIn, fillIn } from "../../gateway/endpoints/demoFillIn";
import type { ChatMessage } from "../../gateway/model";

describe("demo gateway: completions", () => {
	const asked = (before: string, after: string) =>
		demoFillIn(chatFillInMessages({ before, after, related: "", languageId: "python" }) as readonly ChatMessage[]);

	it("know the answer to a sentinel", () => {
		const { before, after, answer } = newSentinel(() => 0.3);
		assert.equal(asked(before, after), `<fill>${answer}</fill>`);
	});

	it("go on as a line that begins alike, and say nothing where there is none", () => {
		assert.equal(fillIn("total = a + b\ntotal = ", "\n"), "a + b");
		assert.equal(fillIn("x = ", "\n"), "");
		assert.equal(asked("y = ", "\n"), "<fill></fill>");
		assert.equal(demoFillIn([{ role: "user", content: "hello" }]), undefined);
	});
});
