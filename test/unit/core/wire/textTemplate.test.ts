import assert from "node:assert/strict";
import { TextTemplate } from "../../../../src/core/wire/textTemplate";

describe("the template of a stream's chunks", () => {
	const chunk = (delta: object, more: object = {}) =>
		JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ index: 0, delta, ...more }] });

	/** A template that has parsed one chunk with this text. */
	function learned(text: string, from = chunk({ content: text })) {
		const template = new TextTemplate();
		template.learn(from, text);
		return template;
	}

	it("reads what differs from the chunk before in nothing but its text", () => {
		const template = learned("one");
		for (const text of ["two", " ", "é 漢 🙂", "}],", ":"]) assert.equal(template.read(chunk({ content: text })), text);
	});

	it("leaves to the parser what is more than plain text", () => {
		const template = learned("one");
		for (const text of ['"', "\\", "a\nb", "\u0001", ""])
			assert.equal(template.read(chunk({ content: text })), undefined);
		for (const other of [
			chunk({ content: "two", refusal: "no" }),
			chunk({ content: "two" }, { finish_reason: "stop" }),
			chunk({ role: "assistant", content: "two" }),
			'{"error":{"message":"one"}}',
			"",
		]) {
			assert.equal(template.read(other), undefined, other);
		}
	});

	it("learns no place but the answer's text", () => {
		assert.equal(
			learned("no", chunk({ content: "", refusal: "no" })).read(chunk({ content: "", refusal: "yes" })),
			undefined,
		);
		const twice = chunk({ content: "one" }, { logprobs: { content: "one" } });
		assert.equal(learned("one", twice).read(twice.replace('"one"}}', '"two"}}')), undefined);
	});

	it("survives texts that look like the JSON around them", () => {
		for (const text of [":", ",", ":{", "index", "0"]) {
			const read = learned(text).read(chunk({ content: "next" }));
			assert.ok(read === undefined || read === "next", text);
		}
	});

	it("gives up on a stream whose chunks differ in more", () => {
		const template = new TextTemplate();
		const numbered = (n: number) => chunk({ content: `text ${n}` }, { logprobs: n });
		for (let n = 0; n < 10; n++) template.learn(numbered(n), `text ${n}`);
		assert.equal(template.read(numbered(9).replace("text 9", "another")), undefined);
		assert.equal(template.read(numbered(3).replace("text 3", "another")), "another");
	});
});
