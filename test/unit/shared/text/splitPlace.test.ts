import assert from "node:assert/strict";
import { splitPlace } from "../../../../src/shared/text/splitPlace";

describe("attachments: the lines in a chip's name", () => {
	for (const [name, file, lines] of [
		["around it: BrowserCacheManager.ts:12–40", "around it: BrowserCacheManager.ts", ":12–40"],
		["budget.ts:3-9", "budget.ts", ":3-9"],
		["budget.ts:7", "budget.ts", ":7"],
		["\u05e7\u05d5\u05d1\u05e5:12–40", "\u05e7\u05d5\u05d1\u05e5", ":12–40"],
		["budget.ts", "budget.ts", ""],
		["Problems in budget.ts (2)", "Problems in budget.ts (2)", ""],
		["commit 12:30 note", "commit 12:30 note", ""],
		[":7", ":7", ""],
		["a:", "a:", ""],
	] as const)
		it(`are split from “${name}”`, () => assert.deepEqual(splitPlace(name), [file, lines]));
});
