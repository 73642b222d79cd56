import markdownIt, { type MarkdownIt } from "markdown-it";
import { limits } from "../../shared/untrusted/limits";
import { keepMath } from "./math";

/** Creates the panel's parser: no raw HTML, and links only for URLs that are written out in full. */
export function createMarkdown(): MarkdownIt {
	const markdown = markdownIt({ html: false, linkify: true, typographer: false });
	// Otherwise `README.md` and `main.rs` would become links to hosts of these names.
	markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
	keepMath(markdown);
	keepLongText(markdown);
	return markdown;
}

/** Leaves text that is too long unformatted, because the result would be too much to be laid out at once. */
function keepLongText(markdown: MarkdownIt): void {
	markdown.core.ruler.before("inline", "long_text", ({ tokens }) => {
		for (const token of tokens) {
			if (token.type === "inline" && token.content.length > limits.formattedText) token.type = "long_text";
		}
	});
}
