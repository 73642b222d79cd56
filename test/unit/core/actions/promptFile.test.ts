// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a prompt are written like this.
import assert from "node:assert/strict";
import { isPromptFile, parsePromptFile } from "../../../../src/core/actions/promptFile";
import { fillPrompt, promptInputs, promptUses } from "../../../../src/core/actions/promptVariables";

const parsed = (text: string, name = "review.prompt.md") => parsePromptFile(name, text);

describe("prompts: a prompt file", () => {
	it("is recognized by its name", () => {
		assert.deepEqual(["a.prompt.md", ".prompt.md", "a.md", "a.prompt.md.bak", "prompt.md"].map(isPromptFile), [
			true,
			false,
			false,
			false,
			false,
		]);
	});

	it("has a word, a description, a model and a mode", () => {
		const text = "---\ndescription: Reviews the code\nmodel: [big, small]\nmode: Edit\n---\nReview ${selection}.";
		assert.deepEqual(parsed(text), {
			name: "review",
			description: "Reviews the code",
			models: ["big", "small"],
			edits: true,
			body: "Review ${selection}.",
		});
	});

	it("needs only a text, whose first line is the description", () => {
		const { description, models, edits } = parsed("Review it.\nThoroughly.") ?? assert.fail();
		assert.deepEqual([description, models, edits], ["Review it.", [], false]);
		assert.equal(parsed("---\ndescription: x\n---\n \n"), undefined);
		assert.equal(parsed(""), undefined);
	});

	it("is asked in chat where its mode is agent, which does not exist", () => {
		assert.equal(parsed("---\nmode: agent\n---\nx")?.edits, false);
		assert.equal(parsed("---\nmode: [edit, {}]\n---\nx")?.edits, true);
	});

	it("has a single word that can be typed, whatever its name is", () => {
		const word = (name: string, text = "x") => parsed(text, `${name}.prompt.md`)?.name;
		assert.equal(word("my own review"), "my-own-review");
		assert.equal(word("été"), "été");
		assert.equal(word("a\u202eb\u0007"), "a-b");
		assert.equal(word("---"), "prompt");
		assert.equal(word("file", "---\nname: my name\n---\nx"), "my-name");
		assert.equal(word("file", "---\nname: a/b c\n---\nx"), "a-b-c");
		assert.equal(word("file", '---\nname: "  "\n---\nx'), "file");
	});

	it("is described in one short line without hidden characters", () => {
		const { description } = parsed(`---\ndescription: "a\\nb\u202ec ${"x".repeat(1000)}"\n---\nx`) ?? assert.fail();
		assert.match(description, /^a b c x+$/);
		assert.equal(description.length, 200);
	});
});

describe("prompts: the variables", () => {
	const body =
		"Compare ${selection} of ${file} with ${input:other:a file's name}, in ${input:language}; ${input:other}.";
	const values = { selection: "a.ts:1–2", file: "a.ts", inputs: new Map([["other", "b.ts"]]) };

	it("are found in order, and each input once", () => {
		assert.deepEqual(promptInputs(body), [
			{ name: "other", placeholder: "a file's name" },
			{ name: "language", placeholder: "" },
		]);
		assert.deepEqual(promptUses(body), { selection: true, file: true });
		assert.deepEqual(promptUses("$selection ${ file } ${input:file}"), { selection: false, file: false });
		assert.deepEqual(promptUses("${selectedText}"), { selection: true, file: false });
	});

	it("are filled in; unanswered ones become empty, and other text stays", () => {
		assert.equal(fillPrompt(body, values), "Compare a.ts:1–2 of a.ts with b.ts, in ; b.ts.");
		for (const other of ["${workspaceFolder}", "${input:}", "${env:HOME}", "${", "$${x}", "${input:a\nb}"])
			assert.equal(fillPrompt(other, values), other);
	});

	it("are filled in once: inserted text is not searched for variables or replacement patterns", () => {
		const inputs = new Map([
			["a", "${file} $& $1 ${input:b}"],
			["b", "no"],
		]);
		assert.equal(fillPrompt("[${input:a}]", { ...values, inputs }), "[${file} $& $1 ${input:b}]");
	});
});
