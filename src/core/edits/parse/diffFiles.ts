import { withoutHidden } from "../../../shared/text/hiddenCharacters";

/** Maximum number of files that a message names. */
const mostNamed = 5;

/** Maximum length of their paths, in characters. */
const longestPath = 200;

const patchedFile = /^\*\*\* (?:Update|Add|Delete) File: (.+)/;

/** The lines of a diff that change one file, with their head. */
interface FilePart {
	readonly path: string;
	readonly lines: string[];
}

/** Returns the paths of the files that a diff's heads name, each once. */
export function changedFiles(lines: readonly string[]): readonly string[] {
	return [...new Set(fileParts(lines).map(({ path }) => path))];
}

/** Returns paths for a message, which names only some of many. */
export function listedFiles(paths: readonly string[]): string {
	const named = paths.slice(0, mostNamed).map((path) => path.slice(0, longestPath).toWellFormed());
	return [...named, ...(paths.length > mostNamed ? ["…"] : [])].join(", ");
}

/**
 * Returns the lines for one file of a diff of several files, and the paths of the others.
 *
 * @returns `undefined` when it is not certain which lines these are.
 */
export function partFor(
	path: string,
	lines: readonly string[],
): { readonly lines: readonly string[]; readonly others: readonly string[] } | undefined {
	const parts = fileParts(lines);
	const [own, ...more] = parts.filter((part) => path === part.path || path.endsWith(`/${part.path}`));
	// Within a hunk, a removed and an added line can look like a head.
	const areHeads = parts.every((part) => !part.lines[0]?.startsWith("--- ") || part.lines[2]?.startsWith("@@"));
	if (!own || more.length > 0 || parts.length < 2 || !areHeads) return undefined;
	return { lines: own.lines, others: changedFiles(lines).filter((other) => other !== own.path) };
}

function fileParts(lines: readonly string[]): readonly FilePart[] {
	const parts: FilePart[] = [];
	let open: FilePart | undefined;
	for (const [at, line] of lines.entries()) {
		const path = pathAt(line, lines[at + 1] ?? "");
		if (path !== undefined) {
			open = { path, lines: [] };
			parts.push(open);
		} else if (line.startsWith("diff --git ") || line.startsWith("*** End Patch")) open = undefined;
		open?.lines.push(line);
	}
	return parts;
}

/** Returns the path of the file whose head begins with a line. */
function pathAt(line: string, next: string): string | undefined {
	const patched = patchedFile.exec(line)?.[1];
	if (patched !== undefined) return withoutHidden(patched).trim();
	if (!line.startsWith("--- ") || !next.startsWith("+++ ")) return undefined;
	const path = headPath(next);
	// The head of a deleted file has its path in its first line only.
	return path === "/dev/null" ? headPath(line) : path;
}

/** Returns the path in a line of a head, without Git's prefix, its quotes and a time. */
function headPath(line: string): string {
	const [path = ""] = line.slice("+++ ".length).split("\t", 1);
	return withoutHidden(path)
		.trim()
		.replace(/^"(.*)"$/, "$1")
		.replace(/^[ab]\//, "");
}
