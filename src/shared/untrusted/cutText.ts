/** Cuts a text to a number of UTF-16 units; a longer one ends in an ellipsis, and no character is split. */
export function cutText(text: string, length: number): string {
	if (text.length <= length) return text;
	const splits = /[\uD800-\uDBFF]/.test(text.charAt(length - 2));
	return `${text.slice(0, length - (splits ? 2 : 1))}…`;
}
