import type { Replacement } from "../text/replacements";

const head = /^\s*(?:<{5,9}\s*(?:SEARCH\b|ORIGINAL\s*$)|-{5,9}\s*SEARCH\b)/i;
const base = /^\s*\|{5,9}(?:\s|$)/;
const middle = /^\s*={5,9}\s*$/;
const end = /^\s*(?:>{5,9}\s*(?:REPLACE|UPDATED)\b|>{7}(?:\s|$)|\+{5,9}\s*REPLACE\b)/i;
/** The head of a conflict as Git marks it, with any label. */
const conflictHead = /^\s*<{7}(?:\s|$)/;

/**
 * Returns whether an answer contains search-and-replace blocks. Models write them with the labels that they are asked
 * for, or like a conflict of Git's, unless the document contains such lines itself.
 *
 * @param known the document's lines, trimmed.
 */
export function isSearchReply(lines: readonly string[], known: ReadonlySet<string>): boolean {
	if (isLabelled(lines, known)) return true;
	return lines.some((line) => conflictHead.test(line)) && ![...known].some((line) => conflictHead.test(line));
}

function isLabelled(lines: readonly string[], known: ReadonlySet<string>): boolean {
	return lines.some((line) => head.test(line) && !known.has(line.trim()));
}

/**
 * Returns the replacements of search-and-replace blocks; if conflicts are between lines of the document, a single
 * replacement for all of them.
 *
 * @param known the document's lines, trimmed.
 * @returns `undefined` when one of them is incomplete, or has nothing to find.
 */
export function searchReplacements(
	lines: readonly string[],
	known: ReadonlySet<string>,
): readonly Replacement[] | undefined {
	const labelled = isLabelled(lines, known);
	const parts: { search: string[]; replace: string[]; base: string[]; isBlock: boolean }[] = [];
	let part: "outside" | "search" | "base" | "replace" = "outside";
	for (const line of lines) {
		const open = parts.at(-1);
		if ((labelled ? head : conflictHead).test(line)) {
			if (part !== "outside") return undefined;
			parts.push({ search: [], replace: [], base: [], isBlock: true });
			part = "search";
		} else if (part === "search" && base.test(line)) part = "base";
		else if ((part === "search" || part === "base") && middle.test(line)) part = "replace";
		else if (part === "replace" && end.test(line)) part = "outside";
		else if (part !== "outside") open?.[part].push(line);
		else parts.push({ search: [line], replace: [line], base: [], isBlock: false });
	}
	const blocks = parts.filter(({ isBlock }) => isBlock);
	const others = parts.filter(({ isBlock, search: [line = ""] }) => !isBlock && line.trim() !== "");
	const isAmong = !labelled && others.length > 0 && others.every(({ search: [line = ""] }) => known.has(line.trim()));
	const all = {
		search: parts.flatMap(({ search }) => search),
		replace: parts.flatMap(({ replace }) => replace),
	};
	const replacements = isAmong ? [all] : blocks.map(({ search, replace }) => ({ search, replace }));
	const whole = part === "outside" && replacements.every(({ search }) => search.some((line) => line.trim() !== ""));
	return whole && replacements.length > 0 ? replacements : undefined;
}
