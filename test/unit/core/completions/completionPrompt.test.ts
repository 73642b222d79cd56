import assert from "node:assert/strict";
import { cursorTextAt } from "../../../../src/core/completions/answer/cursorText";
import { completionPrompt } from "../../../../src/core/completions/completionPrompt";
import { comparedLines, SimilarPlaces } from "../../../../src/core/completions/similarPlaces";

const imports = 'import { total } from "./sums";\n';
const filler = Array.from({ length: 3_000 }, (_, at) => `const value${at} = ${at};\n`).join("");

describe("completions: the prompt", () => {
	it("has only the text around the cursor in a small file", () => {
		const cursor = cursorTextAt("const a = ;\n", 10, "typescript", "src/a.ts");
		const { code, sources } = completionPrompt(cursor, null, []);
		assert.deepEqual(code, { before: "const a = ", after: ";\n", related: "", languageId: "typescript" });
		assert.deepEqual(sources, ["src/a.ts"]);
	});

	it("begins with the head of a file that is cut, and fits into a small window", () => {
		const text = imports + filler;
		const { code } = completionPrompt(cursorTextAt(text, text.length, "typescript", "a.ts"), 500, []);
		assert.match(code.before, /^import \{ total \} from "\.\/sums";\n/);
		assert.ok(code.before.endsWith("const value2999 = 2999;\n"));
		assert.ok(code.before.length + code.after.length < 500 * 3);
	});

	it("repeats nothing if the file is only a little too long", () => {
		for (const length of [3_400, 5_000, 20_000]) {
			const text = imports + filler.slice(0, length);
			const { code } = completionPrompt(cursorTextAt(text, text.length, "typescript", "a.ts"), null, []);
			const lines = code.before.split("\n").filter((line) => line !== "");
			assert.equal(new Set(lines).size, lines.length, String(length));
			assert.match(code.before, /^import /);
		}
	});

	it("has recent edits and similar places as comments, as far as there is room", () => {
		const cursor = cursorTextAt("total = ", 8, "python", "a.py");
		const places = [
			{ path: "b.py", text: "total = one + two", similarity: 0.9 },
			{ path: "c.py", text: filler, similarity: 0.5 },
		];
		const { code, sources } = completionPrompt(cursor, null, places, [{ path: "d.py", text: "edited = 1" }]);
		assert.equal(code.related, "# d.py\n# edited = 1\n# b.py\n# total = one + two");
		assert.deepEqual(sources, ["a.py", "d.py", "b.py"]);
	});
});

describe("completions: similar places", () => {
	const similar = "function invoiceTotal(invoice) {\n\treturn invoice.lines.reduce(sum, 0);\n}\n";
	const before = "function invoiceTax(invoice) {\n\treturn invoice.lines";

	it("are found by the words of the code, with the best one of each file", () => {
		const files = [
			{ path: "other.ts", text: "const colour = 'red';\n" },
			{ path: "invoice.ts", text: `${filler.slice(0, 2_000)}${similar}` },
		];
		const found = new SimilarPlaces().find(before, files);
		assert.deepEqual(
			found.map(({ path }) => path),
			["invoice.ts"],
		);
		assert.match(found[0]?.text ?? "", /invoiceTotal/);
	});

	it("leave out what seems to be a secret", () => {
		const token = `${similar}const key = "ghp_${"a1B2c3D4e5F6".repeat(3)}";\n`;
		assert.deepEqual(new SimilarPlaces().find(before, [{ path: "invoice.ts", text: token }]), []);
	});

	it("are found in the current text of a file", () => {
		const places = new SimilarPlaces();
		assert.equal(places.find(before, [{ path: "a.ts", text: similar }]).length, 1);
		assert.equal(places.find(before, [{ path: "a.ts", text: "let x = 1;" }]).length, 0);
	});

	it("are searched for in the index by the lines before the cursor, the nearest first", () => {
		const lines = Array.from({ length: 30 }, (_, at) => `line${at}`);
		const words = comparedLines(lines.join("\n")).split("\n");
		assert.deepEqual([words[0], words.at(-1), words.length], ["line29", "line10", 20]);
	});
});
