/** Returns a position at or just before another where a text can be cut without splitting a surrogate pair. */
export function cutBefore(text: string, at: number): number {
	const isSecond = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
	const isFirst = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
	return isSecond && isFirst ? at - 1 : at;
}
