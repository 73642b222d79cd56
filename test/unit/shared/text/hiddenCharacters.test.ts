import assert from "node:assert/strict";
import { hiddenCharacters, withoutHidden } from "../../../../src/shared/text/hiddenCharacters";

const found = (text: string) => hiddenCharacters(text).map(({ number }) => number);

describe("hidden characters", () => {
	const hidden: Readonly<Record<string, readonly number[]>> = {
		"what turns the direction": [0x202a, 0x202e, 0x2066, 0x2069, 0x061c],
		"what has no width": [0x200b, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f],
		"letters that are blank": [0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0x17b4, 0x17b5],
		"Mongolian variants": [0x180b, 0x180c, 0x180d, 0x180e, 0x180f],
		tags: [0xe0001, 0xe0041, 0xe007f],
		"variation selectors behind nothing that has variants": [0xfe00, 0xfe0e, 0xfe0f, 0xe0100, 0xe01ef],
		"what belongs to annotations": [0xfff9, 0xfffa, 0xfffb],
		"musical beams": [0x1d173, 0x1d17a],
		"control characters": [0x00, 0x07, 0x08, 0x0b, 0x0c, 0x1b, 0x7f, 0x85, 0x9b],
	};
	for (const [what, codes] of Object.entries(hidden)) {
		it(`are ${what}`, () => {
			for (const code of codes) {
				const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
				assert.deepEqual(found(`let a${String.fromCodePoint(code)}b = 1;`), [number]);
			}
		});
	}

	const seen: Readonly<Record<string, string>> = {
		"letters of any writing": "let größe = “漢字” // ελ, नमस्ते, 한국어, עברית",
		"tabs and the ends of lines": "\tone\r\ntwo\n",
		"an emoji's one selector": "// ❤\ufe0f © ©\ufe0f ☎\ufe0e",
		"a keycap": "// 1\ufe0f\u20e3 #\ufe0f\u20e3",
		"one variant of an ideograph": "// 𠮟\ufe00",
	};
	for (const [what, text] of Object.entries(seen)) it(`are not ${what}`, () => assert.deepEqual(found(text), []));

	it("include a text written in variation selectors, but not the selector of an emoji", () => {
		assert.deepEqual(found("😀\ufe0f\ufe01\ufe0e\u{e0101}"), ["U+FE01", "U+FE0E", "U+E0101"]);
		assert.deepEqual(found("a1\ufe0f = 2"), ["U+FE0F"]);
	});

	it("are reported with their offset in UTF-16 code units, and can be removed", () => {
		const text = "😀a\u{e0041}b\u001b[31m";
		assert.deepEqual(hiddenCharacters(text), [
			{ index: 3, character: "\u{e0041}", number: "U+E0041" },
			{ index: 6, character: "\u001b", number: "U+001B" },
		]);
		assert.equal(withoutHidden(text), "😀ab[31m");
	});
});
