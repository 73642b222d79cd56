import { cutOffEscape, withoutBreaks } from "./decodedText";
import { type KeyForms, lowerCase } from "./keyForms";

/** In UTF-16 units; the end is exclusive. */
interface SecretPlace {
	readonly start: number;
	readonly end: number;
}

/** A part of a text that is not shown. */
export interface SecretSpan extends SecretPlace {
	/** Shown in its place. */
	readonly shown: "[key]" | "[user]";
}

/** A shorter beginning of a key at a text's end may be anything. */
const shortestPart = 6;

/** Every secret in a text: known keys, what follows `Bearer`, and user names with passwords in addresses. In linear time. */
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

/** Keys in base64 with line breaks in it. */
function* wrappedSpans(text: string, keys: readonly KeyForms[]): Generator<SecretSpan> {
	const unwrapped = withoutBreaks(text);
	const original = (at: number) => unwrapped?.starts?.[at] ?? at;
	for (const { start, end, shown, form } of unwrapped ? base64Spans(unwrapped.text, keys) : []) {
		// Without a break in it, it is found in the text as it is, and the line behind it is another text.
		const length = original(form.end - 1) - original(form.start);
		if (length >= form.end - form.start) yield { start: original(start), end: original(end - 1) + 1, shown };
	}
}

/** Where a form is in a text, also where it overlaps itself. */
function* places(text: string, form: string): Generator<number> {
	for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) yield at;
}

/** How much of a key a text that was cut off ends with. */
function cutOffPart(text: string, key: string): number {
	for (let length = key.length - 1; length >= shortestPart; length--) {
		if (text.endsWith(key.slice(0, length))) return length;
	}
	return 0;
}

function isBase64(character: string | undefined): boolean {
	return character !== undefined && /[\w+/-]/.test(character);
}

/** The last character may hold bits of the key, and padding may follow. */
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

/** Our own advice writes this for them. */
const example = "user:password";

/** User names and passwords in addresses, such as a proxy's; up to the last @, for passwords hold some unescaped. */
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
		// Its last character may begin the next one.
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
