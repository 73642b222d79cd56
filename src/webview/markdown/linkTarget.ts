const openable = new Set(["http:", "https:", "mailto:"]);

/**
 * The address that a link may open, written out in full, or undefined: then it leads to a place in the workspace
 * (`placeTarget`), or is only text, for every other scheme can do more than show a page.
 */
export function linkTarget(href: string): string | undefined {
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	return openable.has(url.protocol) ? url.href : undefined;
}
