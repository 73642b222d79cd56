import assert from "node:assert/strict";
import { lastChangedLine } from "../../../../../src/core/edits/text/textLines";

describe("edit: the last changed line", () => {
	it("is found from the end, whatever the line breaks are", () => {
		assert.equal(lastChangedLine("a\nb\nc", "a\nb\nc"), -1);
		assert.equal(lastChangedLine("a\r\nb\r\nc", "a\nb\nc"), -1);
		assert.equal(lastChangedLine("a\nb\nc", "A\nB\nc"), 1);
		assert.equal(lastChangedLine("a\nb\nc", "a\nb\nnew\nc"), 2);
		assert.equal(lastChangedLine("a\nb\nc", "a\nc"), 0);
		assert.equal(lastChangedLine("a", "a\na"), 0);
	});
});
