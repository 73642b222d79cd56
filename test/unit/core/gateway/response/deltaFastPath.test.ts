import assert from "node:assert/strict";
import { DeltaFastPath } from "../../../../../src/core/gateway/response/deltaFastPath";

describe("answer: the template of a stream's chunks", () => {
	const chunk = (delta: object, more: object = {}) =>
		JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ index: 0, delta, ...more }] });

	/** Creates a template that has parsed one chunk with this text. */
	function learned(text: string, from = chunk({ content: text })) {
		const template = new DeltaFastPath();
		template.setExample(from, text);
		return template;
	}

	/** Reads one event; returns its text if it could be read to the end. */
	function read(template: DeltaFastPath, json: string) {
		const event = `data: ${json}\n\n`;
		const end = template.read(event, 0);
		if (end < 0) return undefined;
		assert.equal(end, event.length);
		return template.text;
	}

	it("reads a chunk that differs from the previous one only in its text", () => {
		const template = learned("one");
		for (const text of ["two", " ", "é 漢 🙂", "}],", ":"])
			assert.equal(read(template, chunk({ content: text })), text);
	});

	it("leaves everything but plain text to the parser", () => {
		const template = learned("one");
		for (const text of ['"', "\\", "a\nb", "\u0001", ""])
			assert.equal(read(template, chunk({ content: text })), undefined);
		for (const other of [
			chunk({ content: "two", refusal: "no" }),
			chunk({ content: "two" }, { finish_reason: "stop" }),
			chunk({ role: "assistant", content: "two" }),
			'{"error":{"message":"one"}}',
			"",
		]) {
			assert.equal(read(template, other), undefined, other);
		}
	});

	it("learns only the place of the answer's text", () => {
		assert.equal(
			read(learned("no", chunk({ content: "", name: "no" })), chunk({ content: "", name: "yes" })),
			undefined,
		);
		const twice = chunk({ content: "one" }, { logprobs: { content: "one" } });
		assert.equal(read(learned("one", twice), twice.replace('"one"}}', '"two"}}')), undefined);
	});

	it("handles texts that look like the JSON around them", () => {
		for (const text of [":", ",", ":{", "index", "0"]) {
			const next = read(learned(text), chunk({ content: "next" }));
			assert.ok(next === undefined || next === "next", text);
		}
	});

	it("reads event after event in place, and stops before an incomplete one", () => {
		const template = learned("one");
		const event = (text: string) => `data: ${chunk({ content: text })}\n\n`;
		const stream = event("two") + event(" three") + event("four").slice(0, -1);
		const first = template.read(stream, 0);
		assert.equal(first, event("two").length);
		const second = template.read(stream, first);
		assert.equal(template.text, " three");
		assert.equal(template.read(stream, second), -1);
	});

	/** Creates a template that has parsed two chunks. */
	function learnedTwice(first: string, second: string, lineBreak = "\n") {
		const template = new DeltaFastPath();
		template.setExample(first, "one", lineBreak);
		template.setExample(second, "two", lineBreak);
		return template;
	}

	it("skips strings and numbers that differ", () => {
		const padded = (text: string, id: number, padding: string) => chunk({ content: text }, { id, padding });
		const template = learnedTwice(padded("one", 1, "ab"), padded("two", 22, "c"));
		assert.equal(read(template, padded("three", 333, "defg")), "three");
		assert.equal(read(template, padded("three", 333, 'a"b')), undefined);
		assert.equal(read(template, padded("three", -3, "a")), undefined);
	});

	it("reads the usage of each chunk", () => {
		const counted = (text: string, tokens: number) =>
			JSON.stringify({
				choices: [{ delta: { content: text } }],
				usage: { prompt_tokens: 7, completion_tokens: tokens },
			});
		const template = learnedTwice(counted("one", 1), counted("two", 2));
		assert.equal(read(template, counted("three", 30)), "three");
		assert.deepEqual(template.usage, { promptTokens: 7, completionTokens: 30 });
	});

	it("reads the cached tokens of each chunk", () => {
		const counted = (text: string, cached: number) =>
			JSON.stringify({
				choices: [{ delta: { content: text } }],
				usage: { prompt_tokens: 70, completion_tokens: 1, prompt_tokens_details: { cached_tokens: cached } },
			});
		const template = learnedTwice(counted("one", 16), counted("two", 32));
		assert.equal(read(template, counted("three", 64)), "three");
		assert.deepEqual(template.usage, { promptTokens: 70, completionTokens: 1, cachedTokens: 64 });
	});

	it("reads reasoning, and lines that end with CRLF", () => {
		const thought = (text: string) => chunk({ reasoning_content: text });
		const template = learnedTwice(thought("one"), thought("two"), "\r\n");
		const event = `data: ${thought("three")}\r\n\r\n`;
		assert.equal(template.read(event, 0), event.length);
		assert.deepEqual([template.type, template.text], ["reasoning", "three"]);
		assert.equal(template.read(event.replaceAll("\r", ""), 0), -1);
	});

	it("does not learn from chunks that end the answer", () => {
		const ending = (text: string, reason: string) => chunk({ content: text }, { finish_reason: reason });
		const template = learnedTwice(ending("one", "null"), ending("two", ""));
		assert.equal(read(template, ending("three", "stop")), undefined);
	});

	it("gives up on a stream whose chunks differ in other ways", () => {
		const template = new DeltaFastPath();
		const numbered = (n: number) => chunk({ content: `text ${n}` }, { [`field-${n}`]: 1 });
		for (let n = 0; n < 10; n++) template.setExample(numbered(n), `text ${n}`);
		assert.equal(read(template, numbered(9).replace("text 9", "another")), undefined);
		assert.equal(read(template, numbered(3).replace("text 3", "another")), "another");
	});
});
