import assert from "node:assert/strict";
import { linearPattern } from "../../../../../src/core/gateway/tools/linearPattern";

const matches = (pattern: string, text: string) => linearPattern(pattern)?.(text, { steps: 1_000_000 });

describe("tools: patterns of schemas", () => {
	const texts = [
		...["", "a", "ab", "abc", "aab", "b", "-", "a-b", "a-b-c", "2026-11-27", "x1", "_x", "A", "é", "🙂", "a b", "a\nb"],
		...["[a]", "a{b", "a.b", "a\\b", "$", "^", "aaaa", "{", "}", "]"],
	];
	for (const pattern of [
		...[
			"a",
			"^a",
			"a$",
			"^a$",
			"^$",
			"",
			"a|b",
			"^(a|b)+$",
			"^(?:a|ab)(?:c|)$",
			"^(?<name>a)b",
			"a*",
			"^a+b?$",
			"^a{2}$",
		],
		...[
			"^a{2,}$",
			"^a{1,2}b",
			"^.$",
			"^[^a]$",
			"^[a-c_-]+$",
			"^[\\w-]+$",
			"\\d{4}-\\d{2}",
			"\\bb\\b",
			"\\Bb",
			"^\\p{Lu}$",
			"\\u0061b",
		],
		...[
			"^\\[a\\]$",
			"a\\.b",
			"\\\\",
			"[\\]]",
			"^[a-z]+(-[a-z]+)*$",
			"a+?b",
			"^(a+)+$",
			"(a*)*$",
			"^(?:(?:a|b)?c?){2}$",
			"\\$",
			"\\s",
			"^[^\\d\\s]$",
			"^[a-]$",
			"^[\\x61-\\u{63}]$",
			"^[\\n]$|a\\nb",
			"^[\\p{L}_]+$",
			"^\\P{L}$",
			"^[🙂-🙃]$",
			"[]",
			"^[^]$",
		],
	]) {
		it(`match like JavaScript's: ${pattern}`, () => {
			const expected = new RegExp(pattern, "u");
			for (const text of texts) assert.equal(matches(pattern, text), expected.test(text), JSON.stringify(text));
		});
	}

	for (const pattern of [
		"(?=a)",
		"\\p{Script=Greek}",
		"[c-a]",
		"(?<!a)b",
		"(a)\\1",
		"(",
		"a)",
		"[",
		"*",
		"a{3000}",
		"a{10000}",
		"a{1,10000}",
		"\\uD83D\\uDE00",
		"(a{100}){100}",
		"a{3,2}",
		"x".repeat(2_000),
	]) {
		it(`cannot be matched: ${pattern.slice(0, 20)}`, () => assert.equal(linearPattern(pattern), undefined));
	}

	it("stop matching when their budget is used up", () => {
		assert.equal(linearPattern("(a|a)*b")?.("a".repeat(1_000), { steps: 100 }), undefined);
	});
});
