/**
 * Characters that make code read differently from what it is: those that turn the direction of writing ("Trojan Source",
 * CVE-2021-42574), those that nobody sees, the invisible letters of the tag block, and control characters, which steer a
 * terminal. Variation selectors can spell a whole text; the one behind an emoji, a keycap's digit or an ideograph is fine.
 */
const hidden =
	/\p{Cc}(?<![\t\n\r])|[\u2028\u2029\u2800\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}(?<![\p{Extended_Pictographic}\p{Ideographic}][\ufe00-\ufe0f])(?<![\d#*]\ufe0f(?=\u20e3))/gu;

/** A hidden character and where it stands in its text, in UTF-16 code units. */
export interface HiddenCharacter {
	readonly index: number;
	readonly character: string;
	/** Its number, such as "U+202E". */
	readonly number: string;
}

/** The characters of a text that nobody sees, in its order. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
	return [...text.matchAll(hidden)].map(({ index, 0: character }) => ({
		index,
		character,
		number: `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`,
	}));
}

/** A text without the characters that nobody sees. */
export function withoutHidden(text: string): string {
	return text.replaceAll(hidden, "");
}
