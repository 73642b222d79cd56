/** Where an identifier such as `getHTTPUserName` is taken apart. */
const bounds = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const identifier = /[\p{L}\p{N}]+/gu;
const mixedCase = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u;
/** The same in ASCII, which nearly all code is: quick to look for, and then the place between two parts. */
const plainBound = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/g;
const plainBounds = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** A text for the keyword index: with its mixed-case identifiers also taken apart, once each. */
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

/** Whether it is an ASCII letter or digit; NaN, outside of a text, is none. */
function isPlain(code: number): boolean {
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Words that are in every text and every question. */
const common = new Set(
	"a an and are as at be by can do does for from has have how i in into is it its of on or that the then there this to was we what when where which who why will with you".split(
		" ",
	),
);
/** More words make a query slower and no better. */
const mostWords = 32;

/** A query as an FTS5 expression that any of its words fits; `undefined` when there is no word in it. */
export function keywordExpression(query: string): string | undefined {
	const words = new Set<string>();
	for (const [word] of query.matchAll(identifier)) {
		words.add(word.toLowerCase());
		if (mixedCase.test(word)) for (const part of word.split(bounds)) words.add(part.toLowerCase());
	}
	const telling = [...words].filter((word) => !common.has(word));
	// Quoted, so that no word is taken for one of FTS5's own.
	const asked = (telling.length > 0 ? telling : [...words]).slice(0, mostWords).map((word) => `"${word}"`);
	return asked.length > 0 ? asked.join(" OR ") : undefined;
}
