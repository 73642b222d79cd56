import assert from "node:assert/strict";
import { errorNames, errorText, looksLikeHtml } from "../../../../src/core/wire/errorText";

const asItIs = (text: string) => text;

describe("errorText reads every shape of an error body", () => {
	for (const [body, text] of [
		['{"error":{"message":"No such key","type":"auth","code":401}}', "No such key"],
		['{"error":"No such key"}', "No such key"],
		['{"object":"error","message":"No such key"}', "No such key"],
		['{"detail":"No such key"}', "No such key"],
		['{"detail":[{"loc":["body"],"msg":"field required"},{"msg":"bad value"}]}', "field required; bad value"],
		[
			'{"detail":[{"loc":["body","messages",0,"content"],"msg":"field required"}]}',
			"messages.0.content: field required",
		],
		['{"detail":[{"loc":["body","a","b","c","d"],"msg":"bad"},{"loc":[7],"msg":"odd"}]}', "b.c.d: bad; odd"],
		['{"error":{"message":""}}', ""],
		['{"error":{"message":"","type":"upstream_error","code":null}}', "upstream_error"],
		['{"error":{"message":null,"code":null}}', ""],
		['{"detail":[{"msg":""}]}', ""],
		["{}", ""],
		["[]", ""],
		['{"detail":{"error":{"message":"deep"}}}', "deep"],
		['{"status":"failure","message":"Aucune clé"}', "Aucune clé"],
		['{"html-message":"<b>No</b> key"}', "No key"],
		["plain\n  text", "plain text"],
		["", ""],
		["<!DOCTYPE html><html><body>Login</body></html>", ""],
		['{"code":7}', '{"code":7}'],
	] as const) {
		it(body.slice(0, 50) || "(empty)", () => assert.equal(errorText(body, asItIs).replace(/\s+/g, " ").trim(), text));
	}

	it("knows a page behind comments and a declaration, and what only begins like one, at once", () => {
		assert.ok(looksLikeHtml('\n<?xml version="1.0"?> <!-- a > b --><!---->\n<HTML lang="en">'));
		for (const text of [`${"<!---->".repeat(45)}x`, "<!--".repeat(100_000), `${"<?xml>".repeat(50_000)}<htmlx>`])
			assert.ok(!looksLikeHtml(text), text.slice(0, 20));
	});

	it("shortens a long text", () => assert.equal(errorText("x".repeat(2000), asItIs).length, 501));
});

describe("errorNames", () => {
	it("looks once into each object, and into nothing else", () => {
		const looked = readsOf("innererror", () => {
			errorNames(JSON.stringify({ error: { message: "no", code: 7, details: ["a", null, { reason: "b" }] } }));
		});
		assert.equal(looked, 3);
	});
});

/** How often a field is read of objects that do not have it. */
function readsOf(field: string, work: () => void): number {
	let reads = 0;
	Object.defineProperty(Object.prototype, field, {
		configurable: true,
		get() {
			reads++;
			return undefined;
		},
	});
	try {
		work();
	} finally {
		Reflect.deleteProperty(Object.prototype, field);
	}
	return reads;
}
