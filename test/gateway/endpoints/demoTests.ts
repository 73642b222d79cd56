import { type CodeBlock, fenced } from "./codeBlocks";
import { commentLine } from "./codeChanges";
import { outlineCode } from "./codeOutline";

/** A piece of a file's code. */
interface FileCode extends CodeBlock {
	readonly path: string;
}

/**
 * Answers with tests that the declarations of a piece of code exist.
 *
 * @param path the path of the test file.
 */
export function demoTests(path: string, code?: FileCode): string {
	const { language = "", lines = [], path: tested = "" } = code ?? {};
	const names = outlineCode(lines)
		.filter(({ kind, source }) => kind === "function" && /^\S/.test(source))
		.map(({ name }) => name);
	return fenced(language, testLines(language, names, importPath(path, tested)));
}

function testLines(language: string, names: readonly string[], from: string): readonly string[] {
	if (/^(?:java|type)script/.test(language)) return scriptTests(names, from);
	if (language === "python") return pythonTests(names, from);
	return [commentLine(language, `Tests for ${names.join(", ") || "the code"}.`)];
}

function scriptTests(names: readonly string[], from: string): readonly string[] {
	return [
		'import assert from "node:assert/strict";',
		`import { ${names.join(", ")} } from "${from}";`,
		...names.flatMap((name) => [
			"",
			`describe("${name}", () => {`,
			'\tit("is a function", () => {',
			`\t\tassert.equal(typeof ${name}, "function");`,
			"\t});",
			"});",
		]),
	];
}

function pythonTests(names: readonly string[], from: string): readonly string[] {
	const module = from.split("/").at(-1) ?? from;
	return [
		`from ${module} import ${names.join(", ") || "*"}`,
		...names.flatMap((name) => ["", "", `def test_${name}():`, `    assert callable(${name})`]),
	];
}

/** Returns the path of a module, without its extension, relative to the folder of a test. */
function importPath(test: string, tested: string): string {
	const [from, to] = [test.split("/").slice(0, -1), tested.replace(/\.[^./]+$/, "").split("/")];
	const shared = from.findIndex((folder, at) => folder !== to[at]);
	const common = shared < 0 ? from.length : shared;
	const up = from.length - common;
	return [...(up > 0 ? Array.from({ length: up }, () => "..") : ["."]), ...to.slice(common)].join("/");
}
