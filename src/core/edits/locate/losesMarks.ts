import { isDistinctive } from "../text/lineMatch";
import type { Surroundings } from "./overlap";

/** Languages with headings that begin with `#`: elsewhere, such a line is a comment. */
const markdown = new Set(["markdown", "mdx"]);
/** Matches a heading; lines that are indented more are code. */
const heading = /^ {0,3}#{1,6}\s/;
/** Matches the forms that a new version of a heading may have: with signs before it or below it, or in HTML. */
const anyHeading = /^\s*(?:#{1,6}\s|<h[1-6]\b|(?:={2,}|-{2,})\s*$)/i;
const listItem = /^\s*(?:[-*+]|\d+[.)])\s/;
/** Matches the line that opens or closes a fence, also in a quotation and at the beginning of a list item. */
const fenceLine = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,}(?!~))([^`]*)$/;
/** Minimum number of items of a list. */
const fewestItems = 2;

/**
 * Returns whether text is shorter than the text that it would replace, and lacks all of its headings or all of its list
 * markers: it contains only the changed lines. Code in fences does not count.
 */
export function losesMarks(code: readonly string[], { above, before }: Surroundings, languageId: string): boolean {
	const [now, old] = [code, before].map((lines) => lines.filter((line) => line.trim() !== ""));
	if (!now || !old || now.length >= old.length) return false;
	const { fence } = outsideFences(above);
	const [text, textBefore] = [outsideFences(now, fence).lines, outsideFences(old, fence).lines];
	const has = (mark: RegExp) => text.some((line) => mark.test(line));
	if (markdown.has(languageId) && textBefore.some((line) => heading.test(line)) && !has(anyHeading)) return true;
	const known = new Set(textBefore.filter(isDistinctive).map((line) => line.trim()));
	const items = textBefore.filter((line) => listItem.test(line));
	return items.length >= fewestItems && !has(listItem) && text.some((line) => known.has(line.trim()));
}

/**
 * Returns the lines outside of fences, and the fence that is open after them.
 *
 * @param fence the fence that is open before them.
 */
function outsideFences(
	lines: readonly string[],
	fence?: string,
): { readonly lines: readonly string[]; readonly fence: string | undefined } {
	let open = fence;
	const outside = lines.filter((line) => {
		const [, sign, info = ""] = fenceLine.exec(line) ?? [];
		const isFenced = open !== undefined || sign !== undefined;
		if (open === undefined) open = sign;
		else if (sign?.startsWith(open) && info.trim() === "") open = undefined;
		return !isFenced;
	});
	return { lines: outside, fence: open };
}
