import { splitLines } from "../base/splitLines";

/** Imports stand at a file's beginning: further down one need not look. */
const mostLines = 200;

/** How a line begins that brings something in from elsewhere, in the languages at large. */
const beginning =
	/^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|#import\b|@import\b|@use\b|using\s[^;(]+;|use\s+[\w\\:{].*[;{,]\s*$|require(?:_once|_relative)?[\s('"]|package\s+[\w.]+;?$|library\(|open\s+[A-Z]|extern\s+crate\b|(?:const|let|var)\b[^=]*=\s*(?:await\s+)?(?:require|import)\()/;

/**
 * The lines from a file's first import to its last, counted from 1; `undefined` when there are none. Found by the look of
 * the lines, in all languages alike.
 */
export function importLines(text: string): readonly [first: number, last: number] | undefined {
	const lines = splitLines(text, mostLines);
	let first: number | undefined;
	let last = 0;
	const depths = depthsAfter(lines);
	for (let line = 0; line < lines.length; line++) {
		if (!beginning.test(lines[line] ?? "")) continue;
		first ??= line + 1;
		line = statementEnd(depths, line);
		last = line + 1;
	}
	return first === undefined ? undefined : [first, last];
}

/** How many brackets are open behind each line. */
function depthsAfter(lines: readonly string[]): readonly number[] {
	let open = 0;
	return lines.map((line) => {
		for (const sign of line) {
			if (sign === "(" || sign === "{") open++;
			if (sign === ")" || sign === "}") open--;
		}
		return open;
	});
}

/** Where a statement's brackets are all closed; its own line when they never are. */
function statementEnd(depths: readonly number[], from: number): number {
	const before = depths[from - 1] ?? 0;
	const end = depths.findIndex((depth, line) => line >= from && depth <= before);
	return end < 0 ? from : end;
}
