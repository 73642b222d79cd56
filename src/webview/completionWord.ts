/** What a word's first sign asks for. */
const completionSigns = ["/", "@", "#"] as const;
export type CompletionSign = (typeof completionSigns)[number];

/** The word that is being written, where it asks for suggestions. */
export interface CompletionWord {
	readonly sign: CompletionSign;
	/** What stands after the sign. */
	readonly query: string;
	/** Where the word begins, its sign included, and where it ends. */
	readonly start: number;
	readonly end: number;
}

/**
 * The word before the caret, if it begins with a sign and the caret is at its end. An action says what is to be done with
 * all the rest, so it can only come first.
 */
export function completionWord(text: string, caret: number): CompletionWord | undefined {
	let start = caret;
	while (start > 0 && /\S/.test(text.charAt(start - 1))) start--;
	const word = text.slice(start, caret);
	const sign = completionSigns.find((candidate) => word.startsWith(candidate));
	if (!sign || /^\S/.test(text.slice(caret))) return undefined;
	if (sign === "/" && text.slice(0, start).trim() !== "") return undefined;
	return { sign, query: word.slice(1), start, end: caret };
}
