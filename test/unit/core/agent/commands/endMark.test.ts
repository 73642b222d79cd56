import assert from "node:assert/strict";
import { OutputBeforeMark } from "../../../../../src/core/agent/commands/endMark";

describe("agent: the mark at the end of a command's output", () => {
	const mark = "\u001b]7769;/tmp/it's/code\u0007";
	const readAll = (pieces: readonly string[]) => {
		const passed: string[] = [];
		const reader = new OutputBeforeMark("/tmp/it's/code", (piece) => passed.push(piece));
		for (const piece of pieces) reader.add(piece);
		reader.end();
		return passed.join("");
	};

	it("ends the output that is passed on, wherever the pieces are divided", () => {
		const output = `\u001b[31mred\u001b[0m\nno line break${mark}\u001b[7m%\u001b[27m    \r \r`;
		for (let at = 0; at <= output.length; at++)
			assert.equal(readAll([output.slice(0, at), output.slice(at)]), "\u001b[31mred\u001b[0m\nno line break");
		assert.equal(readAll([...output]), "\u001b[31mred\u001b[0m\nno line break");
	});

	it("shows that the output is complete", () => {
		const reader = new OutputBeforeMark("/tmp/it's/code", () => {});
		reader.add("one");
		assert.equal(reader.hasMark, false);
		for (const character of mark) reader.add(character);
		assert.equal(reader.hasMark, true);
		const cut = new OutputBeforeMark("/tmp/it's/code", () => {});
		cut.add(mark.slice(0, -1));
		cut.end();
		assert.equal(cut.hasMark, false);
	});

	it("is not confused with other sequences, and text that only begins like it is passed on", () => {
		const others = [
			"\u001b]7769;/tmp/other\u0007more",
			"\u001b]633;D;0\u0007more",
			mark.slice(0, -1),
			"\u001b",
			`\u001b${"\u001b]7769;"}x`,
		];
		for (const output of others) {
			assert.equal(readAll([output]), output);
			assert.equal(readAll([...output]), output);
		}
	});
});
