import { changedLines, depthOf, isBlank, type Lines, type RealEdit, rangeAfter } from "../realEdit";
import { inChat } from "./blockStyles";
import { inSelection } from "./placeStyles";
import { type Context, fenced, type Style } from "./style";

/** Phrases with which models say that lines stay as they are. */
const wordings = [
	"... existing code ...",
	"... existing code",
	"...existing code...",
	"existing code",
	"existing code here",
	"(existing code)",
	"[existing code]",
	"[existing code unchanged]",
	"... (existing code)",
	"existing code remains the same",
	"existing code remains unchanged",
	"keep existing code",
	"keep the existing code here",
	"... rest of the code ...",
	"rest of the code",
	"rest of the code remains the same",
	"rest of the code remains unchanged",
	"The rest of the code stays the same",
	"... rest of the function ...",
	"rest of the function remains the same",
	"rest of the implementation",
	"rest of implementation unchanged",
	"... rest unchanged",
	"rest unchanged",
	"the rest stays the same",
	"the rest remains unchanged",
	"remaining code unchanged",
	"remaining code stays the same",
	"... remaining code ...",
	"remaining lines unchanged",
	"unchanged",
	"... unchanged ...",
	"unchanged code",
	"unchanged lines",
	"no changes here",
	"no change",
	"same as before",
	"... same as before ...",
	"same as above",
	"as before",
	"function body stays as before",
	"body unchanged",
	"implementation unchanged",
	"code unchanged",
	"other code unchanged",
	"other code remains the same",
	"... other code ...",
	"... other lines ...",
	"previous code",
	"... previous code ...",
	"original code",
	"original code here",
	"omitted for brevity",
	"code omitted for brevity",
	"... omitted ...",
	"snip",
	"... snip ...",
	"[...]",
	"...",
	"…",
	"… existing code …",
] as const;

/** A run of omitted lines, up to the line `to`, which is not included. */
interface Run {
	readonly from: number;
	readonly to: number;
}

/** Minimum number of lines that a model leaves out. */
const fewestLeftOut = 3;

/** Returns the new lines of a range with runs of unchanged lines left out; `undefined` if there are none. */
export function elided(edit: RealEdit, range: Lines, { language, random }: Context): readonly string[] | undefined {
	const after = rangeAfter(edit, range);
	const changed = changedLines(edit.hunks);
	const head = changed.start - range.start;
	const tail = range.start + range.count - (changed.start + changed.count);
	const near = 1 + random.below(2);
	// From the end, so that earlier lines keep their places.
	const runs = [
		{ from: after.length - tail + near, to: after.length - 1 },
		{ from: 1, to: head - near },
	].flatMap((run) => wholeStatements(after, run) ?? []);
	if (runs.length === 0 || language.id === "markdown") return undefined;
	const hasFunctions = language.declaration !== undefined;
	const wording = random.pick(wordings.filter((words) => hasFunctions || !/function|body|implementation/.test(words)));
	const result = [...after];
	for (const { from, to } of runs) {
		const first = result.slice(from, to).find((line) => !isBlank(line)) ?? "";
		const indent = first.slice(0, first.length - first.trimStart().length);
		result.splice(from, to - from, indent + language.comment(wording));
	}
	return result;
}

/**
 * Returns the part of a run of lines that consists of whole statements and blocks, which is what models leave out;
 * `undefined` where that is too little.
 */
function wholeStatements(lines: readonly string[], run: Run): Run | undefined {
	const isContinued = (line: string) =>
		/^\s*(?:[}\])]|end\b|else\b|elif\b|except\b|catch\b|fi\b|done\b|[.&|?:+*])/.test(line);
	const isBegin = (at: number) => !isBlank(lines[at]) && !isContinued(lines[at] ?? "");
	let { from, to } = run;
	if (to - from < fewestLeftOut) return undefined;
	while (from < to && !isBegin(from)) from++;
	const depth = depthOf(lines[from] ?? "");
	const outer = lines.findIndex((line, at) => at > from && at < to && !isBlank(line) && depthOf(line) < depth);
	if (outer >= 0) to = outer;
	const ends = (at: number) =>
		!isBlank(lines[at]) && depthOf(lines[at] ?? "") <= depth && (isBegin(at) || depthOf(lines[at] ?? "") < depth);
	while (to > from && !ends(to)) to--;
	const isEnough = lines.slice(from, to).filter((line) => !isBlank(line)).length >= fewestLeftOut;
	return isEnough ? { from, to } : undefined;
}

/** Styles of answers that leave out unchanged lines. */
export const elisionStyles: readonly Style[] = [
	{
		name: "elisions",
		row: "hard",
		render(edit, context) {
			const lines = elided(edit, edit.selection, context);
			return lines && inSelection(edit, fenced(lines, context.language.tags[0]));
		},
	},
	{
		name: "chat: elisions in a function or type",
		row: "hard",
		render(edit, context) {
			const lines = edit.declaration && elided(edit, edit.declaration, context);
			return lines && inChat(edit, lines);
		},
	},
	{
		name: "chat: elisions in a function or type, selected",
		row: "hard",
		render(edit, context) {
			const lines = edit.declaration && elided(edit, edit.declaration, context);
			return lines && inChat(edit, lines, edit.declaration);
		},
	},
	{
		name: "elided bodies in braces",
		row: "hard",
		render(edit, { language, random }) {
			const range = edit.selection;
			const { start, count } = changedLines(edit.hunks);
			const after = rangeAfter(edit, range);
			const bodies = bodiesOutside(after, start - range.start, range.start + range.count - (start + count));
			if (bodies.length === 0) return undefined;
			const words = random.pick(["unchanged", "... existing code ...", "same as before", "..."]);
			const result = [...after];
			for (const { from, to } of bodies) result.splice(from, to - from, `${result[from]} /* ${words} */ }`);
			return inSelection(edit, fenced(result, language.tags[0]));
		},
	},
];

/** Returns the blocks in braces among the unchanged lines at both ends, from the last one on. */
function bodiesOutside(lines: readonly string[], head: number, tail: number): readonly Run[] {
	const bodies: Run[] = [];
	let at = 1;
	while (at < lines.length) {
		const line = lines[at] ?? "";
		const end = /\)\s*(?:[:-][^{}]*)?\{$/.test(line)
			? lines.findIndex((other, index) => index > at && other.trim() === "}" && depthOf(other) === depthOf(line))
			: -1;
		const isOutside = end >= 0 && (end < head || at >= lines.length - tail) && end < lines.length - 1;
		if (isOutside && end - at > fewestLeftOut) bodies.unshift({ from: at, to: end + 1 });
		at = isOutside ? end + 1 : at + 1;
	}
	return bodies;
}
