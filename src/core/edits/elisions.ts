import { declaredName, findRuns, isTelling } from "./lineMatch";

const commentStart = String.raw`(?:\/\/+|#+|--+|;+|%+|'|REM\b|\/\*+|\*|<!--|\{\s*\/\*+|\(\*|\{-|"""|''')`;
const commentEnd = String.raw`(?:\*+\/\s*\}?|-->|\*\)|-\}|"""|''')?`;
const dots = String.raw`(?:\.{3,}|…)`;
const words = String.raw`\b(?:existing|rest|remaining|unchanged|same as|other|previous|earlier|original|omitted|snip|skipp?ed|truncated|abbreviated|stays? the same|remains?|inchangé|existant|reste)`;

/** A comment alone on its line that has dots, such as `// ... existing code ...`. */
const dotted = new RegExp(
	String.raw`^\s*${commentStart}\s*[(\[<]?\s*${dots}|^\s*${commentStart}.*${dots}\s*[)\]>]?\s*${commentEnd}\s*$`,
	"i",
);
/** Such a comment in words, such as `# rest of the code unchanged`. */
const worded = new RegExp(
	String.raw`^\s*${commentStart}\s*[(\[<]?\s*(?:the\s+|your\s+|all\s+|keep\s+(?:the\s+)?)?${words}.*(?:code|content|implementation|logic|method|function|class|field|import|line|file|part|unchanged|here|same|omitted|propert|body|rest|as is)`,
	"i",
);
/** Dots alone, or dots in words without a comment. */
const bare = new RegExp(String.raw`^\s*(?:${dots}|\[\s*${dots}.*\]|${dots}\s*${words}.*|<${dots}>)\s*,?;?\s*$`, "i");
/** Code and an elision on one line. */
const within = new RegExp(
	String.raw`\{\s*${dots}\s*\}|(?:\/\*+|\/\/|<!--)\s*${dots}|(?:\/\*+|\/\/|<!--|#)[^"']*${dots}\s*(?:\*\/|-->)?\s*\}?\s*$|(?:\/\/|\/\*+|#)\s*(?:the\s+)?${words}[^"']*(?:code|implementation|unchanged|body|same)`,
	"i",
);

/** What a line leaves out: whole lines of the text that it replaces, or something that cannot be told. */
function elisionOf(line: string): "lines" | "unclear" | undefined {
	if (dotted.test(line) || worded.test(line)) return "lines";
	return bare.test(line) || within.test(line) ? "unclear" : undefined;
}

/**
 * Code with what it leaves out put back, such as at `// ... existing code ...`.
 *
 * @param before the lines that the code is to replace.
 * @returns `undefined` when it is not certain what was left out: the lines before and behind each mark must each stand
 * once among those replaced, and in this order.
 */
export function resolveElisions(code: readonly string[], before: readonly string[]): readonly string[] | undefined {
	const known = new Set(before.map((line) => line.trim()));
	const kinds = code.map((line) => (known.has(line.trim()) ? undefined : elisionOf(line)));
	if (kinds.includes("unclear")) return undefined;
	if (!kinds.includes("lines")) return code;
	const pieces: (readonly string[])[] = [];
	let start = 0;
	for (const at of kinds.flatMap((kind, index) => (kind ? [index] : []))) {
		pieces.push(code.slice(start, at));
		start = at + 1;
	}
	pieces.push(code.slice(start));
	// Two marks in a row, or one beside blank lines only, leave no line to go by.
	if (pieces.slice(1, -1).some(isBlank)) return undefined;
	if (pieces.every(isBlank)) return undefined;
	const result: string[] = [];
	// Where the current piece's lines begin among those replaced.
	let begin = 0;
	for (const [index, piece] of pieces.entries()) {
		const isFirst = index === 0;
		const isLast = index === pieces.length - 1;
		result.push(...trimmedAround(piece, !isFirst, !isLast));
		const end = isLast ? before.length : isFirst && isBlank(piece) ? 0 : endOfAnchor(piece, before);
		if (end === undefined || end < begin || !standsWithin(piece, before, begin, end)) return undefined;
		if (isLast) break;
		const next = pieces[index + 1] ?? [];
		begin = index + 2 === pieces.length && isBlank(next) ? before.length : (startOfAnchor(next, before) ?? -1);
		if (begin <= end) return undefined;
		result.push(...before.slice(end, begin));
	}
	return result;
}

/**
 * Whether a piece is of these lines alone: none of its own stands elsewhere, for it would come twice or have been moved,
 * and nothing that they declare is missing, for it may have been left out without a mark.
 */
function standsWithin(piece: readonly string[], before: readonly string[], begin: number, end: number): boolean {
	const names = new Set(piece.map(declaredName));
	if (!before.slice(begin, end).every((line) => names.has(declaredName(line)) || !declaredName(line))) return false;
	return piece.filter(isTelling).every((line) => {
		const [at, ...more] = findRuns(before, [line]);
		return at === undefined || more.length > 0 || (at >= begin && at < end);
	});
}

function isBlank(lines: readonly string[]): boolean {
	return lines.every((line) => line.trim() === "");
}

/** Blank lines beside a mark stand for nothing: those of what it leaves out come back with it. */
function trimmedAround(piece: readonly string[], head: boolean, tail: boolean): readonly string[] {
	let from = 0;
	let to = piece.length;
	while (head && from < to && piece[from]?.trim() === "") from++;
	while (tail && to > from && piece[to - 1]?.trim() === "") to--;
	return piece.slice(from, to);
}

/** Behind which line the piece's end stands: as many of its last lines as stand there, and stand there once. */
function endOfAnchor(piece: readonly string[], before: readonly string[]): number | undefined {
	const lines = trimmedAround(piece, false, true);
	for (let length = 1; length <= lines.length; length++) {
		const run = lines.slice(-length);
		const found = findRuns(before, run);
		if (found.length === 0) return undefined;
		if (found.length === 1 && run.some(isTelling)) return (found[0] ?? 0) + length;
	}
	return undefined;
}

/** At which line the piece's beginning stands. */
function startOfAnchor(piece: readonly string[], before: readonly string[]): number | undefined {
	const lines = trimmedAround(piece, true, false);
	for (let length = 1; length <= lines.length; length++) {
		const run = lines.slice(0, length);
		const found = findRuns(before, run);
		if (found.length === 0) return undefined;
		if (found.length === 1 && run.some(isTelling)) return found[0];
	}
	return undefined;
}
