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
	for (let line = 0; line < lines.length; line++) {
		if (!beginning.test(lines[line] ?? "")) continue;
		first ??= line + 1;
		line = statementEnd(lines, line);
		last = line + 1;
	}
	return first === undefined ? undefined : [first, last];
}

/** Where a statement's brackets are all closed; its own line when they never are. */
function statementEnd(lines: readonly string[], from: number): number {
	let open = 0;
	for (let line = from; line < lines.length; line++) {
		for (const sign of lines[line] ?? "") {
			if ("({".includes(sign)) open++;
			if (")}".includes(sign)) open--;
		}
		if (open <= 0) return line;
	}
	return from;
}
