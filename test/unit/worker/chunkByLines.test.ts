import assert from "node:assert/strict";
import { chunkLength } from "../../../src/worker/chunking/chunk";
import { chunkByLines } from "../../../src/worker/chunking/chunkByLines";

const paragraph = (name: string, lines: number) =>
	Array.from({ length: lines }, (_, i) => `${name} says line ${i}, which is not short.`).join("\n");

describe("index: cutting by lines", () => {
	it("leaves a short text whole, and omits a blank one", () => {
		assert.deepEqual(chunkByLines("one\ntwo\n"), [{ firstLine: 1, lastLine: 2, symbol: "", text: "one\ntwo" }]);
		assert.deepEqual(chunkByLines("\n  \n\t\n"), []);
		assert.deepEqual(chunkByLines(""), []);
	});

	it("cuts between paragraphs, preferably before a heading", () => {
		const text = [
			"# One",
			paragraph("One", 25),
			"",
			"# Two",
			paragraph("Two", 25),
			"",
			"# Three",
			paragraph("Three", 25),
		].join("\n");
		const chunks = chunkByLines(text);
		assert.deepEqual(
			chunks.map(({ text }) => text.slice(0, 5)),
			["# One", "# Two", "# Thr"],
		);
		assert.deepEqual(
			chunks.map(({ firstLine, lastLine }) => [firstLine, lastLine]),
			[
				[1, 26],
				[28, 53],
				[55, 80],
			],
		);
	});

	it("makes no chunk longer than the maximum, even of one long line or Windows line breaks", () => {
		for (const text of [
			"x=y;".repeat(2_500),
			"长".repeat(5_000),
			`${paragraph("Long", 400).replaceAll("\n", "\r\n")}\r\n`,
		]) {
			const chunks = chunkByLines(text);
			assert.ok(chunks.every((chunk) => chunk.text.length <= chunkLength.most && chunk.text.trim() !== ""));
			const joined = chunks.map((chunk) => chunk.text).join("");
			assert.equal(joined.replace(/[\r\n]/g, ""), text.replace(/[\r\n]/g, ""));
		}
	});

	it("splits no character", () => {
		for (const before of ["", "a"]) {
			const text = before + "👩‍🚀".repeat(1_000);
			const chunks = chunkByLines(text);
			assert.ok(chunks.every((chunk) => chunk.text.isWellFormed()));
			assert.equal(chunks.map((chunk) => chunk.text).join(""), text);
		}
	});

	/** A picture as a program embeds it in a text. */
	const picture = Buffer.from(Array.from({ length: 6_000 }, (_, i) => (i * i * 31) % 251)).toString("base64");
	const inLines = (width: number, end: string) => picture.replace(new RegExp(`.{${width}}`, "g"), `$&${end}`);

	it("omits only a picture that is embedded in a text", () => {
		const texts = (text: string) => chunkByLines(text).map((chunk) => chunk.text);
		const data = (encoded: string) => `{\n\t"image/png": "${encoded}", "alt": "a harbour"\n}\n`;
		for (const encoded of [picture, inLines(76, "\\n")]) {
			assert.deepEqual(texts(data(encoded)), ["{", '\t"image/png": "', '", "alt": "a harbour"', "}"]);
		}
		const wrapped = texts(`A letter.\n\n${inLines(76, "\n")}\nYours\n`);
		assert.ok(wrapped.length <= 2, `${wrapped.length} of ${picture.length / 1600}`);
		assert.match(wrapped.join(), /^A letter[\s\S]*Yours$/);
	});

	it("keeps later chunks when a line is added at the top", () => {
		const text = Array.from({ length: 12 }, (_, i) => `${paragraph(`Part ${i}`, 15)}\n`).join("\n");
		const before = new Set(chunkByLines(text).map((chunk) => chunk.text));
		const changed = chunkByLines(`A new line.\n${text}`).filter((chunk) => !before.has(chunk.text));
		assert.ok(changed.length <= 2, `${changed.length} chunks have changed`);
	});
});
