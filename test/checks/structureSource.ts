import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Node } from "@vscode/tree-sitter-wasm";

type TreeSitter = typeof import("@vscode/tree-sitter-wasm");

/** A text, and its first line, counted from 1. */
export interface TextAt {
	readonly text: string;
	readonly line: number;
}

/** The parts of a TypeScript or JavaScript file that the structure check uses. */
export interface Source {
	readonly path: string;
	/** Number of lines. */
	readonly lines: number;
	/** Module specifiers of static, type-only and dynamic imports, and of re-exports. */
	readonly imports: readonly TextAt[];
	/** Exported names, each once: an overload, or a type and a value of the same name, is one export. */
	readonly exports: readonly string[];
	readonly comments: readonly TextAt[];
	/** Lines that use the global `fetch`; its type does not count. */
	readonly fetches: readonly number[];
	/** Line of the first syntax that the grammar does not support. */
	readonly unknownSyntax: number | undefined;
}

/** Reads the sources of a repository. */
export type SourceReader = (path: string, text: string) => Source;

/** Loads tree-sitter, whose TypeScript grammar keeps type-only imports and comments, which esbuild drops. */
export async function createSourceReader(): Promise<SourceReader> {
	const { Parser, Language } = (await import("@vscode/tree-sitter-wasm")).default as unknown as TreeSitter;
	const folder = dirname(fileURLToPath(import.meta.resolve("@vscode/tree-sitter-wasm")));
	await Parser.init({ locateFile: (name) => join(folder, name) });
	const parser = new Parser();
	parser.setLanguage(await Language.load(await readFile(join(folder, "tree-sitter-typescript.wasm"))));
	return (path, text) => {
		const tree = parser.parse(text);
		if (!tree) throw new Error(`${path} cannot be parsed`);
		try {
			return sourceOf(path, text, tree.rootNode);
		} finally {
			tree.delete();
		}
	};
}

function sourceOf(path: string, text: string, root: Node): Source {
	return {
		path,
		lines: text.replace(/\n$/, "").split("\n").length,
		imports: importsIn(root),
		exports: [...new Set(below(root, "export_statement").filter(isTopLevel).flatMap(exportedNames))],
		comments: below(root, "comment").map(textAt),
		fetches: /\bfetch\b/.test(text) ? fetchesIn(root) : [],
		unknownSyntax: root.hasError ? lineOf(below(root, "ERROR")[0] ?? root) : undefined,
	};
}

function importsIn(root: Node): TextAt[] {
	const statements = below(root, "import_statement", "export_statement").flatMap(
		(node) => node.childForFieldName("source") ?? below(node, "import_require_clause").flatMap(firstText),
	);
	// For the grammar, `typeof import("x")` and `import("x").Y` are calls, too.
	const calls = below(root, "call_expression")
		.filter((node) => node.childForFieldName("function")?.type === "import")
		.flatMap((node) => node.childForFieldName("arguments")?.namedChildren[0] ?? []);
	return [...statements, ...calls].flatMap(firstText).map(textAt);
}

/** Returns the content of a literal, without its quotes. */
function firstText(node: Node): Node[] {
	return below(node, "string_fragment").slice(0, 1);
}

function isTopLevel(node: Node): boolean {
	return node.parent?.type === "program";
}

function exportedNames(node: Node): string[] {
	const specifiers = below(node, "export_specifier").filter((one) => one.parent?.parent?.id === node.id);
	if (specifiers.length > 0)
		return specifiers.flatMap((one) => (one.childForFieldName("alias") ?? one.childForFieldName("name"))?.text ?? []);
	const declaration = node.childForFieldName("declaration");
	return declaration ? declaredNames(declaration) : [];
}

function declaredNames(node: Node): string[] {
	if (node.type === "ambient_declaration") return node.namedChildren.flatMap((one) => (one ? declaredNames(one) : []));
	const name = node.childForFieldName("name");
	if (name) return [name.text];
	return node.namedChildren.flatMap((one) => {
		const declared = one?.type === "variable_declarator" ? one.childForFieldName("name") : undefined;
		return declared ? namesInPattern(declared) : [];
	});
}

function namesInPattern(node: Node): string[] {
	return node.type === "identifier"
		? [node.text]
		: below(node, "identifier", "shorthand_property_identifier_pattern").map(({ text }) => text);
}

function fetchesIn(root: Node): number[] {
	const names = below(
		root,
		"identifier",
		"shorthand_property_identifier",
		"shorthand_property_identifier_pattern",
	).filter(({ text, parent }) => text === "fetch" && parent?.type !== "type_query");
	const properties = below(root, "member_expression").filter(isGlobalFetch);
	return [...names, ...properties].map(lineOf);
}

function isGlobalFetch(node: Node): boolean {
	const object = node.childForFieldName("object")?.text ?? "";
	return node.childForFieldName("property")?.text === "fetch" && ["globalThis", "self", "window"].includes(object);
}

function below(node: Node, ...types: string[]): Node[] {
	return node.descendantsOfType(types).filter((one) => one !== null);
}

function textAt(node: Node): TextAt {
	return { text: node.text, line: lineOf(node) };
}

function lineOf(node: Node): number {
	return node.startPosition.row + 1;
}
