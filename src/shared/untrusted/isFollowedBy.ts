/**
 * Whether a text has one thing, and another somewhere behind it. One pattern for both, with `.*` between them, would search the
 * rest of the text again for each occurrence of the first.
 */
export function isFollowedBy(text: string, first: RegExp, second: RegExp): boolean {
	const found = first.exec(text);
	return found !== null && second.test(text.slice(found.index + found[0].length));
}
