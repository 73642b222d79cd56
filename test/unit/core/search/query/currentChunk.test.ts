import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { chunksToAttach } from "../../../../../src/core/search/query/chunksWithin";
import { currentChunk } from "../../../../../src/core/search/query/currentChunk";
import { foundChunk } from "../foundChunk";

describe("search: a found chunk", () => {
	const chunk = foundChunk({ firstLine: 2, lastLine: 3, text: "two\r\nthree" });
	const linesIn = (text: string, one = chunk) => {
		const now = currentChunk(one, text);
		return now && [now.firstLine, now.lastLine];
	};

	it("is found at its old place, or where changes above have moved it", () => {
		assert.deepEqual(linesIn("one\ntwo\nthree\n"), [2, 3]);
		assert.deepEqual(linesIn("new\nlines\r\none\r\ntwo\r\nthree"), [4, 5]);
	});

	it("is not found after a change, or when two places match", () => {
		assert.equal(linesIn("one\ntwo\nand a half\nthree\n"), undefined);
		assert.equal(linesIn("\n\none\ntwo\nthree\ntwo\nthree\n"), undefined);
	});

	it("may be a piece of a long line", () => {
		const piece = foundChunk({ firstLine: 2, lastLine: 2, text: "piece" });
		assert.deepEqual(linesIn("one\na long piece of a line\n", piece), [2, 2]);
		assert.equal(linesIn("one\nnew\na long piece of a line\n", piece), undefined);
	});
});

describe("search: the #codebase attachment", () => {
	const found = [foundChunk({ text: "aaaa", keywordRank: 1 })];
	const attached = (standing = found, budget = 10, all = found) =>
		chunksToAttach(all, standing, budget, (text) => text.length);

	it("contains the found chunks that are unchanged", () => assert.deepEqual(attached(), found));

	it("counts pieces of a long line once, with the whole line that is attached", () => {
		const line = "piece after piece";
		const pieces = ["piece", "after"].map((text) => foundChunk({ firstLine: 2, lastLine: 2, text, keywordRank: 1 }));
		const standing = pieces.flatMap((piece) => currentChunk(piece, `one\n${line}\nthree`) ?? []);
		assert.deepEqual(
			attached(standing, line.length, pieces).map(({ text }) => text),
			["piece"],
		);
		assert.throws(() => attached(standing, line.length - 1, pieces), /no room/);
	});

	it("is empty with an error that says why", () => {
		const reason = (sentence: RegExp) => (error: unknown) => error instanceof UserError && sentence.test(error.message);
		assert.throws(() => attached([], 10, []), reason(/^Nothing in the workspace matches/));
		assert.throws(() => attached([], 10), reason(/has changed since it was indexed/));
		assert.throws(() => attached(found, 0), reason(/no room/));
	});
});
