const openable = new Set(["http:", "https:", "mailto:"]);

/**
 * The address that a link may open, written out in full, or undefined: then it is only text. Relative addresses have no
 * meaning in an answer, and every other scheme can do more than show a page.
 */
export function linkTarget(href: string): string | undefined {
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	return openable.has(url.protocol) ? url.href : undefined;
}
