import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import treeSitter, { type Node } from "@vscode/tree-sitter-wasm";
import { languageOf } from "../../src/core/search/model/languages";
import { type Chunk, chunkLength } from "../../src/worker/chunking/chunk";
import { foldBlocks } from "../../src/worker/chunking/foldBlocks";
import { FoldedText } from "../../src/worker/chunking/foldedText";
import { LineOffsets } from "../../src/worker/chunking/lineOffsets";
import { type SyntaxCutter, syntaxTrees } from "../../src/worker/chunking/syntaxTrees";
import { grammars } from "./world/folderIndex";
import { madeFunction, madeSource } from "./world/madeSource";

const body = (line: string) => Array.from({ length: 12 }, (_, i) => `${line.replaceAll("N", String(i))}`).join("\n");

/** A text of each language with one definition that is a separate chunk, and its symbol. */
const samples: readonly (readonly [path: string, text: string, symbol: string])[] = [
	[
		"a.ts",
		`import x from "x";\n\nexport async function loadOrder(id: string) {\n${body("\tawait step(id, N, 'something');")}\n}\n`,
		"loadOrder",
	],
	[
		"a.ts",
		`const limit = 3;\n\nexport const loadOrder = async (id: string) => {\n${body("\tawait step(id, N, 'something');")}\n};\n`,
		"loadOrder",
	],
	// The grammar does not support such type parameters.
	[
		"a.ts",
		`export interface Orders<in out Id> {\n\tload(): Promise<Id>;\n}\n\nexport class Basket<in out Id> {\n${body("\tfieldN = step(N, 1000000);")}\n}\n`,
		"Basket",
	],
	[
		"a.tsx",
		`export function Panel() {\n${body("\tuse(N, 'something that is long');")}\n\treturn <div />;\n}\n`,
		"Panel",
	],
	["a.js", `class Basket {\n\tadd(thing) {\n${body("\t\tthis.put(thing, N, 'something');")}\n\t}\n}\n`, "Basket"],
	["a.py", `import os\n\n@cached\ndef load_order(id):\n${body("    step(id, N, 'something long')")}\n`, "load_order"],
	[
		"a.go",
		`package a\n\nfunc LoadOrder(id string) error {\n${body('\tstep(id, N, "something long")')}\n\treturn nil\n}\n`,
		"LoadOrder",
	],
	[
		"a.rs",
		`use std::io;\n\npub fn load_order(id: u32) {\n${body('    step(id, N, "something long");')}\n}\n`,
		"load_order",
	],
	["A.java", `package a;\n\nclass Orders {\n${body("    int fieldN = step(N, 1000000);")}\n}\n`, "Orders"],
	[
		"a.cpp",
		`#include <x>\n\nint loadOrder(int id) {\n${body('  step(id, N, "something long");')}\n  return 0;\n}\n`,
		"loadOrder",
	],
	["a.c", `#include <x.h>\n\nstruct order {\n${body("  int field_N; /* something long */")}\n};\n`, "order"],
	["A.cs", `using System;\n\nclass Orders {\n${body("    int fieldN = Step(N, 1000000);")}\n}\n`, "Orders"],
	["a.php", `<?php\nfunction load_order($id) {\n${body("    step($id, N, 'something long');")}\n}\n`, "load_order"],
	["a.rb", `require 'x'\n\ndef load_order(id)\n${body("  step(id, N, 'something long')")}\nend\n`, "load_order"],
];

async function typescriptParser() {
	const { Parser, Language } = treeSitter;
	const parser = new Parser();
	return parser.setLanguage(await Language.load(join(grammars, "tree-sitter-typescript.wasm")));
}

/** Whether the grammar fails somewhere in a text. */
async function hasError(text: string): Promise<boolean> {
	const parser = await typescriptParser();
	const tree = parser.parse(text);
	const { hasError } = tree?.rootNode ?? { hasError: true };
	tree?.delete();
	parser.delete();
	return hasError;
}

describe("index: cutting along the syntax", () => {
	let trees: SyntaxCutter;
	before(async () => {
		trees = await syntaxTrees(grammars);
	});

	async function cut(path: string, text: string): Promise<Chunk[]> {
		const { grammar = "" } = languageOf(path);
		await trees.load(grammar);
		const chunks = trees.cut(text, grammar);
		assert.ok(chunks, `${grammar} cuts nothing`);
		return chunks;
	}

	for (const [path, text, symbol] of samples) {
		it(`finds ${symbol} in ${path}`, async () => {
			const chunks = await cut(path, text);
			const found = chunks.find((chunk) => chunk.symbol === symbol);
			assert.ok(found, JSON.stringify(chunks.map((chunk) => [chunk.symbol, chunk.firstLine, chunk.lastLine])));
			const lines = text
				.split("\n")
				.slice(found.firstLine - 1, found.lastLine)
				.join("\n");
			assert.equal(found.text, lines);
		});
	}

	it("puts every line that is not blank into exactly one chunk", async () => {
		for (const file of ["src/worker/chunking/syntaxTrees.ts", "src/worker/vectors/vectorMatrix.ts", "test/check.js"]) {
			const text = readFileSync(file, "utf8");
			const held = new Set<number>();
			for (const { firstLine, lastLine, text: piece } of await cut(file, text)) {
				assert.ok(piece.length <= 1600 * 1.05, `${piece.length}`);
				for (let line = firstLine; line <= lastLine; line++) {
					assert.ok(!held.has(line), `line ${line} of ${file} is in two chunks`);
					held.add(line);
				}
			}
			for (const [index, line] of text.split("\n").entries())
				assert.ok(held.has(index + 1) || line.trim() === "", `line ${index + 1} of ${file} is in none`);
		}
	});

	it("keeps a comment with its subject, and names a method after its class", async () => {
		const method = (name: string) =>
			`\t/** Would ${name}. */\n\t${name}() {\n${body(`\t\tthis.do("${name}", N, 1000000, "long");`)}\n\t}\n`;
		const text = `export class Basket {\n${["add", "drop", "count", "sort"].map(method).join("\n")}}\n`;
		const chunks = await cut("a.ts", text);
		const drop = chunks.find(({ symbol }) => symbol === "Basket.drop");
		assert.match(drop?.text ?? "", /^\t\/\*\* Would drop/);
	});

	it("keeps the other chunks of a file when one function is changed", async () => {
		const before = new Set((await cut("a.ts", madeSource(3))).map(({ text }) => text));
		const touched = madeSource(3).replace(madeFunction(3, 2), madeFunction(3, 2, "\n\tlog('touched');"));
		const changed = (await cut("a.ts", touched)).filter(({ text }) => !before.has(text));
		assert.equal(changed.length, 1, JSON.stringify(changed));
	});

	it("finds in folded sources everything that it would cut in whole ones", async () => {
		const parser = await typescriptParser();
		const nodesToCut = (source: string, folded: FoldedText) => {
			const lines = new LineOffsets(source);
			const found: string[] = [];
			const look = (node: Node) => {
				const [start, end] = [folded.whole(node.startIndex), folded.whole(node.endIndex)];
				found.push(`${node.type} ${start} ${end}`);
				const length = lines.start(lines.at(Math.max(start, end - 1)) + 1) - lines.start(lines.at(start));
				if (length > chunkLength.most) for (const child of node.children) if (child) look(child);
			};
			const tree = parser.parse(folded.text);
			assert.ok(tree);
			look(tree.rootNode);
			tree.delete();
			return found;
		};
		const sources = ["src/core/search", "src/vscode", "src/worker"].flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
		);
		for (const file of sources.filter((name) => name.endsWith(".ts"))) {
			const source = readFileSync(file, "utf8");
			const folded = foldBlocks(new LineOffsets(source), false);
			assert.ok(folded, file);
			assert.deepEqual(nodesToCut(source, folded), nodesToCut(source, new FoldedText(source)), file);
		}
		parser.delete();
	});

	it("cuts between the call signatures of a long type, with the comment above each", async () => {
		const signature = (name: string) =>
			`\t/**\n\t * ${"What it does. ".repeat(20)}\n\t */\n\t<${name}>(of: ${name}): Result<${name}>`;
		const source = `export const many: {\n${["A", "B", "C", "D", "E", "F", "G"].map(signature).join("\n")}\n} = made\n\n${madeFunction(1, 1)}`;
		assert.equal(await hasError(source), true, "the grammar does not support them");
		assert.equal(await hasError(foldBlocks(new LineOffsets(source), false)?.text ?? "("), false);
		const chunks = await cut("a.ts", source);
		const [first, ...others] = chunks.filter(({ symbol }) => symbol === "many");
		assert.ok(first?.text.startsWith("export const many: {\n\t/**\n"));
		assert.ok(others.length >= 2 && others.every(({ text }) => text.startsWith("\t/**\n")), JSON.stringify(others));
		assert.equal(chunks.at(-1)?.text, madeFunction(1, 1).trimEnd());
	});

	it("stops parsing a text that takes too long, without effects on the next one", async () => {
		let [time, step] = [0, 0];
		const now = () => {
			time += step;
			return time;
		};
		const impatient = await syntaxTrees(grammars, { now });
		await impatient.load("typescript");
		const source = madeSource(3);
		const atOnce = impatient.cut(source, "typescript");
		step = 1_000;
		assert.equal(impatient.cut(`${madeSource(4)}\n`.repeat(50), "typescript"), undefined);
		step = 0;
		assert.deepEqual(impatient.cut(source, "typescript"), atOnce);
	});

	it("handles text that is not code, and empty text", async () => {
		assert.ok((await cut("a.ts", "}{)(*&^%$ ünïcödé 😀\n".repeat(200))).length > 1);
		assert.deepEqual(await cut("a.ts", ""), []);
		assert.deepEqual(await cut("a.ts", "\n\n  \n"), []);
	});
});
