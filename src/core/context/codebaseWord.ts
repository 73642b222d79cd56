/** Code is sent as it is; a fence that is not closed goes to the end. */
const fence = /^[^\S\n]*(`{3,}|~{3,})[^`\n]*\n[\s\S]*?(?:^[^\S\n]*\1[`~]*[^\S\n]*$|(?![\s\S]))/m.source;
const opens = "[(\\[{\"'“‘«]";
const closes = "[)\\]}\"'”’»]";
/** As a word of its own, maybe in brackets or quotes, with a full stop behind it or the like. */
const word = `(?<=(?:^|\\s)${opens}{0,2})(?:${opens}#codebase${closes}|#codebase)(?=(?:[.,;:?!…]|${closes})*(?:\\s|$))`;
const space = "[^\\S\\n]";
/** A line of its own goes with the blank lines behind it; else one space goes. */
const cut = `^${space}*${word}${space}*(?:\\n(?:${space}*\\n)*|$)|^${word}${space}+|${space}?${word}`;
const fenceOrWord = new RegExp(`${fence}|${cut}`, "gim");

/** A question without the word `#codebase`; `undefined` where that is not in it, or only in code. */
export function withoutCodebaseWord(question: string): string | undefined {
	const text = question.replace(fenceOrWord, (match, marks?: string) => (marks === undefined ? "" : match));
	return text === question ? undefined : text.trimEnd();
}
