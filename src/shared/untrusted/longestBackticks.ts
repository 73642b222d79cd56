/** The length of a text's longest row of backticks: a fence around it must be longer. */
export function longestBackticks(text: string): number {
	let longest = 0;
	let row = 0;
	for (let at = text.indexOf("`"); at >= 0 && at < text.length; at++) {
		row = text[at] === "`" ? row + 1 : 0;
		longest = Math.max(longest, row);
	}
	return longest;
}
