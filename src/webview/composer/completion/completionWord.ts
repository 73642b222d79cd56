/** Trigger characters for suggestions. */
const completionSigns = ["/", "@", "#"] as const;
export type CompletionSign = (typeof completionSigns)[number];

/** The word at the caret, if it begins with a trigger character. */
export interface CompletionWord {
	readonly sign: CompletionSign;
	/** The text after the trigger character. */
	readonly query: string;
	/** The position of the word's trigger character, and the end of the word. */
	readonly start: number;
	readonly end: number;
}

/**
 * Returns the word before the caret if it begins with a trigger character and the caret is at its end. An action
 * applies to the whole question, so it can only be the first word.
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
