import type { Replacement } from "../text/replacements";

const head = /^\s*<{5,9}\s*(?:SEARCH|ORIGINAL)\b/i;
const middle = /^\s*={5,9}\s*$/;
const end = /^\s*>{5,9}\s*(?:REPLACE|UPDATED)\b/i;

/** Returns whether an answer contains search-and-replace blocks. */
export function isSearchReply(lines: readonly string[]): boolean {
	return lines.some((line) => head.test(line));
}

/**
 * Returns the replacements of search-and-replace blocks.
 *
 * @returns `undefined` when one of them is incomplete, or has nothing to find.
 */
export function searchReplacements(lines: readonly string[]): readonly Replacement[] | undefined {
	const replacements: { search: string[]; replace: string[] }[] = [];
	let part: "outside" | "search" | "replace" = "outside";
	for (const line of lines) {
		const open = replacements.at(-1);
		if (head.test(line)) {
			if (part !== "outside") return undefined;
			replacements.push({ search: [], replace: [] });
			part = "search";
		} else if (part === "search" && middle.test(line)) part = "replace";
		else if (part === "replace" && end.test(line)) part = "outside";
		else if (part !== "outside") open?.[part].push(line);
	}
	const whole = part === "outside" && replacements.every(({ search }) => search.some((line) => line.trim() !== ""));
	return whole && replacements.length > 0 ? replacements : undefined;
}
