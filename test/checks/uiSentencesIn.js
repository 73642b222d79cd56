// Finds the literals in a TypeScript source that are a whole sentence of the UI: a test with such a literal fails when
// the text is reworded.
import { syntaxOf } from "./syntaxOf.js";

/** Maximum number of words of a text that is not a sentence, unless it has a full stop. */
const mostWords = 6;

/** Minimum number of words in a sentence besides its values: fewer words are in too many other texts. */
const fewestWords = 3;

/** Whether a text of the UI has a full stop or more than six words. */
function isSentence(text) {
	const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word.replace(/\{\d+\}/g, ""))).length;
	return words >= fewestWords && (isLong(text) || /\S\.(?:\s|$)/.test(text));
}

const isLong = (text) => text.split(/\s+/).length > mostWords;
const withoutStop = (text) => text.replace(/(?<!\})\.$/, "");

/**
 * @param {readonly string[]} texts texts of the UI, with `{0}` for their values; each sentence of a text counts, too.
 * @returns {(literal: string) => string | undefined} a function that returns the sentence that a literal equals, with
 * any values in it; the full stop may be missing from a long sentence.
 */
export function sentenceFinder(texts) {
	const all = new Set(texts.flatMap((text) => [text, ...text.split(/(?<=\S[.?!]) /)]));
	const sentences = [...all]
		.filter(isSentence)
		.map((text) => ({ text, parts: (isLong(text) ? withoutStop(text) : text).split(/\{\d+\}/) }));
	return (literal) => {
		const forms = [literal, withoutStop(literal)];
		return sentences.find(({ parts }) => forms.some((form) => isMadeOf(parts, form)))?.text;
	};
}

/** Whether a text has the parts in this order, with something of the same line between them. */
function isMadeOf([first, ...rest], text) {
	if (!text.startsWith(first)) return false;
	const last = rest.pop();
	if (last === undefined) return text === first;
	let at = first.length;
	for (const part of rest) {
		const next = text.indexOf(part, at + 1);
		if (next < 0) return false;
		at = next + part.length;
	}
	return text.length - last.length > at && text.endsWith(last) && !text.slice(first.length).includes("\n");
}

/**
 * @param {string} source TypeScript.
 * @param {ReturnType<typeof sentenceFinder>} sentenceOf
 * @returns {Promise<string[]>} the sentences, in the source's order.
 */
export async function uiSentencesIn(source, sentenceOf) {
	const { nodes } = await syntaxOf(source);
	return [...nodes].flatMap((node) => {
		const literal = literalOf(node);
		return literal === undefined ? [] : (sentenceOf(literal) ?? []);
	});
}

/**
 * Returns the text of a string, a template or a pattern. An inserted value of a template, or an open part of a pattern,
 * counts as any text.
 */
function literalOf({ type, value, regex, quasis }) {
	if (type === "TemplateLiteral") return quasis.map((quasi) => quasi.value.cooked).join("…");
	if (type !== "Literal") return undefined;
	if (regex) return regex.pattern.replace(/^\^|\$$/g, "").replace(/\\([^\w\s])/g, "$1");
	return typeof value === "string" ? value : undefined;
}
