import { type KeyForms, lowerCase } from "./keyForms";

/** A part of a text that is not shown, in UTF-16 units; the end is exclusive. */
export interface SecretSpan {
	readonly start: number;
	readonly end: number;
	/** What is shown in its place. */
	readonly shown: "[key]" | "[user]";
}

/** A shorter beginning of a key at a text's end may be anything. */
const shortestPart = 6;

/** Every secret in a text: known keys, what follows `Bearer`, and user names with passwords in addresses. In linear time. */
export function secretSpans(text: string, keys: Iterable<KeyForms>): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const lower = lowerCase(text);
	for (const { plain, base64 } of keys) {
		for (const form of plain) {
			for (const start of places(lower, form)) spans.push({ start, end: start + form.length, shown: "[key]" });
			const part = cutOffPart(lower, form);
			if (part > 0) spans.push({ start: text.length - part, end: text.length, shown: "[key]" });
		}
		for (const { text: form, before } of base64) {
			for (const place of places(text, form)) {
				const start = before === 1 && isBase64(text[place - 1]) ? place - 1 : place;
				spans.push({ start, end: endOfBase64(text, place + form.length), shown: "[key]" });
			}
		}
	}
	for (const span of bearers(text, lower)) spans.push(span);
	for (const span of users(text)) spans.push(span);
	return spans;
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

/** What our own advice writes for them. */
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
