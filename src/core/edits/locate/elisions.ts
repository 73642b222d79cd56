import { type ElisionMark, elisionMark, standsFor, unfolded } from "../parse/elisionMark";
import { hunksBetween } from "../text/hunks";
import { declaredName, findRuns, isDistinctive } from "../text/lineMatch";
import { type AlignedLine, alignments } from "./alignElisions";
import { hasVersions } from "./coverage";
import { declarationHead } from "./declarationHead";

/**
 * Restores the lines that code leaves out, such as at `// ... existing code ...`. The code is aligned with the lines
 * that it replaces, and a mark stands for those between its neighbours; where no lines are missing, it is an ordinary
 * comment.
 *
 * @param before the lines that the code replaces.
 * @returns `undefined` when it is not certain what was left out.
 */
export function resolveElisions(code: readonly string[], before: readonly string[]): readonly string[] | undefined {
	const known = new Set(before.map((line) => line.trim()));
	const isMark = (line: string) => !known.has(line.trim()) && elisionMark(line) !== undefined;
	if (!code.some(isMark)) return code;
	const lines = code.flatMap((line) => {
		const parts = isMark(line) ? unfolded(line) : undefined;
		return parts && known.has(parts[0].trim()) ? parts : [line];
	});
	const marks = lines.map((line) => (isMark(line) ? elisionMark(line) : undefined));
	if (!areApart(lines, marks)) return undefined;
	const isGap = (at: number) => marks[at] === "sure" || marks[at] === "phrase";
	// The text is certain if the first and the last of the best alignments give the same one.
	const results = alignments(lines, before, isGap, newVersions(lines, before))?.map((aligned) =>
		restored(aligned, lines, before, marks),
	);
	const [text, other] = results ?? [];
	if (!text || !other || !isSame(text, other)) {
		return marks.includes("sure") || losesLines(lines, before, marks) ? undefined : code;
	}
	return isSame(text, code) ? code : text;
}

/**
 * Returns whether code lacks replaced lines: without its marks, it is shorter, or has no new versions of some of them.
 */
function losesLines(code: readonly string[], before: readonly string[], marks: readonly unknown[]): boolean {
	const [own, old] = [code.filter((_, at) => marks[at] === undefined), before].map((lines) =>
		lines.map((line) => line.trim()).filter((line) => line !== ""),
	);
	if (!own || !old || own.length < old.length) return true;
	return hunksBetween(old, own).some(
		({ start, removed, added }) => !hasVersions(added, old.slice(start, start + removed)),
	);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((line, at) => line === other[at]);
}

/**
 * Returns, for lines of the code, the replaced lines of which they are new versions: those that declare the same name,
 * if each side declares it only once.
 */
function newVersions(code: readonly string[], before: readonly string[]): ReadonlyMap<number, number> {
	const [own, old] = [code, before].map(declarations);
	const versions = new Map<number, number>();
	for (const [name, at] of own ?? []) {
		const was = old?.get(name);
		if (at !== undefined && was !== undefined) versions.set(at, was);
	}
	return versions;
}

/** Returns the lines that declare names; `undefined` for a name that several lines declare. */
function declarations(lines: readonly string[]): ReadonlyMap<string, number | undefined> {
	const found = new Map<string, number | undefined>();
	for (const [at, line] of lines.entries()) {
		const head = declarationHead(line);
		if (!head || head.kind === "shape") continue;
		const key = `${head.kind} ${head.name}`;
		found.set(key, found.has(key) ? undefined : at);
	}
	return found;
}

/** Returns whether there are lines of code between the marks: two marks in a row cannot be located. */
function areApart(lines: readonly string[], marks: readonly unknown[]): boolean {
	let filled = -1;
	let last = -1;
	for (const [at, line] of lines.entries()) {
		if (marks[at] !== undefined) {
			if (last >= 0 && filled < last) return false;
			last = at;
		} else if (line.trim() !== "") filled = at;
	}
	return filled >= 0;
}

/**
 * Returns the text of an alignment; `undefined` when a mark stands for nothing though lines are missing there, when a
 * declaration or either end of the replaced lines would disappear without a mark, or when a restored line was moved.
 */
function restored(
	aligned: readonly AlignedLine[],
	code: readonly string[],
	before: readonly string[],
	marks: readonly (ElisionMark | undefined)[],
): readonly string[] | undefined {
	const names = new Set(code.map(declaredName));
	const isLost = (line: string) => declaredName(line) !== undefined && !names.has(declaredName(line));
	if ([0, aligned.length - 1].some((end) => changeAt(aligned, end).every(isRemoved))) return undefined;
	const result: string[] = [];
	const returned = new Set<string>();
	for (const [at, one] of aligned.entries()) {
		const line = one.code === undefined ? undefined : (code[one.code] ?? "");
		const mark = one.code === undefined ? undefined : marks[one.code];
		const old = before.slice(one.before ?? 0, (one.before ?? 0) + one.count);
		if (line === undefined) {
			if (old.some(isLost)) return undefined;
		} else if (one.count > 0 && mark !== undefined) {
			const stands = mark !== "unclear" || isDots(line) || standsFor(line, old.join("\n"));
			if (stands === undefined) {
				result.push(line);
				continue;
			}
			if (!stands) return undefined;
			if (![-1, 1].every((side) => isAnchored(aligned, at, side, code, before))) return undefined;
			if (!isSpaced(one, code, old)) return undefined;
			for (const text of old) {
				if (isDistinctive(text)) returned.add(text.trim());
				result.push(text);
			}
		} else if (one.count > 0) result.push(line);
		else {
			if (mark !== undefined && !isComment(mark, line, aligned, at, before)) return undefined;
			result.push(line);
		}
	}
	const isMoved = ({ code: at, count }: AlignedLine) =>
		at !== undefined && count === 0 && returned.has((code[at] ?? "").trim());
	return aligned.some(isMoved) ? undefined : result;
}

/** Returns whether an elision mark is an ordinary comment, because no lines of the file are missing there. */
function isComment(
	mark: ElisionMark,
	line: string,
	aligned: readonly AlignedLine[],
	at: number,
	before: readonly string[],
): boolean {
	if (mark === "sure") return false;
	const isLost = (one: AlignedLine) => isRemoved(one) && isDistinctive(before[one.before ?? 0] ?? "");
	if (mark === "phrase") return !aligned.some(isLost);
	return changeAt(aligned, at).filter(isRemoved).length <= (isDots(line) ? 0 : 1);
}

/**
 * Returns whether the lines on one side of a mark determine its place: the kept lines next to it include a distinctive
 * one, reach the end of the code on that side, or occur only once.
 */
function isAnchored(
	aligned: readonly AlignedLine[],
	mark: number,
	side: number,
	code: readonly string[],
	before: readonly string[],
): boolean {
	const run: string[] = [];
	for (let at = mark + side; ; at += side) {
		const next = aligned[at];
		if (!next) return true;
		if (next.code === undefined || next.count !== 1) break;
		const line = code[next.code] ?? "";
		if (isDistinctive(line)) return true;
		run.push(line);
	}
	return findRuns(before, side < 0 ? run.reverse() : run).length === 1;
}

/**
 * Returns false if only one side of a mark has a blank line, and the lines that the mark replaces have none on that
 * side: the answer may have left out the line next to it.
 */
function isSpaced({ code: at = 0 }: AlignedLine, code: readonly string[], old: readonly string[]): boolean {
	const isBlank = (line: string | undefined) => line?.trim() === "";
	const [above, below] = [isBlank(code[at - 1]), isBlank(code[at + 1])];
	return above === below || isBlank(above ? old[0] : old.at(-1));
}

/** Returns the run of new and removed lines around a line, itself included. */
function changeAt(aligned: readonly AlignedLine[], at: number): readonly AlignedLine[] {
	const isChange = (one: AlignedLine | undefined) => one !== undefined && (one.count === 0 || isRemoved(one));
	let [first, last] = [at, at];
	while (isChange(aligned[first - 1])) first--;
	while (isChange(aligned[last + 1])) last++;
	return aligned.slice(first, last + 1);
}

function isRemoved({ code }: AlignedLine): boolean {
	return code === undefined;
}

function isDots(line: string): boolean {
	return /^(?:\.{3}|…)/.test(line.trim());
}
