import { withoutHidden } from "../hiddenCharacters";

/**
 * A text from outside as one line of a Markdown document of ours: it can neither end its place there nor be an element, a
 * link, or what a link refers to. VS Code follows the links of a Markdown document from its editor, also those to commands.
 */
export function markdownLine(text: string): string {
	const line = withoutHidden(text.replaceAll(/\s+/g, " ")).trim();
	return line.replaceAll("<", "&lt;").replaceAll(/\](?=[([:])/g, "] ");
}

/** The length of a text's longest row of backticks: a fence around it must be longer. */
export function longestBackticks(text: string): number {
	let longest = 0;
	let row = 0;
	for (let at = text.indexOf("`"); at >= 0 && at < text.length; at++) {
		row = text[at] === "`" ? row + 1 : 0;
		longest = Math.max(longest, row);
	}
	return longest;
}
