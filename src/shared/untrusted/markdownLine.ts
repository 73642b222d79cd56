import { withoutHidden } from "../text/hiddenCharacters";

/**
 * Converts a text from outside to one line of a Markdown document of Gatehouse's: it can neither leave its place nor be
 * an element, a link or a link's definition. VS Code follows the links of a Markdown document from its editor,
 * including links to commands.
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
