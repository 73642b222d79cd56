/** A language by its id in VS Code, and its grammar. */
export interface Language {
	readonly id: string;
	/** The name of its tree-sitter grammar; files without one are cut by lines. */
	readonly grammar?: string;
}

/** Language ids and grammars by file extension. */
const byExtension: Readonly<Record<string, readonly [id: string, grammar?: string]>> = {
	ts: ["typescript", "typescript"],
	mts: ["typescript", "typescript"],
	cts: ["typescript", "typescript"],
	tsx: ["typescriptreact", "tsx"],
	js: ["javascript", "javascript"],
	mjs: ["javascript", "javascript"],
	cjs: ["javascript", "javascript"],
	jsx: ["javascriptreact", "javascript"],
	py: ["python", "python"],
	pyi: ["python", "python"],
	go: ["go", "go"],
	rs: ["rust", "rust"],
	java: ["java", "java"],
	c: ["c", "cpp"],
	h: ["cpp", "cpp"],
	cc: ["cpp", "cpp"],
	cpp: ["cpp", "cpp"],
	cxx: ["cpp", "cpp"],
	hh: ["cpp", "cpp"],
	hpp: ["cpp", "cpp"],
	cs: ["csharp", "c-sharp"],
	php: ["php", "php"],
	rb: ["ruby", "ruby"],
	kt: ["kotlin"],
	swift: ["swift"],
	scala: ["scala"],
	sh: ["shellscript"],
	bash: ["shellscript"],
	ps1: ["powershell"],
	sql: ["sql"],
	md: ["markdown"],
	mdx: ["mdx"],
	rst: ["restructuredtext"],
	tex: ["latex"],
	html: ["html"],
	vue: ["vue"],
	svelte: ["svelte"],
	css: ["css"],
	scss: ["scss"],
	less: ["less"],
	json: ["json"],
	jsonc: ["jsonc"],
	yaml: ["yaml"],
	yml: ["yaml"],
	toml: ["toml"],
	xml: ["xml"],
	txt: ["plaintext"],
	lua: ["lua"],
	r: ["r"],
	pl: ["perl"],
	dart: ["dart"],
	tf: ["terraform"],
	proto: ["proto3"],
	graphql: ["graphql"],
};

/** The tree-sitter grammars of all languages, which the build puts beside the bundles. */
export const treeSitterGrammars: readonly string[] = [
	...new Set(Object.values(byExtension).flatMap(([, grammar]) => grammar ?? [])),
];

const byName: Readonly<Record<string, readonly [id: string]>> = {
	dockerfile: ["dockerfile"],
	makefile: ["makefile"],
};

/** The short names that users type in a filter. */
const aliases: Readonly<Record<string, readonly string[]>> = {
	ts: ["typescript", "typescriptreact"],
	tsx: ["typescriptreact"],
	js: ["javascript", "javascriptreact"],
	jsx: ["javascriptreact"],
	typescript: ["typescript", "typescriptreact"],
	javascript: ["javascript", "javascriptreact"],
	py: ["python"],
	golang: ["go"],
	rs: ["rust"],
	// Headers, which VS Code treats as C++.
	c: ["c", "h"],
	"c++": ["cpp"],
	cs: ["csharp"],
	"c#": ["csharp"],
	rb: ["ruby"],
	md: ["markdown"],
	yml: ["yaml"],
	sh: ["shellscript"],
	bash: ["shellscript"],
};

/** Returns the language of a file, by its name. */
export function languageOf(path: string): Language {
	const name = (path.split("/").at(-1) ?? path).toLowerCase();
	const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
	const [id = "plaintext", grammar] = own(byName, name) ?? own(byExtension, extension) ?? [];
	return grammar === undefined ? { id } : { id, grammar };
}

/**
 * Returns the language ids that a user's name for a language stands for; an unknown name may be a file extension, as in
 * `lang:zig`.
 */
export function languageIds(name: string): readonly string[] {
	const lower = name.toLowerCase();
	return own(aliases, lower) ?? [lower];
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}
