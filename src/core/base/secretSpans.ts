import { cutOffEscape, withoutBreaks } from "./decodedText";
import { type KeyForms, lowerCase } from "./keyForms";

/** A range in UTF-16 units; the end is exclusive. */
interface SecretPlace {
	readonly start: number;
	readonly end: number;
}

/** A part of a text that must not be shown. */
export interface SecretSpan extends SecretPlace {
	/** The text that is shown instead. */
	readonly shown: "[key]" | "[user]";
}

/** Minimum length of a cut-off key at a text's end, in characters: a shorter beginning may be anything. */
const shortestPart = 6;

/**
 * Finds every secret in a text: known keys, what follows `Bearer`, and user names with passwords in addresses. Takes
 * linear time.
 */
export function secretSpans(text: string, keys: readonly KeyForms[]): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const lower = lowerCase(text);
	const escaped = lower.slice(0, lower.length - cutOffEscape(lower));
	for (const { plain } of keys) {
		for (const form of plain) {
			for (const start of places(lower, form)) spans.push({ start, end: start + form.length, shown: "[key]" });
			for (const cutOff of escaped === lower ? [lower] : [lower, escaped]) {
				const part = cutOffPart(cutOff, form);
				if (part > 0) spans.push({ start: cutOff.length - part, end: text.length, shown: "[key]" });
			}
		}
	}
	for (const span of base64Spans(text, keys)) spans.push(span);
	for (const span of wrappedSpans(text, keys)) spans.push(span);
	for (const span of bearers(text, lower)) spans.push(span);
	for (const span of users(text)) spans.push(span);
	return spans;
}

function* base64Spans(text: string, keys: readonly KeyForms[]): Generator<SecretSpan & { readonly form: SecretPlace }> {
	const escaped = text.slice(0, text.length - cutOffEscape(text));
	for (const { base64 } of keys) {
		for (const { text: form, before } of base64) {
			const startOf = (place: number) => (before === 1 && isBase64(text[place - 1]) ? place - 1 : place);
			for (const start of places(text, form)) {
				const end = start + form.length;
				yield { start: startOf(start), end: endOfBase64(text, end), shown: "[key]", form: { start, end } };
			}
			const end = escaped.length;
			const start = end - cutOffPart(escaped, form);
			if (start < end) yield { start: startOf(start), end: text.length, shown: "[key]", form: { start, end } };
		}
	}
}

/** Finds keys in base64 that contain line breaks. */
function* wrappedSpans(text: string, keys: readonly KeyForms[]): Generator<SecretSpan> {
	const unwrapped = withoutBreaks(text);
	const original = (at: number) => unwrapped?.starts?.[at] ?? at;
	for (const { start, end, shown, form } of unwrapped ? base64Spans(unwrapped.text, keys) : []) {
		// A key without a line break in it is found in the text as it is, and the line after it is a separate text.
		const length = original(form.end - 1) - original(form.start);
		if (length >= form.end - form.start) yield { start: original(start), end: original(end - 1) + 1, shown };
	}
}

/** Yields every position of a form in a text, including overlapping ones. */
function* places(text: string, form: string): Generator<number> {
	for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) yield at;
}

/** Returns how many characters of a key a cut-off text ends with. */
function cutOffPart(text: string, key: string): number {
	for (let length = key.length - 1; length >= shortestPart; length--) {
		if (text.endsWith(key.slice(0, length))) return length;
	}
	return 0;
}

function isBase64(character: string | undefined): boolean {
	return character !== undefined && /[\w+/-]/.test(character);
}

/** Extends the end: the last character may hold bits of the key, and padding may follow. */
function endOfBase64(text: string, at: number): number {
	let end = isBase64(text[at]) ? at + 1 : at;
	while (text[end] === "=" && end < at + 3) end++;
	return end;
}

const bearer = "bearer";

function* bearers(text: string, lower: string): Generator<SecretSpan> {
	for (let at = lower.indexOf(bearer); at !== -1; ) {
		let start = at + bearer.length;
		while (isSpace(text[start])) start++;
		let end = start;
		if (start > at + bearer.length && !isWord(text[at - 1])) while (isToken(text[end])) end++;
		if (end > start) yield { start, end, shown: "[key]" };
		at = lower.indexOf(bearer, end);
	}
}

/** The placeholder in Gatehouse's own advice, which is not a secret. */
const example = "user:password";

/**
 * Finds user names and passwords in addresses, such as a proxy's. They end at the last @, because some passwords
 * contain one unescaped.
 */
function* users(text: string): Generator<SecretSpan> {
	for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at)) {
		const start = at + 3;
		let last = -1;
		let end = start;
		for (; end < text.length && !isSpace(text[end]) && !"/?#".includes(text[end] ?? ""); end++) {
			if (text[end] === "@") last = end;
		}
		if (last !== -1 && isWord(text[at - 1]) && text.slice(start, last) !== example)
			yield { start, end: last, shown: "[user]" };
		// The last character may begin the next address.
		at = Math.max(start, end - 1);
	}
}

function isSpace(character: string | undefined): boolean {
	return character !== undefined && character.trim() === "";
}

function isWord(character: string | undefined): boolean {
	return character !== undefined && /\w/.test(character);
}

function isToken(character: string | undefined): boolean {
	return character !== undefined && !isSpace(character) && !`"',;\\`.includes(character);
}
