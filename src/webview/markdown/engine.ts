// The markdown parser, in a chunk of its own that is loaded with the first answer.
import markdownIt, { type MarkdownIt } from "markdown-it";
import { keepMath } from "./math";

/** The parser as the panel uses it: no raw HTML, and links only where one is written out in full. */
export function createMarkdown(): MarkdownIt {
	const markdown = markdownIt({ html: false, linkify: true, typographer: false });
	// Otherwise `README.md` and `main.rs` would become links to hosts of these names.
	markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
	keepMath(markdown);
	return markdown;
}
