import assert from "node:assert/strict";
import { linesOfPasted } from "../../../../src/core/context/pastedCode";

describe("context: pasted code", () => {
	it("is found by its lines, whatever the line breaks are", () => {
		const whole = "one\r\ntwo\r\nthree\r\nfour\r\n";
		assert.deepEqual(linesOfPasted(whole, "two\nthree"), [2, 3]);
		assert.deepEqual(linesOfPasted(whole, "two\nthree\n"), [2, 3]);
		assert.deepEqual(linesOfPasted(whole, "wo\r\nthr"), [2, 3]);
		assert.deepEqual(linesOfPasted(whole, "one\ntwo\nthree\nfour\n"), [1, 4]);
	});

	it("is not found if it is missing, occurs twice, or is blank", () => {
		assert.equal(linesOfPasted("a\nb\n", "b\nc"), undefined);
		assert.equal(linesOfPasted("a\nb\na\nb\n", "a\nb"), undefined);
		assert.equal(linesOfPasted("a\n\n\nb", "\n\n"), undefined);
	});
});
