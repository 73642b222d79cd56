import assert from "node:assert/strict";
import { pathAbove, proposedPath } from "../../../../../src/core/edits/apply/pathAbove";
import type { Answer } from "../../../../../src/shared/conversation";

const answer = (text: string): Answer => ({
	role: "assistant",
	id: "a",
	parent: "q",
	model: "m",
	gateway: "G",
	text,
	reasoning: "",
	state: { type: "complete", finishReason: "stop" },
	at: 0,
});
const below = (line: string) => pathAbove("one\ntwo\n", [answer(`Hi\n\n${line}\n\`\`\`js\none\ntwo\n\`\`\`\n`)]);

describe("code block: file named on the line above", () => {
	for (const line of [
		"`lib/a.js`:",
		"**`lib/a.js`**:",
		"**`lib/a.js`:**",
		"**lib/a.js**",
		"lib/a.js:",
		"### lib/a.js",
		"## `lib/a.js`\n",
		"1. `./lib/a.js`:",
		"File: `lib/a.js`",
		"**File:** `lib/a.js`",
	]) {
		it(JSON.stringify(line), () => assert.equal(below(line), "lib/a.js"));
	}

	for (const line of [
		"Change `lib/a.js`:",
		"`lib/a.js` and `lib/b.js`:",
		"Usage:",
		"`npm test`:",
		"**Node.js:**",
		"### Vue.js",
		"`../a.js`:",
		"`lib/../../a.js`:",
		"`/etc/a.conf`:",
		"`.git/a.txt`:",
		`\`${"a/".repeat(150)}a.js\`:`,
		"",
	]) {
		it(`not: ${JSON.stringify(line.slice(0, 40))}`, () => assert.equal(below(line), undefined));
	}

	it("of the block with this code, not of another one", () => {
		const text = "`a.js`:\n```\none\n```\n`b.js`:\n\n```\ntwo\n```\n```\nthree\n```\n";
		assert.equal(pathAbove("two", [answer("No code"), answer(text)]), "b.js");
		assert.equal(pathAbove("three", [answer(text)]), undefined);
	});

	it("not where answers name several files above the same code", () => {
		const named = (path: string) => answer(`\`${path}\`:\n\`\`\`\none\n\`\`\`\n`);
		assert.equal(pathAbove("one", [named("a.js"), named("a.js")]), "a.js");
		assert.equal(pathAbove("one", [named("a.js"), named("b.js")]), undefined);
	});
});

describe("code block: path proposed for a new file", () => {
	const proposed = (path: string, code: string) =>
		proposedPath({ path, code, messages: [answer(`\`above.js\`:\n\n\`\`\`\n${code}\n\`\`\`\n`)] });

	it("is that of the fence, of a comment that is certain, or of the line above", () => {
		assert.equal(proposed("fence.js", "// lib/comment.js"), "fence.js");
		assert.equal(proposed("", "// lib/comment.js"), "lib/comment.js");
		assert.equal(proposed("", "// Node.js"), "above.js");
		assert.equal(proposed("", "one"), "above.js");
		assert.equal(proposedPath({ path: "", code: "// Node.js", messages: [] }), "Node.js");
		assert.equal(proposedPath({ path: "", code: "one", messages: [] }), "");
	});
});
