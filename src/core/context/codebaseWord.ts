/** `#codebase` as a word of its own, with a full stop behind it or the like. */
const word = /(^|\s)#codebase(?=[.,;:?!]?(?:\s|$))/gi;

/** A question without the word `#codebase`; `undefined` where that is not in it. */
export function withoutCodebaseWord(question: string): string | undefined {
	const text = question.replace(word, "");
	return text === question ? undefined : text.trim();
}
