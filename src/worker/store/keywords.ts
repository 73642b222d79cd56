/** Matches the boundaries between the words of an identifier such as `getHTTPUserName`. */
const bounds = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const identifier = /[\p{L}\p{N}]+/gu;
const mixedCase = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u;
/** Match boundaries in ASCII, which nearly all code is: the first finds them quickly, the second splits there. */
const plainBound = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/g;
const plainBounds = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** Prepares a text for the keyword index: the parts of mixed-case identifiers are added, each once. */
export function keywordText(text: string): string {
	const found = new Set<string>();
	plainBound.lastIndex = 0;
	while (plainBound.test(text)) {
		let end = plainBound.lastIndex;
		let start = end - 2;
		while (isPlain(text.charCodeAt(start - 1))) start--;
		while (isPlain(text.charCodeAt(end))) end++;
		found.add(text.slice(start, end));
		plainBound.lastIndex = end;
	}
	return found.size === 0 ? text : `${text}\n${[...found].join(" ").replace(plainBounds, " ")}`;
}

/** Returns whether a character code is an ASCII letter or digit; NaN, outside of a text, is not. */
function isPlain(code: number): boolean {
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
	for (const [word] of query.matchAll(identifier)) {
		words.add(word.toLowerCase());
		if (mixedCase.test(word)) for (const part of word.split(bounds)) words.add(part.toLowerCase());
	}
	const distinctive = [...words].filter((word) => !common.has(word));
	// Quoted, so that no word is read as an operator of FTS5.
	const asked = (distinctive.length > 0 ? distinctive : [...words]).slice(0, mostWords).map((word) => `"${word}"`);
	return asked.length > 0 ? asked.join(" OR ") : undefined;
}
