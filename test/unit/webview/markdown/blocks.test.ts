import assert from "node:assert/strict";
import { drawableTail, finishedPart, topLevelBlocks } from "../../../../src/webview/markdown/blocks";
import { createMarkdown } from "../../../../src/webview/markdown/engine";

const markdown = createMarkdown();

/** Returns the finished text, and the open tail. */
function split(text: string): [finished: string, open: string] {
	const { length, inside } = finishedPart(markdown, text);
	if (inside) return ["", text];
	return [text.slice(0, length), text.slice(length)];
}

/** Renders a text as HTML, only to compare two ways of parsing. */
const render = (text: string) => markdown.render(text);

/** Reads a text in pieces like the renderer, which parses each finished part separately. */
function renderInPieces(pieces: readonly string[]): string {
	let tail = "";
	let html = "";
	for (const piece of pieces) {
		tail += piece;
		const [finished, open] = split(tail);
		if (finished !== "") html += render(finished);
		tail = open;
	}
	return html + render(tail);
}

describe("markdown: the blocks of a growing text", () => {
	it("finishes a block when the next one has a whole line", () => {
		assert.deepEqual(split("one\n\ntwo"), ["", "one\n\ntwo"]);
		assert.deepEqual(split("one\n\ntwo\n"), ["one\n", "\ntwo\n"]);
	});

	it("leaves a paragraph open if the next line may make it a heading or a table", () => {
		assert.deepEqual(split("one\n"), ["", "one\n"]);
		assert.deepEqual(split("one\n---"), ["", "one\n---"]);
		assert.deepEqual(split("| a | b |\n"), ["", "| a | b |\n"]);
	});

	it("leaves a list open over blank lines", () => {
		assert.deepEqual(split("- a\n\n"), ["", "- a\n\n"]);
		assert.deepEqual(split("- a\n\n- b\n\n  more\n"), ["", "- a\n\n- b\n\n  more\n"]);
		assert.deepEqual(split("- a\n\nend\n")[1].trim(), "end");
	});

	it("leaves a fence open, whatever it contains, and finishes it with its last line", () => {
		assert.deepEqual(split("```ts\n# no heading\n\n- no list\n"), ["", "```ts\n# no heading\n\n- no list\n"]);
		assert.deepEqual(split("```ts\na\n```"), ["", "```ts\na\n```"]);
		assert.deepEqual(split("```ts\na\n```\n"), ["```ts\na\n```\n", ""]);
		assert.deepEqual(split("````\n```\n"), ["", "````\n```\n"]);
		assert.deepEqual(split("```\n```\n"), ["```\n```\n", ""]);
	});

	it("finishes headings and rules at once", () => {
		assert.deepEqual(split("# One\n"), ["# One\n", ""]);
		assert.deepEqual(split("***\n"), ["***\n", ""]);
		assert.deepEqual(split("One\n===\n"), ["", "One\n===\n"]);
	});

	it("keeps a link's definition, which may still get a title, with the following text", () => {
		const open = 'end\n\n[a]: /x\n"tit\n';
		assert.deepEqual(split(open), ["end\n", '\n[a]: /x\n"tit\n']);
		assert.deepEqual(split(`${open}le"\n\nmore\n\nlast\n`)[1].trim(), "last");
	});

	it("has nothing finished in an empty text or a single line", () => {
		for (const text of ["", "\n", "\n\n", "one", "  \n"]) assert.equal(finishedPart(markdown, text).length, 0);
	});

	it("reads every document in pieces as if it came in one", () => {
		const parts = [
			"Text with `code`,\nlazily continued.",
			"Setext\n---",
			"# Heading",
			"- a\n- b\n\n  loose\n    - inner",
			"1. one\n2. two",
			"> quoted\nlazy",
			"```js\nlet a;\n\n- no list\n```",
			"~~~\nnever closed by ```\n~~~",
			"    indented\n\n    code",
			"| a | b |\n|---|:-:|\n| 1 | 2 |",
			"***",
			"<b>no html</b>",
		];
		const random = seeded(20260);
		for (let round = 0; round < 200; round++) {
			const length = 2 + Math.floor(random() * 8);
			const chosen = Array.from({ length }, () => parts[Math.floor(random() * parts.length)] ?? "");
			const text = chosen.map((part) => part + (random() < 0.3 ? "\n" : "\n\n")).join("");
			const pieces: string[] = [];
			for (let at = 0; at < text.length; ) {
				const size = 1 + Math.floor(random() * 12);
				pieces.push(text.slice(at, at + size));
				at += size;
			}
			assert.equal(renderInPieces(pieces), render(text), JSON.stringify(text));
		}
	});
});

describe("markdown: a document's top-level blocks", () => {
	it("contain all of their tokens", () => {
		const blocks = topLevelBlocks(markdown.parse("one\n\n- a\n- b\n\n***\n", {}));
		assert.deepEqual(
			blocks.map((block) => [block[0]?.type, block.at(-1)?.type]),
			[
				["paragraph_open", "paragraph_close"],
				["bullet_list_open", "bullet_list_close"],
				["hr", "hr"],
			],
		);
		assert.deepEqual(topLevelBlocks([]), []);
	});
});

describe("markdown: the tail that is drawn", () => {
	it("holds back a last line of which only markup has arrived", () => {
		for (const markup of ["-", "--", "==", "``", "```", "#", "1.", "12", "> ", "|", "|--", "* ", "  - "]) {
			assert.equal(drawableTail(`text\n${markup}`), "text\n", markup);
		}
	});

	it("holds back nothing else", () => {
		for (const tail of ["", "text", "text\n", "text\n- a", "text\n1. b", "```ts", "text\n--\n", "a\n**bold"]) {
			assert.equal(drawableTail(tail), tail, tail);
		}
	});
});

describe("markdown: the parser", () => {
	it("makes links only of addresses that are written out", () => {
		assert.match(render("see https://example.org/a"), /<a href="https:\/\/example\.org\/a">/);
		for (const text of ["README.md", "main.rs", "www.example.org", "a@example.org"]) {
			assert.doesNotMatch(render(text), /<a/, text);
		}
	});

	it("reads no HTML", () => {
		assert.doesNotMatch(render("<img src=x onerror=alert(1)>\n\na <b>b</b>"), /<img|<b>/);
	});
});

/** Returns numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
		return state / 0x80000000;
	};
}
