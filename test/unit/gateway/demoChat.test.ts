import assert from "node:assert/strict";
import { demoChat } from "../../gateway/endpoints/demoChat";

describe("gateway: demo-chat", () => {
	const answer = (content: string) =>
		demoChat.answer({ messages: [{ role: "user", content }], temperature: 0, random: () => 0 });

	const code = [
		"import fs from 'fs';",
		"",
		"export async function load(path: string) {",
		"\treturn 1;",
		"}",
		"const limit = 3;",
	];
	const block = ["```typescript src/load.ts", ...code, "```"].join("\n");

	it("says that it is a demo", () => {
		for (const text of ["Hello", block, ""]) {
			assert.match(answer(text), /^\*\*A stand-in answers here\.\*\* .* not a language model/);
		}
	});

	it("outlines the code in the question: language, lines, declarations with their lines", () => {
		const text = answer(`Explain this.\n\n${block}`);
		assert.ok(text.includes("> Explain this."));
		assert.ok(text.includes("- Language: `typescript`\n- Lines: 6, of which 1 blank\n- Declarations found: 2"));
		assert.ok(
			text.includes(
				"| Line | Kind | Name |\n| --- | --- | --- |\n| 3 | function | `load` |\n| 6 | variable | `limit` |",
			),
		);
		assert.ok(text.includes("```typescript\nexport async function load(path: string) {\nconst limit = 3;\n```"));
	});

	it("outlines every block, including tilde fences and an unclosed one", () => {
		const text = answer("~~~py\ndef one(): pass\n```\n~~~\nand\n```\nlet two = 2;");
		assert.match(text, /## Code 1(?:.|\n)*`one`(?:.|\n)*## Code 2\n\n- Language: not told(?:.|\n)*`two`/);
		assert.ok(text.includes("> and"));
	});

	it("fences code that contains fences", () => {
		assert.ok(answer("````md\n```\nx\n```\n````").includes("````md\n```\nx\n```\n````"));
	});

	it("shows the beginning of a long outline, and says how much is left", () => {
		const lines = Array.from({ length: 50 }, (_, i) => `const v${i} = ${i};`);
		const text = answer(["```js", ...lines, "```"].join("\n"));
		assert.ok(text.includes("| 20 | variable | `v19` |\n\n…and 30 more."));
	});

	it("answers about the words if there is no code, with a table, a list and a code block", () => {
		const text = answer("What is what?");
		assert.ok(text.includes("> What is what?"));
		assert.ok(text.includes("- Words: 3, of which 2 different"));
		assert.ok(text.includes("| `what` | 2 | 4 |\n| `is` | 1 | 2 |"));
		assert.match(text, /```json\n\{\n {2}"words": 3,\n/);
	});

	it("answers the last question of a conversation", () => {
		const messages = [
			{ role: "user", content: "first" },
			{ role: "assistant", content: "reply" },
			{ role: "user", content: "second" },
		] as const;
		assert.equal(demoChat.answer({ messages, temperature: 0, random: () => 0 }), answer("second"));
		assert.notEqual(answer("first"), answer("second"));
	});
});
