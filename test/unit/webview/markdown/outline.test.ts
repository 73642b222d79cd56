import assert from "node:assert/strict";
import { addHeading, emptyOutline } from "../../../../src/webview/markdown/outline";

describe("markdown: the outline of an answer", () => {
	function levels(written: readonly number[]): number[] {
		let outline = emptyOutline;
		return written.map((level) => {
			const added = addHeading(outline, level);
			outline = added.outline;
			return added.level;
		});
	}

	it("begins below the page's title and skips no level", () => {
		assert.deepEqual(levels([1, 2, 3]), [2, 3, 4]);
		assert.deepEqual(levels([3, 4, 3]), [2, 3, 2]);
		assert.deepEqual(levels([1, 4, 2, 6]), [2, 3, 3, 4]);
		assert.deepEqual(levels([3, 1, 3]), [2, 2, 3]);
		assert.deepEqual(levels([1, 2, 3, 4, 5, 6]), [2, 3, 4, 5, 6, 6]);
	});
});
