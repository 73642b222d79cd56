/**
 * Letters of other scripts and blocks that look like ASCII ones in common fonts, based on Unicode's confusables (UTS
 * #39).
 */
const letters: ReadonlySet<string> = new Set(
	[
		// Cyrillic.
		"\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u04cf\u0475\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u04c0\u051a\u051c\u04ae",
		// Greek.
		"\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03f2\u03f3\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03f9\u037f",
		// Armenian.
		"\u0585\u0578\u057d\u0570\u0581\u0566\u0575\u054f\u053c\u054d\u0555",
		// Latin and phonetic.
		"\u0251\u0261\u0269\u1d04\u1d0f\u1d20\u1d21\u1d22\ua731\u01c0\u01c3",
	].join(""),
);

/** Matches signs that look like those of a command: `;`, `-`, `.`, `/`, `\`, `|` and `:`. */
const signs = /[\u037e\u2010\u2011\u2024\u2044\u2212\u2215\u2216\u2223\ua789]/gu;

/** Matches words; an escape such as `\n` before a word does not belong to it. */
const words = /\\[bfnrt]|[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns a text in which characters that only look like ASCII are replaced: signs, and letters in words that also have
 * ASCII letters, or whose letters all look like ASCII. A word of another script, such as a Russian one, stays as it is,
 * and so does a single letter next to it, such as a preposition.
 */
export function withoutLookAlikes(text: string, replaced: (character: string) => string): string {
	return text
		.split("\n")
		.map((line) => {
			const found = [...line.matchAll(words)];
			let shown = "";
			let end = 0;
			for (const [at, { 0: word, index }] of found.entries()) {
				shown += line.slice(end, index);
				end = index + word.length;
				const isForeign = isOfOtherScript(word) || (isSingle(word) && isBesideForeign(line, found, at));
				shown += isForeign && !hasPlainLetter(word) ? word : shownWord(word, replaced);
			}
			return shown + line.slice(end);
		})
		.join("\n")
		.replaceAll(signs, replaced);
}

function shownWord(word: string, replaced: (character: string) => string): string {
	return isAscii(word) ? word : [...word].map((one) => (looksAscii(one) ? replaced(one) : one)).join("");
}

/** Returns whether the word before or after is of another script, with only spaces in between. */
function isBesideForeign(line: string, found: readonly RegExpExecArray[], at: number): boolean {
	const isPair = (first = found[at], second = found[at + 1]) =>
		first !== undefined &&
		second !== undefined &&
		/^ +$/.test(line.slice(first.index + first[0].length, second.index)) &&
		[first, second].some(([word]) => isOfOtherScript(word));
	return isPair(found[at - 1], found[at]) || isPair();
}

function isSingle(word: string): boolean {
	return [...word].length === 1;
}

function hasPlainLetter(word: string): boolean {
	return [...word].some((one) => isAscii(one) && isLetter(one));
}

/** Returns whether a word has letters that do not look like ASCII ones. */
function isOfOtherScript(word: string): boolean {
	return !isAscii(word) && [...word].some((one) => isLetter(one) && !isAscii(one) && !looksAscii(one));
}

/** Returns whether a text has characters that `withoutLookAlikes` replaces. */
export function hasLookAlikes(text: string): boolean {
	let found = false;
	withoutLookAlikes(text, (one) => {
		found = true;
		return one;
	});
	return found;
}

function isLetter(character: string): boolean {
	return /\p{L}/u.test(character);
}

function looksAscii(character: string): boolean {
	if (isAscii(character) || !isLetter(character)) return false;
	// Full-width and mathematical letters are normalized to ASCII letters.
	return letters.has(character) || /^[!-~]$/.test(character.normalize("NFKC"));
}

function isAscii(text: string): boolean {
	return !/[^!-~]/.test(text);
}
