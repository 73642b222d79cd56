import assert from "node:assert/strict";
import { assertGlobsFit } from "../../../../src/core/search/globLimits";
import { oneGlob } from "../../../../src/core/search/oneGlob";
import { limits } from "../../../../src/shared/untrusted/limits";

describe("limits: globs of the settings that leave out files", () => {
	const globs = (count: number) => Array.from({ length: count }, (_, at) => `dir${at}`);

	it("accepts the most globs and the longest, and refuses one more with the settings' names", () => {
		const most = globs(limits.globs);
		assert.equal(assertGlobsFit(most), most);
		assertGlobsFit(["a".repeat(limits.globLength)]);
		const refusal = { name: "UserError", message: /files\.exclude.*gatehouse\.index\.exclude/ };
		assert.throws(() => assertGlobsFit([...most, "one more"]), refusal);
		assert.throws(() => assertGlobsFit(["a".repeat(limits.globLength + 1)]), refusal);
	});

	it("gives VS Code's search no more choices of all globs together than the most", () => {
		const choices = `{${Array.from({ length: 10 }, (_, at) => at).join(",")}}`;
		const many = Array.from({ length: limits.globChoices / 10 + 2 }, (_, at) => `${at}/${choices}`);
		const { glob = "", others } = oneGlob(many);
		assert.equal(glob.split(",").length, limits.globChoices);
		assert.deepEqual(others, many.slice(-2));
	});
});
