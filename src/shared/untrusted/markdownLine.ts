import { withoutHidden } from "../hiddenCharacters";

/**
 * Converts a text from outside to one line of a Markdown document of Gatehouse's: it can neither leave its place nor be
 * an element, a link or a link's definition. VS Code follows the links of a Markdown document from its editor,
 * including links to commands.
 */
export function markdownLine(text: string): string {
	const line = withoutHidden(text.replaceAll(/\s+/g, " ")).trim();
	return line.replaceAll("<", "&lt;").replaceAll(/\](?=[([:])/g, "] ");
}

/** Returns the length of the longest run of backticks in a text: a fence around it must be longer. */
export function longestBackticks(text: string): number {
	let longest = 0;
	let row = 0;
	for (let at = text.indexOf("`"); at >= 0 && at < text.length; at++) {
		row = text[at] === "`" ? row + 1 : 0;
		longest = Math.max(longest, row);
	}
	return longest;
}
