/** Matches a link or a picture in Markdown, with a picture's `!`; the target has neither spaces nor brackets. */
const link = /(!?)\[([^[\]]{0,300})\]\(([^()\s]{0,300})\)/g;

/**
 * Creates the package's README from that of the repository. The package has neither the pictures nor the documents to
 * which it refers, and VS Code removes pictures without an `https:` address: such pictures are left out, and such links
 * become their text.
 */
export function packagedReadme(text) {
	const withoutTargets = text.replace(link, (whole, picture, label, target) => {
		if (/^(?:https:|#)/.test(target)) return whole;
		return picture ? "" : label;
	});
	return withoutTargets.replace(/\n{3,}/g, "\n\n");
}
