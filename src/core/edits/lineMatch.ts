/** Whether a line says something: a brace or a comment's end stands everywhere. */
export function isTelling(line: string): boolean {
	return (line.match(/[\p{L}\p{N}_]/gu)?.length ?? 0) >= 3;
}

/** Where these lines stand among others, one after the other; blanks at lines' ends do not count. */
export function findRuns(lines: readonly string[], wanted: readonly string[]): readonly number[] {
	const found: number[] = [];
	if (wanted.length === 0) return found;
	for (let at = 0; at + wanted.length <= lines.length; at++) {
		if (wanted.every((line, index) => lines[at + index]?.trimEnd() === line.trimEnd())) found.push(at);
	}
	return found;
}

/** The first line that is not blank; `undefined` where all are. */
export function firstLine(lines: readonly string[]): string | undefined {
	return lines.find((line) => line.trim() !== "");
}

/** The last line that is not blank; `undefined` where all are. */
export function lastLine(lines: readonly string[]): string | undefined {
	return lines.findLast((line) => line.trim() !== "");
}

/** Without the blank lines at both ends. */
export function withoutBlankEnds(lines: readonly string[]): readonly string[] {
	const first = lines.findIndex((line) => line.trim() !== "");
	return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

const declaration =
	/^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|override|readonly|declare|pub(?:\([^)]*\))?|unsafe|inline|virtual|sealed|partial)\s+)*(?:function\*?|class|interface|type|enum|def|fn|func|fun|const|let|var|val|struct|trait|impl|module|namespace|record|sub|proc)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** The name that a line declares, in most languages. */
export function declaredName(line: string): string | undefined {
	return declaration.exec(line)?.[1];
}
