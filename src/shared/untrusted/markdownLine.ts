import { withoutHidden } from "../text/hiddenCharacters";

/**
 * Converts untrusted text to a single line for one of Gatehouse's Markdown documents, without HTML elements, links or
 * link definitions: in an editor, VS Code opens the links of a Markdown document, including links to commands.
 */
export function markdownLine(text: string): string {
	const line = withoutHidden(text.replaceAll(/\s+/g, " ")).trim();
	return line.replaceAll("<", "&lt;").replaceAll(/\](?=[([:])/g, "] ");
}

/**
 * Returns the fence for a block of code with this text: longer than any run of backticks in it, so that none of them
 * can close it.
 */
export function fenceAround(text: string): string {
	let longest = 2;
	let row = 0;
	for (let at = text.indexOf("`"); at >= 0 && at < text.length; at++) {
		row = text[at] === "`" ? row + 1 : 0;
		longest = Math.max(longest, row);
	}
	return "`".repeat(longest + 1);
}
