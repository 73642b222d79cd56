import assert from "node:assert/strict";
import { chunkLength } from "../../../src/worker/chunking/chunk";
import { Folds, worthwhile } from "../../../src/worker/chunking/foldedText";
import { LineOffsets } from "../../../src/worker/chunking/lineOffsets";
import { seededRandom } from "../../faults/seededRandom";

/** Whether the lines of a part fit into a chunk, exactly as in the specification. */
function fits(text: string, start: number, end: number): boolean {
	const first = text.lastIndexOf("\n", start - 1) + 1;
	const newline = text.indexOf("\n", end);
	return (newline === -1 ? text.length : newline) - first < chunkLength.most;
}

describe("index: the folded part of a text", () => {
	it("is worth folding and fits with its lines into a chunk, in random texts", () => {
		const random = seededRandom(6);
		const below = (most: number) => Math.floor(random() * most);
		const counts = { out: 0, in: 0 };
		for (let i = 0; i < 3_000; i++) {
			const lines = Array.from({ length: 1 + below(5) }, () => "x".repeat(below(2) * below(chunkLength.most + 300)));
			const text = `${lines.join("\n")}${below(2) ? "\n" : ""}`;
			const start = 1 + below(Math.max(1, text.length - 2));
			const end = start + below(Math.max(1, text.length - start));
			const folds = new Folds(new LineOffsets(text));
			folds.addIfFits(start, end);
			const out = end - start >= worthwhile && fits(text, start, end);
			counts[out ? "out" : "in"]++;
			assert.equal(
				folds.folded().text,
				out ? text.slice(0, start) + text.slice(end) : text,
				JSON.stringify([text, start, end]),
			);
		}
		assert.ok(counts.out > 300 && counts.in > 300, JSON.stringify(counts));
	});
});
