/**
 * Characters that make code read differently from what it is: those that turn the direction of writing ("Trojan Source",
 * CVE-2021-42574), those that nobody sees, and the invisible letters of the tag block.
 */
const hidden =
	/\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

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
