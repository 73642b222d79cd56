import assert from "node:assert/strict";
import { applyPatch } from "../../host/vscode/patchVscode";

describe("test host: patches of VS Code's built code", () => {
	const patch = {
		place: "isGreen",
		file: "out/workbench.js",
		pattern: /function ([\w$]+)\(([\w$]+)\)\{return!0\}/g,
		replacement: "function $1($2){return $2.green}",
	};

	it("replace the code, whatever its names are", () => {
		assert.equal(applyPatch("a();function x$(o){return!0}b()", patch), "a();function x$(o){return o.green}b()");
	});

	it("fail with the place's name if it is missing or ambiguous", () => {
		assert.throws(() => applyPatch("a();b()", patch), {
			message: "code-server has changed: out/workbench.js has isGreen 0 times, not once.",
		});
		const twice = "function a(b){return!0}function c(d){return!0}";
		assert.throws(() => applyPatch(twice, patch), /out\/workbench\.js has isGreen 2 times, not once/);
	});
});
