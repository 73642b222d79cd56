import assert from "node:assert/strict";
import { parseBenchArguments } from "../../bench/benchArguments";

describe("bench: the arguments", () => {
	const parse = (...args: string[]) => parseBenchArguments(args, ["start", "wire"]);

	it("are parts; all of them if none is named", () => {
		assert.deepEqual(parse(), { parts: ["start", "wire"] });
		assert.deepEqual(parse("wire"), { parts: ["wire"] });
		assert.deepEqual(parse("wire", "start", "wire"), { parts: ["wire", "start"] });
	});

	it("are a file for the figures", () => {
		assert.deepEqual(parse("wire", "--json", "x.json"), { parts: ["wire"], json: "x.json" });
		assert.deepEqual(parse("--json=x.json"), { parts: ["start", "wire"], json: "x.json" });
	});

	it("are subjects of a part", () => {
		assert.deepEqual(parse("wire", "--only", "300000 vectors"), { parts: ["wire"], only: "300000 vectors" });
	});

	it("are a half of the corpus of edits, and the styles whose cases are shown", () => {
		assert.deepEqual(parse("--half", "held", "--show", "elisions"), {
			parts: ["start", "wire"],
			half: "held",
			show: "elisions",
		});
	});

	it("are a rule for edits that is left out", () => {
		assert.deepEqual(parse("--without", "coversAll"), { parts: ["start", "wire"], without: "coversAll" });
	});

	it("are refused in one line if they are invalid", () => {
		const problem = (expected: RegExp) => (error: unknown) =>
			error instanceof TypeError && expected.test(error.message) && !error.message.includes("\n");
		assert.throws(() => parse("wires"), problem(/^no part "wires"; there are: start, wire$/));
		assert.throws(() => parse("--json"), problem(/--json/));
		assert.throws(() => parse("--json="), problem(/--json/));
		assert.throws(() => parse("--fast"), problem(/--fast/));
		assert.throws(() => parse("--half", "third"), problem(/^--half is train or held$/));
	});
});
