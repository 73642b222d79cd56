/**
 * Returns whether a match of one pattern is followed by a match of another, anywhere. A single pattern with `.*` in
 * between would search the rest of the text again for each match of the first.
 */
export function isFollowedBy(text: string, first: RegExp, second: RegExp): boolean {
	const found = first.exec(text);
	return found !== null && second.test(text.slice(found.index + found[0].length));
}
