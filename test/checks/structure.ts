import { cycleProblems } from "./structureCycles";
import { folderProblems, nameProblems } from "./structureFolders";
import { moduleGraph } from "./structureGraph";
import { type Mention, referenceProblems } from "./structureReferences";
import { ringProblems } from "./structureRings";
import type { SourceReader } from "./structureSource";

/** The documents outside `docs/` whose references are checked. */
const documents: ReadonlySet<string> = new Set(["README.md", "CONTRIBUTING.md", "SECURITY.md"]);

/**
 * Finds departures from the design's layout, as `path: problem`.
 *
 * @param files the path of every file, with the text of those that `isChecked` accepts.
 * @param otherFiles names that may be mentioned although they are not among the files.
 */
export function structureProblems(
	files: ReadonlyMap<string, string | undefined>,
	read: SourceReader,
	otherFiles: ReadonlySet<string>,
): string[] {
	const paths = new Set(files.keys());
	const texts = [...files].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
	const sources = texts.filter(([path]) => isSource(path)).map(([path, text]) => read(path, text));
	const graph = moduleGraph(sources, paths);
	const markdown = new Map(texts.filter(([path]) => path.endsWith(".md")));
	const mentions: Mention[] = [
		...sources.flatMap(({ path, comments }) => comments.map((comment) => ({ path, ...comment }))),
		...texts.filter(([path]) => path.endsWith(".css")).flatMap(([path, text]) => commentsOfStyles(path, text)),
		...[...markdown].filter(([path]) => isDocument(path)).map(([path, text]) => ({ path, text, line: 1 })),
	];
	return [
		...ringProblems(graph),
		...cycleProblems(graph, "src", "folders"),
		// Suites share helpers, so folders of test may use each other.
		...cycleProblems(graph, "test", "files"),
		...folderProblems(sources),
		...nameProblems(sources),
		...referenceProblems(mentions, { paths, documents: markdown, otherFiles }),
	];
}

/** Whether the check reads the text of a file. The corpus that the bench searches is not our code. */
export function isChecked(path: string): boolean {
	return (
		!path.startsWith("test/bench/search/corpus/") &&
		(isSource(path) || /^(?:src|test|media)\/.*\.css$|\.md$/.test(path))
	);
}

function isSource(path: string): boolean {
	return /^(?:(?:src|test)\/.*\.[jt]s|esbuild\.js)$/.test(path);
}

function isDocument(path: string): boolean {
	return path.startsWith("docs/") || documents.has(path);
}

function commentsOfStyles(path: string, text: string): Mention[] {
	return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: comment, index }) => ({
		path,
		text: comment,
		line: text.slice(0, index).split("\n").length,
	}));
}
