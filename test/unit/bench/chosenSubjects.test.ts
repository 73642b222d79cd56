import assert from "node:assert/strict";
import { ChosenSubjects } from "../../bench/chosenSubjects";

describe("bench: --only", () => {
	const names = ["searching 10000 vectors of 768", "searching 10000 vectors of 1024", "activation"];
	const chosen = (only: string) => {
		const subjects = new ChosenSubjects(only);
		return { found: names.filter((name) => subjects.includes(name)), problem: subjects.problem };
	};

	it("chooses the subjects with the words in their names", () => {
		assert.deepEqual(chosen("vectors of 1024"), { found: [names[1]], problem: undefined });
	});

	it("chooses all subjects if it is not given", () => {
		assert.deepEqual(chosen(""), { found: names, problem: undefined });
	});

	it("lists the subjects if it chooses none", () => {
		const { found, problem = "" } = chosen("activating");
		assert.deepEqual(found, []);
		assert.match(problem, /^no subject with "activating" in its name; there are:\n/);
		for (const name of names) assert.ok(problem.split("\n").includes(`  ${name}`), name);
	});

	it("is no problem in a run without subjects if it is not given", () => {
		assert.equal(new ChosenSubjects("").problem, undefined);
	});
});
