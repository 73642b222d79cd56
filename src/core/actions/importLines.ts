import { splitLines } from "../base/splitLines";

/** Maximum number of lines that are searched: imports are at the beginning of a file. */
const mostLines = 200;

/** The beginning of an import line, in the common languages. */
const beginning =
	/^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|#import\b|@import\b|@use\b|using\s[^;(]+;|use\s+[\w\\:{].*[;{,]\s*$|require(?:_once|_relative)?[\s('"]|package\s+[\w.]+;?$|library\(|open\s+[A-Z]|extern\s+crate\b|(?:const|let|var)\b[^=]*=\s*(?:await\s+)?(?:require|import)\()/;

/**
 * Returns the first and the last line of a file's imports, counted from 1; `undefined` when there are none. Uses the
 * same patterns for all languages.
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

/** Returns the number of open brackets at the end of each line. */
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

/** Returns the line in which all brackets of a statement are closed; its first line if they never are. */
function statementEnd(depths: readonly number[], from: number): number {
	const before = depths[from - 1] ?? 0;
	const end = depths.findIndex((depth, line) => line >= from && depth <= before);
	return end < 0 ? from : end;
}
