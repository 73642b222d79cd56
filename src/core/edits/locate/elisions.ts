import { limits } from "../../../shared/untrusted/limits";
import { type ElisionMark, elisionMark, unfolded } from "../parse/elisionMark";
import { declaredName, isDistinctive } from "../text/lineMatch";

/** A line of the code, or one of the lines that it replaces, as the alignment pairs them. */
interface Step {
	/** The line of the code; `undefined` for a line that is only among the replaced ones. */
	readonly code: number | undefined;
	/** The replaced line; for a mark, the first one that it stands for; `undefined` for a new line. */
	readonly before: number | undefined;
	/** The number of lines that a mark stands for. */
	readonly count: number;
}

/**
 * Restores the lines that code leaves out, such as at `// ... existing code ...`. The code is aligned with the lines
 * that it replaces, and a mark stands for those between its neighbours; where none are missing, it is a comment.
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
	const isWildcard = (at: number) => marks[at] === "sure" || marks[at] === "phrase";
	const paths = alignments(lines, before, isWildcard);
	const results = paths?.map((path) => restored(path, lines, before, marks));
	const [text, other] = results ?? [];
	if (!text || !other || text.length !== other.length || text.some((line, at) => line !== other[at])) return undefined;
	return text.length === code.length && text.every((line, at) => line === code[at]) ? code : text;
}

/** Returns whether there are lines of code between the marks: two in a row leave none to locate them by. */
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
 * Returns the first and the last of the best alignments: those with the fewest new lines, and the fewest replaced lines
 * that no mark stands for. Where both give the same text, it is certain.
 */
function alignments(
	code: readonly string[],
	before: readonly string[],
	isWildcard: (at: number) => boolean,
): readonly (readonly Step[])[] | undefined {
	const width = before.length + 1;
	if ((code.length + 1) * width > limits.lineComparisons) return undefined;
	const [own, old] = [code.map((line) => line.trimEnd()), before.map((line) => line.trimEnd())];
	/** The cost of aligning the lines from here on. */
	const costs = new Int32Array((code.length + 1) * width);
	const cost = (at: number, line: number) => costs[at * width + line] ?? 0;
	for (let at = code.length; at >= 0; at--) {
		for (let line = before.length; line >= 0; line--) {
			let least = at === code.length && line === before.length ? 0 : Number.POSITIVE_INFINITY;
			if (at < code.length) {
				if (isWildcard(at)) least = Math.min(least, cost(at + 1, line));
				else least = Math.min(least, cost(at + 1, line) + 1);
				if (own[at] === old[line]) least = Math.min(least, cost(at + 1, line + 1));
			}
			const skips = at < code.length && isWildcard(at) ? 0 : 1;
			if (line < before.length) least = Math.min(least, cost(at, line + 1) + skips);
			costs[at * width + line] = least;
		}
	}
	const trace = (early: boolean) => {
		const steps: Step[] = [];
		let [at, line] = [0, 0];
		while (at < code.length || line < before.length) {
			const left = cost(at, line);
			if (at < code.length && isWildcard(at)) {
				let end = line;
				while (cost(at + 1, end) !== left) end++;
				for (let next = end + 1; !early && next <= before.length; next++) if (cost(at + 1, next) === left) end = next;
				steps.push({ code: at++, before: line, count: end - line });
				line = end;
				continue;
			}
			const matches =
				at < code.length && line < before.length && own[at] === old[line] && cost(at + 1, line + 1) === left;
			const removes = line < before.length && cost(at, line + 1) + 1 === left;
			if (matches && (early || !removes)) steps.push({ code: at++, before: line++, count: 1 });
			else if (removes) steps.push({ code: undefined, before: line++, count: 1 });
			else steps.push({ code: at++, before: undefined, count: 0 });
		}
		return steps;
	};
	return [trace(true), trace(false)];
}

/**
 * Returns the text of an alignment; `undefined` when a neighbour of a mark is new or changed, when a declaration or an
 * end of the replaced lines would disappear without a mark, or when a line that is restored was moved.
 */
function restored(
	path: readonly Step[],
	code: readonly string[],
	before: readonly string[],
	marks: readonly (ElisionMark | undefined)[],
): readonly string[] | undefined {
	const lineOf = ({ code: at }: Step) => (at === undefined ? undefined : code[at]);
	// Blank lines beside a mark are restored with the lines that it stands for.
	const steps = path.filter((step, at) => !isNewBlank(step, code) || !isBesideGap(path, at, code));
	const names = new Set(code.map(declaredName));
	const isLost = (line: string) => declaredName(line) !== undefined && !names.has(declaredName(line));
	if ([0, steps.length - 1].some((end) => isOnlyRemoved(changeAt(steps, end)))) return undefined;
	const result: string[] = [];
	const returned = new Set<string>();
	for (const [at, step] of steps.entries()) {
		const mark = step.code === undefined ? undefined : marks[step.code];
		const line = lineOf(step);
		const old = before.slice(step.before ?? 0, (step.before ?? 0) + step.count);
		if (line === undefined) {
			if (old.some(isLost)) return undefined;
		} else if (step.count > 0) {
			if (mark !== undefined && [steps[at - 1], steps[at + 1]].some((one) => one && !isPair(one))) return undefined;
			if (mark !== undefined) for (const text of old.filter(isDistinctive)) returned.add(text.trim());
			for (const text of old) result.push(text);
		} else {
			if (mark === "sure" || (mark === "unclear" && removedIn(changeAt(steps, at)) > (isDots(line) ? 0 : 1)))
				return undefined;
			result.push(line);
		}
	}
	const isMoved = (step: Step) => step.count === 0 && returned.has(lineOf(step)?.trim() ?? "");
	return steps.some(isMoved) ? undefined : result;
}

/** Returns whether a line of the code is also among the replaced ones. */
function isPair({ code, count }: Step): boolean {
	return code !== undefined && count > 0;
}

function isNewBlank({ code: at, count }: Step, code: readonly string[]): boolean {
	return at !== undefined && count === 0 && code[at]?.trim() === "";
}

/** Returns whether the next step that is not a new blank line, on either side, is a mark for several lines. */
function isBesideGap(path: readonly Step[], at: number, code: readonly string[]): boolean {
	return [-1, 1].some((direction) => {
		let next = at + direction;
		for (let step = path[next]; step && isNewBlank(step, code); step = path[next]) next += direction;
		const { code: line, count = 0 } = path[next] ?? {};
		return count > 0 && line !== undefined && elisionMark(code[line] ?? "") !== undefined;
	});
}

/** Returns the steps around one, itself included, that change lines. */
function changeAt(steps: readonly Step[], at: number): readonly Step[] {
	let [first, last] = [at, at];
	for (let step = steps[first - 1]; step && !isPair(step); step = steps[first - 1]) first--;
	for (let step = steps[last + 1]; step && !isPair(step); step = steps[last + 1]) last++;
	return steps.slice(first, last + 1);
}

function isOnlyRemoved(steps: readonly Step[]): boolean {
	return steps.every(({ code }) => code === undefined);
}

function removedIn(steps: readonly Step[]): number {
	return steps.filter(({ code }) => code === undefined).length;
}

function isDots(line: string): boolean {
	return /^(?:\.{3}|…)/.test(line.trim());
}
