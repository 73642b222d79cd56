import assert from "node:assert/strict";
import { finishedPart } from "../../../../src/webview/markdown/blocks";
import { createMarkdown } from "../../../../src/webview/markdown/engine";

const markdown = createMarkdown();

/**
 * Returns the finished part of the open block, the prefix that restores the parser's state in it, and the part that is still
 * open.
 */
function split(text: string): { finished: string; prefix: string; open: string; loose: boolean } | undefined {
	const { length, inside } = finishedPart(markdown, text);
	if (!inside) return undefined;
	return { finished: text.slice(0, length), prefix: inside.prefix, open: text.slice(length), loose: inside.loose };
}

describe("markdown: the finished parts of an open block", () => {
	it("are a table's whole rows; its head is parsed again before the next ones", () => {
		assert.deepEqual(split("| a |\n|---|\n| 1 |\n| 2 |\n| 3"), {
			finished: "| a |\n|---|\n| 1 |\n| 2 |\n",
			prefix: "| a |\n|---|\n",
			open: "| 3",
			loose: false,
		});
	});

	it("are all items of a list except the last; an item like it is parsed again before it", () => {
		assert.deepEqual(split("- one\n- two\n  - inner\n- three\n"), {
			finished: "- one\n- two\n  - inner\n",
			prefix: "- x\n",
			open: "- three\n",
			loose: false,
		});
		assert.equal(split("7. one\n8. two\n")?.prefix, "8. x\n");
		assert.equal(split("  * one\n  * two\n")?.prefix, "  * x\n");
		assert.equal(split("- one\n"), undefined);
	});

	it("reflect that blank lines have made a list loose", () => {
		assert.equal(split("- one\n\n- two\n")?.loose, true);
		assert.equal(split("- one\n- two\n\n  more\n- three\n")?.loose, true);
	});

	it("wait until a paragraph shows whether the list is loose", () => {
		assert.equal(split("- # one\n- # two\n"), undefined);
	});

	it("are all lines of a fence except the last, whose line break may be the one before its end", () => {
		assert.deepEqual(split("```ts\na\n\nb\nc"), {
			finished: "```ts\na\n\n",
			prefix: "```ts\n",
			open: "b\nc",
			loose: false,
		});
		assert.equal(split("```ts\na\n"), undefined);
	});

	it("do not exist for a block that is not alone, or for other kinds", () => {
		for (const text of ["text\n", "> a\n> b\n", "[a]: /x\n- one\n- two\n"]) assert.equal(split(text), undefined, text);
	});
});
