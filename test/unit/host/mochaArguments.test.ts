import assert from "node:assert/strict";
import { parseMochaArguments } from "../../host/mocha/mochaArguments";

describe("test host: the arguments for Mocha", () => {
	it("are an expression and whether to stop at the first failure", () => {
		assert.deepEqual(parseMochaArguments(["-g", "secrets", "--bail"]), { grep: "secrets", bail: true });
		assert.deepEqual(parseMochaArguments([]), {});
	});

	it("are refused if they are unknown", () => {
		assert.throws(() => parseMochaArguments(["--reporter", "dot"]), TypeError);
	});
});
