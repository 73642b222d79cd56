import assert from "node:assert/strict";
import { utf8Length, utf8Prefix } from "../../../../src/shared/untrusted/utf8Length";

describe("untrusted text: its length in UTF-8", () => {
	for (const text of ["", "abc", "é", "日本", "🙂", "a🙂é日", "\ud83d", "\ude42x", "x\ud83d"]) {
		it(`is that of the encoded text: ${JSON.stringify(text)}`, () => {
			assert.equal(utf8Length(text), new TextEncoder().encode(text).length);
		});
	}

	it("cuts a beginning before the character that does not fit", () => {
		const text = "aé日🙂b";
		const prefixes = Array.from({ length: 13 }, (_, bytes) => text.slice(0, utf8Prefix(text, bytes)));
		assert.deepEqual(prefixes, [
			...["", "a", "a", "aé", "aé", "aé", "aé日", "aé日", "aé日", "aé日", "aé日🙂", "aé日🙂b", "aé日🙂b"],
		]);
	});
});
