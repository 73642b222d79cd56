import { importedPackage, type ModuleGraph } from "./structureGraph";
import type { Source } from "./structureSource";

/** The allowed imports of a ring's files, besides each other. */
interface Ring {
	readonly rings: readonly string[];
	/** Folders that may import `vscode`, and those that may import Node's modules. */
	readonly vscode?: string;
	readonly node?: string;
}

/** The rings by the first folder in `src`; imports point inwards only. */
const rings: Readonly<Record<string, Ring>> = {
	shared: { rings: [] },
	core: { rings: ["shared"] },
	worker: { rings: ["core", "shared"], node: "src/worker/" },
	vscode: { rings: ["core", "shared"], vscode: "src/vscode/", node: "src/vscode/adapters/" },
	webview: { rings: ["shared"] },
	extension: { rings: ["core", "shared", "vscode"], vscode: "src/" },
};

/** The folders of `src` that may import a package. A package that is not listed may be imported nowhere. */
const packages: Readonly<Record<string, readonly string[]>> = {
	"@vscode/l10n": [""],
	openai: ["core/gateway/request/"],
	tokenx: ["core/context/"],
	"@vscode/tree-sitter-wasm": ["worker/"],
	lit: ["webview/"],
	"markdown-it": ["webview/"],
	lowlight: ["webview/"],
	"highlight.js": ["webview/"],
	// Only types of syntax trees of HTML.
	hast: ["webview/"],
};

/** The features of core, each of which may import the earlier ones. */
const chain = ["base", "gateway", "connections", "context", "chat", "edits", "actions", "agent"];
/** The features of core that depend only on these, and on which no other feature depends. */
const side: ReadonlySet<string> = new Set(["search", "completions", "doctor"]);
const sideMayImport = chain.slice(0, chain.indexOf("context") + 1);

/** Finds imports that leave a ring or a feature in the wrong direction, and requests that bypass the gateway. */
export function ringProblems(graph: ModuleGraph): string[] {
	return graph.sources.filter(({ path }) => path.startsWith("src/")).flatMap((source) => problemsOf(source, graph));
}

function problemsOf(source: Source, graph: ModuleGraph): string[] {
	const { path, imports, fetches, unknownSyntax } = source;
	const ring = ringOf(path);
	const problems: string[] = [];
	if (!ring) problems.push(`${path}: is in none of the rings ${Object.keys(rings).join(", ")}`);
	if (unknownSyntax !== undefined) problems.push(`${path}:${unknownSyntax}: has syntax that the check cannot read`);
	const feature = featureOf(path);
	if (feature !== undefined && !chain.includes(feature) && !side.has(feature))
		problems.push(`${path}: is in none of core's features ${[...chain, ...side].join(", ")}`);
	for (const { text, line } of imports) {
		const problem = importProblem(path, text, graph);
		if (problem) problems.push(`${path}:${line}: ${problem}`);
	}
	if (!path.startsWith("src/core/gateway/"))
		for (const line of fetches) problems.push(`${path}:${line}: uses fetch, which is for core/gateway alone`);
	return problems;
}

function importProblem(path: string, specifier: string, graph: ModuleGraph): string | undefined {
	const { rings: mayImport, vscode, node } = rings[ringOf(path) ?? ""] ?? { rings: [] };
	const package_ = importedPackage(specifier);
	if (package_ === "vscode" || specifier.startsWith("node:")) {
		const folder = package_ === "vscode" ? vscode : node;
		return folder !== undefined && path.startsWith(folder) ? undefined : `may not import ${specifier}`;
	}
	if (package_ !== undefined) {
		const folders = Object.hasOwn(packages, package_) ? (packages[package_] ?? []) : [];
		return folders.some((folder) => path.startsWith(`src/${folder}`)) ? undefined : `may not import ${specifier}`;
	}
	const target = graph.resolve(path, specifier);
	if (target === undefined) return `imports ${specifier}, which does not exist`;
	const [from, to] = [ringOf(path), ringOf(target)];
	if (from !== to && !mayImport.includes(to ?? "")) return `may not import ${target}`;
	return mayUse(featureOf(path), featureOf(target)) ? undefined : `may not import ${target}, of a later feature`;
}

function mayUse(from: string | undefined, to: string | undefined): boolean {
	if (from === undefined || to === undefined || from === to) return true;
	return side.has(from) ? sideMayImport.includes(to) : !side.has(to) && chain.indexOf(to) <= chain.indexOf(from);
}

function ringOf(path: string): string | undefined {
	const name = path === "src/extension.ts" ? "extension" : /^src\/([^/]+)\//.exec(path)?.[1];
	return name !== undefined && Object.hasOwn(rings, name) ? name : undefined;
}

/** Returns the feature of core to which a file belongs; for a file directly in `src/core`, one that does not exist. */
function featureOf(path: string): string | undefined {
	return path.startsWith("src/core/") ? path.split("/")[2] : undefined;
}
