import assert from "node:assert/strict";
import { textPlaces } from "../../../../src/webview/transcript/textPlaces";

/** Returns the matches as they are written in the text. */
const found = (text: string, wanted: string, most = 100) =>
	textPlaces(text, wanted, most).map(({ start, end }) => text.slice(start, end));

describe("find in the conversation: places in a text", () => {
	it("finds every character that has a meaning in a pattern", () => {
		for (const wanted of ["-", "well-known", "a.b", "[x]", "\\d", "$&", "^", "(", "*+?", "{2}", "|", "/"])
			assert.deepEqual(found(`before ${wanted} after`, wanted), [wanted]);
		assert.deepEqual(found("abc", "."), []);
	});

	it("ignores case", () => {
		assert.deepEqual(found("Gateway, gateway, GATEWAY", "gateWay"), ["Gateway", "gateway", "GATEWAY"]);
		assert.deepEqual(found("ÉCOLE école", "École"), ["ÉCOLE", "école"]);
		assert.deepEqual(found("ΟΔΟΣ οδος", "οδοσ"), ["ΟΔΟΣ", "οδος"]);
	});

	it("finds the right place after letters whose other case is longer", () => {
		assert.deepEqual(found("İİ ß ŉ 😀 key", "KEY"), ["key"]);
		assert.deepEqual(found("straße", "STRASSE"), []);
	});

	it("returns matches without overlaps, none for an empty query, and at most the requested number", () => {
		assert.deepEqual(textPlaces("aaaaa", "aa", 100), [
			{ start: 0, end: 2 },
			{ start: 2, end: 4 },
		]);
		assert.deepEqual(textPlaces("abc", "", 100), []);
		assert.equal(textPlaces("a".repeat(1000), "a", 10).length, 10);
	});
});
