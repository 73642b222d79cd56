import assert from "node:assert/strict";
import { gatewayLimits, pageLimits } from "../../../../src/shared/untrusted/limits";
import { isName, isPageText, isPasted, isPicture, isUris } from "../../../../src/vscode/chat/pageArguments";

describe("limits: the arguments of the panel's calls", () => {
	it("leave room for all of the longest answer, which can be copied", () => {
		assert.ok(isPageText("a".repeat(gatewayLimits.answerText)));
	});

	for (const [what, check, longest] of [
		["text", isPageText, pageLimits.textLength],
		["name", isName, pageLimits.nameLength],
		["pasted text", isPasted, pageLimits.pastedLength],
		["picture", isPicture, pageLimits.pictureLength],
	] as const) {
		it(`are refused if a ${what} has one character more than the maximum, or is not a string`, () => {
			assert.ok(check("a".repeat(longest)));
			assert.ok(!check("a".repeat(longest + 1)));
			for (const other of [undefined, null, 1, {}, ["a"], new String("a")]) assert.ok(!check(other));
		});
	}

	it("are refused if there are more addresses than the maximum, or one is too long", () => {
		const uris = (count: number) => Array.from({ length: count }, () => "file:///a");
		assert.ok(isUris(uris(pageLimits.uris)));
		assert.ok(!isUris(uris(pageLimits.uris + 1)));
		assert.ok(!isUris(["a".repeat(pageLimits.nameLength + 1)]));
		assert.ok(!isUris("file:///a"));
	});
});
