import assert from "node:assert/strict";
import type { Metafile } from "esbuild";
import { loadedAtOnce } from "../../build/joinStart.js";

describe("bench: the code that VS Code loads at start", () => {
	const output = (...imports: [kind: "import-statement" | "dynamic-import", path: string][]) => ({
		bytes: 1,
		inputs: {},
		exports: [],
		imports: imports.map(([kind, path]) => ({ kind, path })),
	});

	it("is the entry with its static imports, and theirs", () => {
		const outputs: Metafile["outputs"] = {
			"main.js": output(["import-statement", "a.js"], ["dynamic-import", "later.js"], ["import-statement", "vscode"]),
			"a.js": output(["import-statement", "b.js"], ["import-statement", "main.js"]),
			"b.js": output(),
			"later.js": output(["import-statement", "rest.js"]),
			"rest.js": output(),
		};
		assert.deepEqual([...loadedAtOnce(outputs, "main.js")], ["main.js", "a.js", "b.js"]);
	});
});
