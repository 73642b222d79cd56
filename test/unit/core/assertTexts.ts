import assert from "node:assert/strict";

/** Asserts that there are as many texts as patterns, and that each text matches the pattern at its position. */
export function assertTexts(texts: readonly string[], patterns: readonly RegExp[]): void {
	assert.equal(texts.length, patterns.length, texts.join("\n"));
	for (const [i, pattern] of patterns.entries()) assert.match(texts[i] ?? "", pattern);
}
