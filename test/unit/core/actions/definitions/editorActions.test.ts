import assert from "node:assert/strict";
import { type Action, actionPrompt } from "../../../../../src/core/actions/action";
import type { CodeContext } from "../../../../../src/core/actions/codeContext";
import { editorActions } from "../../../../../src/core/actions/definitions/editorActions";
import { explainProblem, fixProblem } from "../../../../../src/core/actions/definitions/problemActions";

const context: CodeContext = {
	path: "src/budget.ts",
	languageId: "typescript",
	selected: { first: 12, last: 14, text: "let a;" },
};
const full: CodeContext = {
	...context,
	symbol: "fitBudget",
	around: { first: 1, last: 40, text: "…" },
	imports: { first: 1, last: 2, text: "import a;" },
	problems: "src/budget.ts:12: error: No.",
	indentation: "tabs",
};
const all = [...editorActions, fixProblem, explainProblem];
const action = (id: string): Action => all.find((candidate) => candidate.id === id) ?? assert.fail(id);

describe("actions: the definitions for code", () => {
	it("have unique ids that can form a command and a word after /", () => {
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
		for (const { id } of all) assert.match(id, /^[a-z]+[A-Za-z]*$/);
	});

	const expected: Readonly<Record<string, [task: RegExp, makes: Action["makes"], asksForInstruction: boolean]>> = {
		explain: [/^Explain .* what it does, how, and what to watch out for/, "answer", false],
		fix: [/^Fix .* change nothing else/, "edit", false],
		document: [/^Document .* doc comments .* change no code/, "edit", false],
		writeTests: [/^Write tests for .* edge cases/, "newFile", false],
		refactor: [/^Refactor .* without changing what it does/, "edit", true],
		ask: [/^This is about /, "answer", true],
		fixProblem: [/^Fix the listed problems/, "edit", false],
		explainProblem: [/^Explain the listed problems/, "answer", false],
	};

	it("are the expected ones", () => assert.deepEqual(all.map(({ id }) => id).sort(), Object.keys(expected).sort()));

	for (const [id, [task, makes, asksForInstruction]] of Object.entries(expected)) {
		it(`${id}: states the task and the code, and mentions nothing that is missing`, () => {
			assert.match(actionPrompt(action(id), context), task);
			assert.match(actionPrompt(action(id), context), /this code from src\/budget\.ts \(typescript\)/);
			assert.doesNotMatch(actionPrompt(action(id), context), /problems that VS Code|lines around|indented/);
			assert.equal(action(id).makes, makes);
			assert.equal(action(id).instructionPrompt !== undefined, asksForInstruction);
		});

		it(`${id}: names the symbol and what is sent with it`, () => {
			const question = actionPrompt(action(id), full);
			const takes = action(id).takes;
			assert.match(question, /`fitBudget` from src\/budget\.ts \(typescript\)/);
			assert.equal(/context only/.test(question), takes.includes("around"));
			assert.equal(/problems that VS Code shows/.test(question), takes.includes("problems"));
			assert.equal(/indented with tabs/.test(question), makes !== "answer");
		});
	}

	it("begin with the user's own words if those state the task, and otherwise end with them", () => {
		assert.match(actionPrompt(action("refactor"), full, "split it"), /^split it\n\nRefactor .*tabs\.$/);
		assert.match(actionPrompt(action("explain"), full, "the loop"), /^Explain .*only\.\n\nthe loop$/);
		assert.match(actionPrompt(action("refactor"), { ...full, indentation: 2 }, "split it"), /by 2 spaces\./);
		assert.match(actionPrompt(action("refactor"), { ...full, indentation: 1 }, "split it"), /by 1 space\./);
		assert.doesNotMatch(actionPrompt(action("explain"), full, "  "), /\s$/);
	});
});
