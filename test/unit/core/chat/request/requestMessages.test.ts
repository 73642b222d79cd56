import assert from "node:assert/strict";
import { requestMessages } from "../../../../../src/core/chat/request/requestMessages";
import type { Answer, Attachment, Question } from "../../../../../src/shared/conversation";

const question = (text: string, attachments: readonly Attachment[] = []): Question => ({
	role: "user",
	id: text,
	parent: null,
	text,
	attachments,
	at: 0,
});
const answer = (text: string): Answer => ({
	role: "assistant",
	id: text,
	parent: "q",
	model: "m",
	gateway: "g",
	text,
	reasoning: "thoughts",
	state: { type: "complete", finishReason: "stop" },
	at: 0,
});
const attachment = (text: string): Attachment => ({
	id: "1",
	name: "a.ts:2–3",
	languageId: "typescript",
	path: "src/a.ts",
	lines: [2, 3],
	text,
});

describe("request: its messages", () => {
	it("are those of the branch, without reasoning and without an empty system message", () => {
		assert.deepEqual(requestMessages([question("one"), answer("two"), question("three")], "  "), [
			{ role: "user", content: "one" },
			{ role: "assistant", content: "two" },
			{ role: "user", content: "three" },
		]);
	});

	it("begin with one system message", () => {
		assert.deepEqual(requestMessages([question("one")], "Be brief.")[0], { role: "system", content: "Be brief." });
	});

	it("leave out an empty answer", () => {
		assert.deepEqual(requestMessages([question("one"), answer(""), question("two")], ""), [
			{ role: "user", content: "one" },
			{ role: "user", content: "two" },
		]);
	});

	it("contain an attachment with its place, in a fence of its language", () => {
		const [message] = requestMessages([question("why?", [attachment("let a;\nlet b;")])], "");
		assert.equal(message?.content, "why?\n\nsrc/a.ts, lines 2 to 3:\n```typescript\nlet a;\nlet b;\n```");
	});

	it("contain only the last question's image for a model that refuses images", () => {
		const image = { ...attachment(""), path: "a.png", image: "data:image/png;base64,AA==" };
		const branch = [question("what?", [image]), answer("a cat"), question("and this?", [image])];
		const [first, , last] = requestMessages(branch, "", new Set(), false);
		assert.equal(first?.content, "what?\n\na.png (image)");
		assert.equal(Array.isArray(last?.content), true);
	});

	it("use fences that the text cannot close", () => {
		const [message] = requestMessages([question("why?", [attachment("a\n````\nb\n")])], "");
		assert.match(String(message?.content), /`````typescript\na\n````\nb\n`````$/);
	});
});
