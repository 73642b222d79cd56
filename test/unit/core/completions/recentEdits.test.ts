import assert from "node:assert/strict";
import { RecentEdits } from "../../../../src/core/completions/recentEdits";

describe("completions: the list of recent edits", () => {
	it("is sent with a request, the latest first, without those near the cursor", () => {
		const edits = new RecentEdits();
		edits.edited("a.ts", 10, "const one = 1;");
		edits.edited("b.ts", 100, "const two = 2;");
		edits.edited("b.ts", 300, "const three = 3;");
		assert.deepEqual(edits.before("b.ts", 290), [
			{ path: "b.ts", text: "const two = 2;" },
			{ path: "a.ts", text: "const one = 1;" },
		]);
	});

	it("has one entry for each place, with the current text", () => {
		const edits = new RecentEdits();
		for (const text of ["let a", "let ab", "let abc"]) edits.edited("a.ts", 10, text);
		assert.deepEqual(edits.before("b.ts", 0), [{ path: "a.ts", text: "let abc" }]);
	});

	it("leaves out what seems to be a secret", () => {
		const edits = new RecentEdits();
		edits.edited("a.ts", 1, `key = "ghp_${"a1B2c3D4e5F6".repeat(3)}"`);
		assert.deepEqual(edits.before("b.ts", 0), []);
	});
});
