import assert from "node:assert/strict";
import { fuzzyMatch, fuzzyScore } from "../../../src/shared/fuzzyMatch";
import { limits } from "../../../src/shared/untrusted/limits";

const best = (query: string, ...texts: string[]) => fuzzyMatch(query, texts, (text) => text);

describe("fuzzy matching", () => {
	it("keeps the order while nothing is typed", () => {
		assert.deepEqual(best("", "long one", "b", "a"), ["long one", "b", "a"]);
	});

	it("keeps only texts with all letters in the same order, in upper or lower case", () => {
		assert.deepEqual(best("EPL", "explain", "lpe", "ep", "EPL"), ["EPL", "explain"]);
		assert.equal(fuzzyScore("aa", "a"), undefined);
	});

	it("lists matches at the beginning first, then at a word's beginning, then elsewhere, then separate letters", () => {
		assert.deepEqual(best("chat", "c-h-a-t", "whatchat", "demo-chat", "chatty"), [
			"chatty",
			"demo-chat",
			"whatchat",
			"c-h-a-t",
		]);
	});

	it("recognizes words by signs, capitals and numbers", () => {
		assert.deepEqual(best("cbt", "cubit", "chatBudget.test.ts"), ["chatBudget.test.ts", "cubit"]);
		assert.deepEqual(best("m3", "m13", "mistral-small-3.2"), ["mistral-small-3.2", "m13"]);
	});

	it("lists the shorter of two equal matches first", () => {
		assert.deepEqual(best("demo", "demo-embed", "demo-chat"), ["demo-chat", "demo-embed"]);
	});

	it("compares queries and texts up to their limits, and finds nothing for a longer query", () => {
		const { fileQueryLength, pathLength } = limits;
		const fits = (query: string, text: string) => fuzzyMatch(query, [text], (item) => item).length > 0;
		assert.equal(fits("a".repeat(fileQueryLength), "a".repeat(fileQueryLength)), true);
		assert.equal(fits("a".repeat(fileQueryLength + 1), "a".repeat(fileQueryLength + 1)), false);
		assert.equal(fits("b", `${"a".repeat(pathLength - 1)}b`), true);
		assert.equal(fits("b", `${"a".repeat(pathLength)}b`), false);
	});
});
