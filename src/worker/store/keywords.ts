/** Matches the boundaries between the words of an identifier such as `getHTTPUserName` or `größeMaß`. */
const bounds = /(?<=[\p{Ll}\p{Lo}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const identifier = /[\p{L}\p{M}\p{N}]+/gu;
const mixedCase = /[\p{Ll}\p{Lo}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u;
/** Matches the same in ASCII, which nearly all code is, several times as fast. */
const plainBounds = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;
/**
 * Matches what may be in a mixed-case identifier: the capital letter at a boundary in ASCII, or any character outside of
 * it. Searching for the capital letters first is nearly twice as fast as for the characters before them.
 */
const candidate = /[A-Z](?<=[a-z0-9][A-Z]|[A-Z]{2}(?=[a-z]))|[\u0080-\uffff]/g;
const notAscii = /[\u0080-\uffff]/;
const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

/**
 * Prepares a text for the keyword index: the parts of mixed-case identifiers are added, each once. The index's version
 * need not change with it: another one would require new embeddings, and each changed file is added in the new way.
 */
export function keywordText(text: string): string {
	const plain = new Set<string>();
	const others = new Set<string>();
	candidate.lastIndex = 0;
	while (candidate.test(text)) {
		let end = candidate.lastIndex;
		let start = end - 1;
		if (!isInWord(text.charCodeAt(start))) continue;
		while (isInWord(text.charCodeAt(start - 1))) start--;
		while (isInWord(text.charCodeAt(end))) end++;
		const word = text.slice(start, end);
		if (!notAscii.test(word)) plain.add(word);
		else if (mixedCase.test(composed(word))) others.add(composed(word));
		candidate.lastIndex = end;
	}
	const parts = [...partsOf(plain, plainBounds), ...partsOf(others, bounds)];
	return parts.length === 0 ? text : `${text}\n${parts.join(" ")}`;
}

function partsOf(words: ReadonlySet<string>, between: RegExp): readonly string[] {
	return words.size === 0 ? [] : [[...words].join(" ").replace(between, " ")];
}

/** Returns a text whose accents are not separate characters: a boundary is between two letters. */
function composed(text: string): string {
	return notAscii.test(text) ? text.normalize("NFC") : text;
}

/** Returns whether a character code is part of words; NaN, outside of a text, is not. */
function isInWord(code: number): boolean {
	if (code >= 128) return wordCharacter.test(String.fromCharCode(code));
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Words that occur in every text and every question. */
const common = new Set(
	"a an and are as at be by can do does for from has have how i in into is it its of on or that the then there this to was we what when where which who why will with you".split(
		" ",
	),
);
/** Maximum number of words in a query: more make it slower, but not better. */
const mostWords = 32;

/** Returns a query as an FTS5 expression that matches any of its words; `undefined` when it contains no word. */
export function keywordExpression(query: string): string | undefined {
	const words = new Set<string>();
	for (const [word] of composed(query).matchAll(identifier)) {
		words.add(word.toLowerCase());
		if (mixedCase.test(word)) for (const part of word.split(bounds)) words.add(part.toLowerCase());
	}
	const distinctive = [...words].filter((word) => !common.has(word));
	// Quoted, so that no word is read as an operator of FTS5.
	const asked = (distinctive.length > 0 ? distinctive : [...words]).slice(0, mostWords).map((word) => `"${word}"`);
	return asked.length > 0 ? asked.join(" OR ") : undefined;
}
