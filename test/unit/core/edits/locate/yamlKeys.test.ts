import assert from "node:assert/strict";
import { keysOf } from "../../../../../src/core/edits/locate/yamlKeys";

describe("edits: keys of YAML", () => {
	it("are those of each line, with the keys inside them; text below a key has none", () => {
		const lines = ["a:", "  - b: 1", "    'c d': |", "      e: text", "# f: 1", "g: !tag", "  h: 2"];
		const keys = keysOf(lines);
		assert.deepEqual([...keys.keys()], ["a", "g"]);
		assert.deepEqual([...(keys.get("a")?.inner.keys() ?? [])], ["b", "c d"]);
		assert.deepEqual([...(keys.get("g")?.inner.keys() ?? [])], ["h"]);
	});

	it("are not looked for in a line of several MB", () => {
		for (const part of ["- ", "! "]) {
			const keys = keysOf(["a: 1", `b: ${part.repeat(4_000_000)}`, `${part.repeat(4_000_000)}c: 1`, "d: 1"]);
			assert.deepEqual([...keys.keys()], ["a", "d"]);
		}
	});
});
