/** The position of a text in another one, in UTF-16 units; the end is exclusive. */
export interface TextPlace {
	readonly start: number;
	readonly end: number;
}

/** Finds up to `most` occurrences of a text in another one, ignoring case; they do not overlap. */
export function textPlaces(text: string, wanted: string, most: number): TextPlace[] {
	if (wanted === "") return [];
	const searched = withoutCase(text);
	const sought = withoutCase(wanted);
	const places: TextPlace[] = [];
	for (let at = searched.indexOf(sought); at !== -1 && places.length < most; ) {
		places.push({ start: at, end: at + sought.length });
		at = searched.indexOf(sought, at + sought.length);
	}
	return places;
}

/**
 * Folds the case of a text without moving any of its characters: those whose other case has a different length stay as
 * they are.
 */
function withoutCase(text: string): string {
	// Most texts are ASCII; others take ten times as long.
	if (isAscii(text)) return text.toLowerCase();
	let folded = "";
	for (const letter of text) {
		// Via upper case, because some letters have two lower-case forms: σ and ς.
		const plain = letter.toUpperCase().toLowerCase();
		folded += plain.length === letter.length ? plain : letter;
	}
	return folded;
}

function isAscii(text: string): boolean {
	for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
	return true;
}
