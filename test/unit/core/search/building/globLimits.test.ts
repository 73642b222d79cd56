import assert from "node:assert/strict";
import { combinedGlob } from "../../../../../src/core/search/building/combinedGlob";
import { assertGlobsFit } from "../../../../../src/core/search/building/globLimits";
import { limits } from "../../../../../src/shared/untrusted/limits";

describe("limits: globs in the settings for excluded files", () => {
	const globs = (count: number) => Array.from({ length: count }, (_, at) => `dir${at}`);

	it("are accepted up to the maximum number and length, and the error names the settings", () => {
		const most = globs(limits.globs);
		assert.equal(assertGlobsFit(most), most);
		assertGlobsFit(["a".repeat(limits.globLength)]);
		const refusal = { name: "UserError", message: /files\.exclude.*gatehouse\.index\.exclude/ };
		assert.throws(() => assertGlobsFit([...most, "one more"]), refusal);
		assert.throws(() => assertGlobsFit(["a".repeat(limits.globLength + 1)]), refusal);
	});

	it("are accepted up to the maximum number of simultaneous steps, and the error names the settings", () => {
		const refusal = { name: "UserError", message: /files\.exclude.*too many wildcards/ };
		const stars = (count: number) => `${"*a".repeat(count)}*`;
		// There are four steps for each star and its letter, and three for the last star.
		const one = stars(limits.globLength / 2 - 1);
		const load = (limits.globLength / 2 - 1) * 4 + 3;
		const most = Array.from({ length: Math.floor(limits.globSteps / load) }, () => one);
		const rest = Array.from({ length: limits.globSteps % load }, (_, at) => `a${at}`);
		assertGlobsFit([...most, ...rest]);
		assert.throws(() => assertGlobsFit([...most, ...rest, "b"]), refusal);
		const slow = `**/*a${"{a,b,*}".repeat(140)}`;
		assert.throws(() => assertGlobsFit(Array.from({ length: limits.globs }, () => slow)), refusal);
		assertGlobsFit(Array.from({ length: 400 }, (_, at) => `**/generated/${at}/**/*.{js,map}`));
	});

	it("have in total at most the maximum number of choices in VS Code's search", () => {
		const choices = `{${Array.from({ length: 10 }, (_, at) => at).join(",")}}`;
		const many = Array.from({ length: limits.globChoices / 10 + 2 }, (_, at) => `${at}/${choices}`);
		const { glob = "", others } = combinedGlob(many);
		assert.equal(glob.split(",").length, limits.globChoices);
		assert.deepEqual(others, many.slice(-2));
	});
});
