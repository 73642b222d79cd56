import assert from "node:assert/strict";
import { roomInPiece } from "../../../../src/webview/markdown/textPieces";

const length = { enough: 10, most: 20 };

/** Returns the pieces of a text that arrives in these parts. */
function pieces(parts: readonly string[]): string[] {
	const all: string[] = [""];
	for (const part of parts) {
		for (let rest = part; rest !== ""; ) {
			const last = all.at(-1) ?? "";
			const room = roomInPiece(last, rest, length);
			if (room === 0) all.push("");
			else all[all.length - 1] = last + rest.slice(0, room);
			rest = rest.slice(room);
		}
	}
	return all;
}

describe("markdown: the pieces of a long text", () => {
	it("end at a line break if there is one, and within a line that is too long", () => {
		assert.deepEqual(pieces(["one\ntwo\nthree\nfour\nfive"]), ["one\ntwo\nthree\n", "four\nfive"]);
		assert.deepEqual(pieces(["x".repeat(45)]), ["x".repeat(20), "x".repeat(20), "x".repeat(5)]);
		assert.deepEqual(
			pieces(["\ud83d".repeat(45)]).map((piece) => piece.length),
			[20, 20, 5],
		);
		assert.deepEqual(pieces([`${"x".repeat(10)}\n`, "y"]), [`${"x".repeat(10)}\n`, "y"]);
	});

	it("split no character, however it arrives", () => {
		const text = `x${"😀".repeat(30)}\n${"😀".repeat(15)}`;
		const once = pieces([text]);
		assert.ok(once.length > 3);
		for (const piece of once) assert.ok(piece.isWellFormed(), JSON.stringify(piece));
		for (const step of [1, 2, 3, 7, 20, 21]) {
			const parts = Array.from({ length: Math.ceil(text.length / step) }, (_, i) =>
				text.slice(i * step, i * step + step),
			);
			assert.deepEqual(pieces(parts), once, `in parts of ${step}`);
		}
	});
});
