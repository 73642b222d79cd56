import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language, Node, Parser, TreeCursor } from "@vscode/tree-sitter-wasm";
import type { Clock } from "../../core/base/ports";
import { systemClock } from "../../core/base/systemClock";
import type { Chunk } from "./chunk";
import { chunkBySyntax, type SyntaxNode } from "./chunkBySyntax";
import { foldBlocks } from "./foldBlocks";
import { FoldedText } from "./foldedText";
import { LineOffsets } from "./lineOffsets";

/** Cuts texts into chunks along their syntax. */
export interface SyntaxCutter {
	/** Loads a grammar, once; if loading fails, `cut` returns `undefined` for it. */
	load(grammar: string): Promise<void>;
	/** Returns the chunks; `undefined` where they cannot be determined, such as when parsing takes too long. */
	cut(text: string, grammar: string): Chunk[] | undefined;
}

/**
 * Suffix that the grammars' names for definitions share: `function_declaration`, `class_definition`, `impl_item`,
 * `struct_specifier`.
 */
const definition = /_?(?:declaration|definition|item|specifier)$/;
const defined =
	/(?:function|method|class|interface|enum|struct|trait|impl|module|namespace|constructor|record|type_alias|destructor|operator)$/;
const otherDefinitions: ReadonlySet<string> = new Set(
	"lexical_declaration variable_declaration export_statement decorated_definition type_declaration template_declaration internal_module singleton_method public_field_definition method class module mod_item macro_definition".split(
		" ",
	),
);

function isDefinition(type: string): boolean {
	const kind = type.replace(definition, "");
	return otherDefinitions.has(type) || (kind !== type && defined.test(kind));
}
const comment = /comment$/;
/** The grammars of the languages that `foldBlocks` supports, and whether their texts contain tags. */
const foldable: ReadonlyMap<string, { readonly hasTags: boolean }> = new Map([
	["javascript", { hasTags: true }],
	["typescript", { hasTags: false }],
	["tsx", { hasTags: true }],
]);
/** Fields that may lead to the name of a definition, in the order in which they are tried. */
const nameFields = ["name", "declarator", "declaration", "definition", "type"] as const;
/**
 * Time limit for parsing a text, in milliseconds: the largest file takes some tenths of a second, and a search waits.
 */
const patience = 5_000;
/** Maximum depth of a name: `export` → `const` → the variable → its name. */
const deepestName = 4;

/**
 * Returns a cutter that uses the syntax trees of tree-sitter, in WebAssembly.
 *
 * @param folder the folder of the runtime and the grammars.
 */
export async function syntaxTrees(folder: string, clock: Pick<Clock, "now"> = systemClock): Promise<SyntaxCutter> {
	const loaded = (await import("@vscode/tree-sitter-wasm")) as TreeSitter & { readonly default?: TreeSitter };
	// A CommonJS module, which bundlers and Node expose differently.
	const treeSitter = loaded.default ?? loaded;
	await treeSitter.Parser.init({ locateFile: (file) => join(folder, file) });
	const parser = new treeSitter.Parser();
	const grammars = new Map<string, Promise<Grammar | undefined>>();
	const ready = new Map<string, Grammar>();
	return {
		async load(name) {
			const known =
				grammars.get(name) ??
				readFile(join(folder, `tree-sitter-${name}.wasm`))
					.then((bytes) => treeSitter.Language.load(bytes))
					.then(
						(language) => grammarOf(language, name),
						() => undefined,
					);
			grammars.set(name, known);
			const grammar = await known;
			if (grammar) ready.set(name, grammar);
		},
		cut(text, name) {
			const grammar = ready.get(name);
			const latest = clock.now() + patience;
			return grammar && cutWith(parser, grammar, text, () => clock.now() > latest);
		},
	};
}

type TreeSitter = typeof import("@vscode/tree-sitter-wasm");

/** A language with the classification of its node types. */
interface Grammar {
	readonly language: Language;
	readonly isDefinition: readonly boolean[];
	readonly isComment: readonly boolean[];
	/** The language's ids of the fields that may lead to a name: looking up a field by its name takes longer. */
	readonly nameFields: readonly number[];
	/** How its texts are folded, if possible. */
	readonly folding: { readonly hasTags: boolean } | undefined;
}

function grammarOf(language: Language, name: string): Grammar {
	const types = Array.from({ length: language.nodeTypeCount }, (_, id) =>
		language.nodeTypeIsNamed(id) ? (language.nodeTypeForId(id) ?? "") : "",
	);
	return {
		language,
		isDefinition: types.map(isDefinition),
		isComment: types.map((type) => comment.test(type)),
		nameFields: nameFields.flatMap((field) => language.fieldIdForName(field) ?? []),
		folding: foldable.get(name),
	};
}

function cutWith(parser: Parser, grammar: Grammar, text: string, isLate: () => boolean): Chunk[] | undefined {
	parser.setLanguage(grammar.language);
	const lines = new LineOffsets(text);
	const folded = (grammar.folding && foldBlocks(lines, grammar.folding.hasTags)) ?? new FoldedText(text);
	const tree = parser.parse(folded.text, null, { progressCallback: isLate });
	if (!tree) {
		// Otherwise the parser would continue with this text when it gets the next one.
		parser.reset();
		return undefined;
	}
	const cursor = tree.walk();
	try {
		return chunkBySyntax(lines, new CursorNode(cursor, grammar, folded));
	} finally {
		cursor.delete();
		tree.delete();
	}
}

/** The cursor's current node, valid until the cursor moves to its next sibling. */
class CursorNode implements SyntaxNode {
	readonly #type: number;
	readonly start: number;
	readonly end: number;

	constructor(
		private readonly cursor: TreeCursor,
		private readonly grammar: Grammar,
		private readonly folded: FoldedText,
	) {
		this.#type = cursor.nodeTypeId;
		this.start = folded.whole(cursor.startIndex);
		this.end = folded.whole(cursor.endIndex);
	}

	get isDefinition(): boolean {
		return this.grammar.isDefinition[this.#type] ?? false;
	}

	get isComment(): boolean {
		return this.grammar.isComment[this.#type] ?? false;
	}

	get name(): string | undefined {
		return this.isDefinition ? nameOf(this.cursor.currentNode, this.grammar.nameFields) : undefined;
	}

	*children(): Iterable<SyntaxNode> {
		const { cursor, grammar, folded } = this;
		if (!cursor.gotoFirstChild()) return;
		do yield new CursorNode(cursor, grammar, folded);
		while (cursor.gotoNextSibling());
		cursor.gotoParent();
	}
}

/** Returns the identifier of a definition, below the nodes that only wrap it. */
function nameOf(node: Node, fields: readonly number[]): string | undefined {
	let at: Node = node;
	for (let depth = 0; depth < deepestName; depth++) {
		const inner = childByField(at, fields);
		// In `const a = …`, the declarator has no field.
		const next = inner ?? (depth === 0 || /declaration$/.test(at.type) ? declaratorIn(at) : undefined);
		if (!next) return depth > 0 && at.childCount === 0 ? at.text : undefined;
		at = next;
	}
	return at.childCount === 0 ? at.text : undefined;
}

function childByField(node: Node, fields: readonly number[]): Node | undefined {
	for (const field of fields) {
		const child = node.childForFieldId(field);
		if (child) return child;
	}
	return undefined;
}

function declaratorIn(node: Node): Node | undefined {
	return node.namedChildren.find((child) => child !== null && /declarator$|_spec$/.test(child.type)) ?? undefined;
}
