import { withoutHidden } from "../hiddenCharacters";

/**
 * A text from outside as one line of a Markdown document of ours: it can neither end its place there nor be an element, a
 * link, or what a link refers to. VS Code follows the links of a Markdown document from its editor, also those to commands.
 */
export function markdownLine(text: string): string {
	const line = withoutHidden(text.replaceAll(/\s+/g, " ")).trim();
	return line.replaceAll("<", "&lt;").replaceAll(/\](?=[([:])/g, "] ");
}
