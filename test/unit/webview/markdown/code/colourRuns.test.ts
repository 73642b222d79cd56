import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ElementContent, Root, RootContent } from "hast";
import { limits } from "../../../../../src/shared/untrusted/limits";
import { colouredLength, colourRuns, isUnfinished } from "../../../../../src/webview/markdown/code/colourRuns";
import { grammars, registerNextLanguage } from "../../../../../src/webview/markdown/code/highlightGrammars";

/** Returns each character's colours, the outermost first. */
function coloursOf(nodes: readonly (RootContent | ElementContent)[], outer = ""): string[] {
	return nodes.flatMap((node) => {
		if (node.type === "text") return Array.from(node.value, () => outer);
		return node.type === "element" ? coloursOf(node.children, `${outer} ${node.properties.className}`) : [];
	});
}

function textOf(nodes: readonly (RootContent | ElementContent)[]): string {
	return nodes
		.map((node) => (node.type === "text" ? node.value : "children" in node ? textOf(node.children) : ""))
		.join("");
}

describe("markdown: colours of code", () => {
	before(() => {
		while (registerNextLanguage());
	});

	/** Colours a text, and records the lengths that the grammar reads at once. */
	function colour(language: string, text: string): { root: Root; runs: number[] } {
		const runs: number[] = [];
		const root = colourRuns(text, (run) => {
			runs.push(run.length);
			return grammars.highlight(language, run);
		});
		assert.equal(textOf(root.children), text);
		return { root, runs };
	}

	it("omit a line above the maximum length, but not the lines around it", () => {
		const atMost = `const a = "${"a".repeat(limits.colouredLine - 14)}";`;
		assert.equal(atMost.length + 1, limits.colouredLine);
		const around = "const b = 1;\n";
		for (const [line, coloured] of [
			[`${atMost}\n`, true],
			[`${atMost} \n`, false],
		] as const) {
			const { root } = colour("typescript", around + line + around);
			const colours = coloursOf(root.children);
			assert.equal(colours.slice(around.length, -around.length).some(Boolean), coloured);
			assert.ok(colours[0] && colours.at(-around.length));
			assert.equal(colouredLength(around + line + around), around.length * 2 + (coloured ? line.length : 0));
		}
	});

	for (const [language, token] of [
		["typescript", "a"],
		["c", "async "],
		["ini", "-"],
	] as const) {
		it(`do not make a grammar read one long line: ${language}`, () => {
			assert.deepEqual(colour(language, token.repeat(20_000)).runs, []);
		});
	}

	it("are read a few lines at a time if there are many short ones", () => {
		for (const line of ["async \n", "a b\n", `${"a ".repeat(900)}\n`]) {
			const { runs } = colour("c", line.repeat(20_000 / line.length));
			assert.ok(runs.length >= 8, line);
			assert.ok(Math.max(...runs) <= limits.colouredRun);
		}
	});

	it("include all of a comment that is longer than a piece, and the code after it", () => {
		const comment = `/*\n${"some words of a comment\n".repeat(500)}*/`;
		const { root } = colour("typescript", `${"let a = 1;\n".repeat(150)}let b = 2; ${comment}\nlet c = 3;\n`);
		const colours = coloursOf(root.children);
		const at = textOf(root.children).indexOf("/*");
		assert.deepEqual(new Set(colours.slice(at, at + comment.length)), new Set([" hljs-comment"]));
		assert.equal(colours.at(-11), " hljs-keyword");
		assert.equal(isUnfinished(root), false);
		assert.equal(isUnfinished(colour("typescript", "let a = 1; /*\n").root), true);
	});

	it("include a template that does not fit into the rest of a piece, with its embedded code", () => {
		const code = "let a = 1;\n".repeat((limits.colouredRun - 200) / 11);
		const template = `let b = html\`<p>\n${`\t<b>\${c}</b>\n\t\${d}\n`.repeat(20)}</p>\`;\n`;
		const text = `${code}${template}${code}`;
		const whole = coloursOf(grammars.highlight("typescript", text).children);
		assert.deepEqual(coloursOf(colour("typescript", text).root.children), whole);
	});

	it("of ordinary code are as if it were read at once", () => {
		for (const [folder, extension, language] of [
			["src/webview", ".ts", "typescript"],
			["test/checks", ".js", "javascript"],
			["src/webview", ".css", "css"],
			[".", ".json", "json"],
		] as const) {
			const files = readdirSync(folder).filter((name) => name.endsWith(extension));
			assert.ok(files.length > 0, folder);
			for (const file of files) {
				const text = readFileSync(join(folder, file), "utf8").slice(0, 20_000);
				const whole = coloursOf(grammars.highlight(language, text).children);
				assert.deepEqual(coloursOf(colour(language, text).root.children), whole, file);
			}
		}
	}).timeout(60_000);
});
