import assert from "node:assert/strict";
import { RefusedAnswer } from "../../../../src/core/edits/parse/refusedAnswer";
import { questionAboutRefused, RefusedCode } from "../../../../src/core/edits/refusedCode";
import { appliedInChat } from "./appliedInChat";

const refused = (code: string, path = "src/a.ts") =>
	new RefusedCode(new RefusedAnswer("It is unclear where this code belongs.", code), path, `file:///w/${path}`);

describe("edit: the question about refused code of the chat", () => {
	it("has the beginning of the code, the file, the reason, and the form of the answer", () => {
		const question = questionAboutRefused(refused("\n\n\tfunction size() {\n\t\treturn 2;\n\t}\n"), []);
		assert.match(question, /could not be applied to src\/a\.ts:\n\n```\nfunction size\(\) \{\n```\n/);
		assert.match(question, /reason: It is unclear where this code belongs\./);
		assert.match(question, /\n```src\/a\.ts\n<<<<<<< SEARCH\n/);
	});

	it("is never the same twice in a conversation", () => {
		const asked: string[] = ["Something else."];
		for (let attempt = 1; attempt <= 4; attempt++) asked.push(questionAboutRefused(refused("size();"), asked));
		assert.equal(new Set(asked).size, 5);
		assert.match(asked.at(-1) ?? "", /attempt 4/);
		// The first one has been deleted.
		const question = questionAboutRefused(refused("size();"), asked.slice(2));
		assert.ok(!asked.slice(2).includes(question));
	});

	it("asks for a form that can be applied", () => {
		const [block = ""] = /<<<<<<< SEARCH[\s\S]*REPLACE/.exec(questionAboutRefused(refused("x"), [])) ?? [];
		const answer = block.replace("old lines", "const a = 1;").replace("new lines", "const a = 2;");
		assert.equal(appliedInChat(answer, "const a = 1;\nconst b = 1;\n", "typescript"), "const a = 2;\nconst b = 1;\n");
	});

	it("lets neither the code nor the file's name end a fence, and shortens long lines", () => {
		const form = (path: string) => /\n(`+)(.*)\n<<<<<<< SEARCH/.exec(questionAboutRefused(refused("x", path), []))?.[2];
		assert.equal(form("my file.ts"), "");
		assert.equal(form("a`b.ts"), "");
		assert.equal(form("Makefile"), "");
		assert.match(questionAboutRefused(refused("````ts"), []), /\n`````\n````ts\n`````\n/);
		const long = questionAboutRefused(refused("😀".repeat(5000)), []);
		assert.ok(long.length < 1000);
		assert.ok(long.isWellFormed());
		assert.ok(questionAboutRefused(refused(`a${"😀".repeat(5000)}`), []).isWellFormed());
	});
});
