import assert from "node:assert/strict";
import { partialJson } from "../../../../../src/core/gateway/response/partialJson";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

describe("tools: partial JSON", () => {
	const content = 'Say "hé\\llo"\n🌍 {[,]} \u00e9';
	const whole = { id: 7, choices: [{ message: { content, refusal: null }, done: true }], usage: { tokens: 128 } };

	const contentOf = (value: object | undefined) =>
		(value as { choices?: { message?: { content?: string } }[] }).choices?.[0]?.message?.content ?? "";

	for (const [name, json] of [
		["as it is", JSON.stringify(whole)],
		["in lines", JSON.stringify(whole, null, 2)],
		["in escapes", escaped(JSON.stringify(whole))],
	] as const) {
		it(`keeps the received part of a text, cut anywhere: ${name}`, () => {
			let longest = 0;
			for (let length = json.indexOf("{") + 1; length <= json.length; length++) {
				const kept = contentOf(partialJson(json.slice(0, length)));
				assert.ok(content.startsWith(kept), `cut at ${length}: ${kept}`);
				assert.ok(kept.length >= longest, `cut at ${length} takes away what was there`);
				assert.ok(kept.isWellFormed() || name !== "in escapes", `cut at ${length}: half a character`);
				longest = kept.length;
			}
			assert.equal(longest, content.length);
			assert.deepEqual(partialJson(json), whole);
		});
	}

	it("leaves out incomplete members", () => {
		for (const tail of ["", ",", ',"b', ',"b"', ',"b":', ',"b":tr', ',"b":12']) {
			assert.deepEqual(partialJson(`{"a":[1${tail.replace('"b":', "")}`) !== undefined, true);
			assert.deepEqual(partialJson(`{"a":{"c":1}${tail}`), { a: { c: 1 } }, tail);
		}
	});

	it("ignores text after a complete or partial value", () => {
		assert.deepEqual(partialJson('{"a":"b"}502 Bad Gateway'), { a: "b" });
		assert.deepEqual(partialJson('{"a":["b"]502 Bad Gateway'), { a: ["b"] });
		assert.deepEqual(partialJson('{"a":"b\n502 Bad Gateway'), { a: "b" });
	});

	it("is undefined if there is no JSON", () => {
		for (const text of ["", "502", "{oops}", "{]"]) assert.equal(partialJson(text), undefined, text);
	});

	it("reads as many brackets as a body may have", () => {
		const depth = 100_000;
		const ends = (value: object | undefined) => JSON.stringify(value)?.length;
		const { jsonDepth } = gatewayLimits;
		assert.equal(ends(partialJson("[".repeat(jsonDepth))), 2 * jsonDepth);
		assert.equal(ends(partialJson("[[],".repeat(jsonDepth - 1))), 5 * (jsonDepth - 1) - 1);
		assert.equal(partialJson("[".repeat(jsonDepth + 1)), undefined);
		assert.equal(partialJson(`${"[".repeat(depth)}}`), undefined);
		assert.equal(partialJson("[{".repeat(depth)), undefined);
	});

	/** Returns the JSON with everything beyond ASCII as `\uXXXX`. */
	function escaped(json: string): string {
		return json.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
	}
});
