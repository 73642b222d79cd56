import assert from "node:assert/strict";
import { finishedPart } from "../../../../src/webview/markdown/blocks";
import { createMarkdown } from "../../../../src/webview/markdown/engine";

const markdown = createMarkdown();

/** Returns the types of the top-level tokens, and the text of mathematics. */
function read(text: string): string[] {
	const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
	return tokens.filter(({ type }) => type.startsWith("math")).map(({ content }) => content);
}

describe("markdown: mathematics", () => {
	it("keeps its backslashes, underscores and stars within a sentence", () => {
		assert.deepEqual(read("So \\(a_1 * b_2 * c\\) and \\[x\\] and $$y_1$$ hold."), [
			"\\(a_1 * b_2 * c\\)",
			"\\[x\\]",
			"$$y_1$$",
		]);
		assert.deepEqual(read("\\(never closed, and \\*no star\\*"), []);
		assert.deepEqual(read("It costs $5 or $6."), []);
	});

	it("is a separate block if it begins a line, and its lines are nothing else", () => {
		const block = "\\[\nx\n= y\n- z\n\\]";
		assert.deepEqual(read(`before\n${block}\nafter`), [block]);
		assert.deepEqual(read("$$\na\n$$\n\n$$b$$"), ["$$\na\n$$", "$$b$$"]);
		assert.deepEqual(read("$$a$$ is a sentence."), ["$$a$$"]);
	});

	it("ends with a blank line at the latest", () => {
		assert.deepEqual(read("$$\nnever closed\n\ntext"), ["$$\nnever closed"]);
	});

	it("stays open while it streams", () => {
		assert.equal(finishedPart(markdown, "$$\na\n").length, 0);
		assert.equal(finishedPart(markdown, "$$\na\n$$\n\nnext\n").length, "$$\na\n$$\n".length);
	});
});
