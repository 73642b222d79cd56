/** Where a text may be cut, at a place or right before it: not in the middle of a character that takes two units. */
export function cutBefore(text: string, at: number): number {
	const isSecond = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
	const isFirst = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
	return isSecond && isFirst ? at - 1 : at;
}
