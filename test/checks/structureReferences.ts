import { posix } from "node:path";
import type { TextAt } from "./structureSource";

/** A comment or a line of a document, and its file. */
export interface Mention extends TextAt {
	readonly path: string;
}

/** The names that may be referred to. */
export interface Named {
	/** Every file of the repository. */
	readonly paths: ReadonlySet<string>;
	/** Names that are not files of the repository. Each must be mentioned somewhere. */
	readonly otherFiles: ReadonlySet<string>;
	/** The texts of documents, for their sections. */
	readonly documents: ReadonlyMap<string, string>;
}

/** Names in comments and documents that are not files of this repository, by the reason. */
const otherFilesByReason: Readonly<Record<string, readonly string[]>> = {
	"a runtime or a package": ["Node.js", "highlight.js"],
	"files of a user": [
		"AGENTS.md",
		".github/copilot-instructions.md",
		".vscode/settings.json",
		".mcp.json",
		"chatLanguageModels.json",
		"credentials.json",
		"settings.json",
	],
	"files that a program writes": ["keys.json"],
	"files of a gateway and of administrators": [
		"/.well-known/gatehouse.json",
		"/etc/gatehouse/gateways.json",
		"gateway.json",
		"gateways.json",
		"Support/Gatehouse/gateways.json",
	],
	examples: ["src/budget.ts", "src/a.ts", "src/a/"],
	"sources of VS Code": ["argv.ts", "vs/base/common/linkedText.ts", "vs/base/common/iconLabels.ts"],
	"documents of Node's fetch": ["DiagnosticsChannel.md"],
};
export const otherFiles: ReadonlySet<string> = new Set(Object.values(otherFilesByReason).flat());

/** The extensions of names that count as files, and the folders in which a path needs no extension. */
const ending = /\.(?:ts|js|css|md|wat|json)$/;
const topFolder = /^(?:src|test|docs|media|l10n)\//;
/** Folders that the build and npm create. */
const generated = /(?:^|\/)(?:dist|out|node_modules)\//;

/** Finds mentions of files, folders and sections of documents that do not exist. */
export function referenceProblems(mentions: readonly Mention[], named: Named): string[] {
	const names = namesOf(named.paths);
	const unused = new Set(named.otherFiles);
	const problems = mentions.flatMap(({ path, text, line }) =>
		text.split("\n").flatMap((row, index) =>
			referencesIn(row, path).flatMap((reference) => {
				unused.delete(reference.name);
				const problem = named.otherFiles.has(reference.name)
					? undefined
					: referenceProblem(reference, path, names, named);
				return problem ? `${path}:${line + index}: ${problem}` : [];
			}),
		),
	);
	return [
		...problems,
		...[...unused].map((name) => `test/checks: ${name} is mentioned nowhere: otherFiles need not list it`),
	];
}

interface Reference {
	readonly name: string;
	/** The anchor after `#`. */
	readonly section: string | undefined;
}

function referencesIn(row: string, path: string): Reference[] {
	const words = row.replaceAll(/\b\w+:\/\/\S+/g, "").match(/[\p{L}\p{M}\w@./#*<>{}$~-]+/gu) ?? [];
	const named = words
		.map((word) => word.replace(/\.+$/, ""))
		// A pattern or a template names no single file.
		.filter((word) => !/[*<>{}$~]/.test(word))
		.map((word) => word.split("#"))
		.filter(
			([name = ""]) => (ending.test(name) || topFolder.test(name)) && !generated.test(name) && !/^\.\w+$/.test(name),
		)
		.map(([name = "", section]) => ({ name, section }));
	const within = path.endsWith(".md") ? [...row.matchAll(/\]\(#([^)\s]+)\)/g)] : [];
	return [...named, ...within.map(([, section]) => ({ name: path, section }))];
}

function referenceProblem(
	{ name, section }: Reference,
	from: string,
	names: Names,
	{ documents }: Named,
): string | undefined {
	const found = find(name, from, names);
	if (found === undefined) return `names ${name}, which does not exist`;
	if (section === undefined) return undefined;
	const document = documents.get(found);
	if (document === undefined) return `names ${name}#${section}, which is no document`;
	return anchorsOf(document).has(section) ? undefined : `names ${name}#${section}, a section that does not exist`;
}

/** Files and folders by their paths, and by the ends of their paths. */
interface Names {
	readonly paths: ReadonlySet<string>;
	readonly byEnd: ReadonlyMap<string, string>;
}

function namesOf(files: ReadonlySet<string>): Names {
	const paths = new Set(files);
	for (const file of files)
		for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder)) paths.add(folder);
	const byEnd = new Map<string, string>();
	for (const path of paths) {
		const parts = path.split("/");
		for (let first = 0; first < parts.length; first++) byEnd.set(parts.slice(first).join("/"), path);
	}
	return { paths, byEnd };
}

/**
 * Returns the file or folder to which a name refers: a path from the top or from the file that names it, or the end of
 * a path.
 */
function find(name: string, from: string, { paths, byEnd }: Names): string | undefined {
	const path = posix.normalize(name).replace(/\/$/, "");
	const beside = posix.join(posix.dirname(from), path);
	if (paths.has(path)) return path;
	if (paths.has(beside)) return beside;
	// The build creates a program `*.main.js` from each `*.main.ts`.
	return topFolder.test(path) ? undefined : (byEnd.get(path) ?? byEnd.get(path.replace(/\.main\.js$/, ".main.ts")));
}

/** Returns the anchors of a document's headings, as on GitHub. */
function anchorsOf(document: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading = ""] of document.matchAll(/^#{1,6} (.*)$/gm)) {
		const anchor = heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
			.replaceAll(" ", "-");
		let name = anchor;
		for (let copy = 1; anchors.has(name); copy++) name = `${anchor}-${copy}`;
		anchors.add(name);
	}
	return anchors;
}
