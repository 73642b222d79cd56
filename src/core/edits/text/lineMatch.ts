/**
 * Returns whether a line is distinctive: it has at least three letters, digits or underscores, unlike a brace or the
 * end of a comment, which occurs everywhere.
 */
export function isDistinctive(line: string): boolean {
	return (line.match(/[\p{L}\p{N}_]/gu)?.length ?? 0) >= 3;
}

/**
 * Returns the positions of a run of lines among others; trailing spaces do not count. Searches with Knuth, Morris and
 * Pratt's algorithm.
 */
export function findRuns(lines: readonly string[], wanted: readonly string[]): readonly number[] {
	const pattern = wanted.map((line) => line.trimEnd());
	if (pattern.length === 0) return [];
	// For each wanted line, the length of the shorter match to continue with when the next line does not match.
	const shorter = [0];
	const next = (line: string, matched: number) => {
		let length = matched;
		while (length > 0 && pattern[length] !== line) length = shorter[length - 1] ?? 0;
		return pattern[length] === line ? length + 1 : 0;
	};
	for (let at = 1, matched = 0; at < pattern.length; at++) {
		matched = next(pattern[at] ?? "", matched);
		shorter.push(matched);
	}
	const found: number[] = [];
	let matched = 0;
	for (const [at, line] of lines.entries()) {
		matched = next(line.trimEnd(), matched);
		if (matched === pattern.length) found.push(at - pattern.length + 1);
	}
	return found;
}

/** Returns whether a line, without a comment at its end, ends with a colon, which begins a block in Python. */
export function endsInColon(line: string): boolean {
	return (line.split(" #", 1)[0] ?? "").trimEnd().endsWith(":");
}

/** @param ignored words that do not count. */
export function lineWords(line: string, ignored?: ReadonlySet<string>): ReadonlySet<string> {
	return new Set(line.match(/[\p{L}\p{N}_$]+/gu)?.filter((word) => !ignored?.has(word)) ?? []);
}

/** Returns the first line that is not blank; `undefined` if all are. */
export function firstLine(lines: readonly string[]): string | undefined {
	return lines.find((line) => line.trim() !== "");
}

/** Returns the last line that is not blank; `undefined` if all are. */
export function lastLine(lines: readonly string[]): string | undefined {
	return lines.findLast((line) => line.trim() !== "");
}

/** Removes the blank lines at both ends. */
export function withoutBlankEnds(lines: readonly string[]): readonly string[] {
	const first = lines.findIndex((line) => line.trim() !== "");
	return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

const declaration =
	/^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|override|readonly|declare|pub(?:\([^)]*\))?|unsafe|inline|virtual|sealed|partial)\s+)*(?:function\*?|class|interface|type|enum|def|fn|func|fun|const|let|var|val|struct|trait|impl|module|namespace|record|sub|proc)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** Returns the name that a line declares, in most languages. */
export function declaredName(line: string): string | undefined {
	return declaration.exec(line)?.[1];
}
