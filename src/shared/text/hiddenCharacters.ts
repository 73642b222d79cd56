/**
 * Matches characters that make code look different from what it is: those that change the direction of writing ("Trojan
 * Source", CVE-2021-42574), invisible ones, the invisible letters of the tag block, and control characters, which can
 * control a terminal. Variation selectors can encode a whole text; one after an emoji, a keycap's digit or an ideograph
 * is allowed.
 */
const hidden =
	/\p{Cc}(?<![\t\n\r])|[\u2028\u2029\u2800\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}(?<![\p{Extended_Pictographic}\p{Ideographic}][\ufe00-\ufe0f])(?<![\d#*]\ufe0f(?=\u20e3))/gu;

/** A hidden character and its position in the text, in UTF-16 code units. */
export interface HiddenCharacter {
	readonly index: number;
	readonly character: string;
	/** Its code point, such as "U+202E". */
	readonly number: string;
}

/** Returns the hidden characters of a text, in order. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
	return [...text.matchAll(hidden)].map(({ index, 0: character }) => ({
		index,
		character,
		number: numberOf(character),
	}));
}

/** Returns a text with its hidden characters made visible, such as `⟨U+202E⟩`. */
export function withHiddenNumbers(text: string): string {
	return text.replaceAll(hidden, (character) => `⟨${numberOf(character)}⟩`);
}

function numberOf(character: string): string {
	return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns a text without its hidden characters. */
export function withoutHidden(text: string): string {
	return text.replaceAll(hidden, "");
}
