import { decodedTexts } from "./decodedText";
import { type KeyForms, keyForms, lowerCase } from "./keyForms";
import { type SecretSpan, secretSpans } from "./secretSpans";

/**
 * Minimum length of a key that is certainly not a word, in characters: a shorter one, such as `test`, may also be a
 * model's name.
 */
const shortestUnlikely = 16;

/** Maximum length of a text whose redaction is cached, in characters. */
const longestRemembered = 256;

/** Returns a text without the known keys and the other secrets in it. */
export type Redactor = (text: string) => string;

/**
 * Every key that this window has seen, including replaced ones, which a late answer may still contain. Removes them
 * from everything that reaches the log, an error, a report or the ledger, because some gateways repeat the whole key in
 * their error text.
 */
export class KnownKeys {
	readonly #forms = new Map<string, KeyForms>();
	/** The last short text that was redacted: the model's name is redacted with each request. */
	#last: { readonly text: string; readonly redacted: string } | undefined;

	constructor(keys: Iterable<string> = []) {
		for (const key of keys) this.add(key);
	}

	/** Adds a key. Keys of fewer than four characters are not hidden, because they would hide half of every text. */
	add(key: string): void {
		if (this.#forms.has(key)) return;
		this.#forms.set(key, keyForms(key));
		this.#last = undefined;
	}

	/** Returns whether a text contains a whole key, in any form, that is too long to be there by chance. */
	isIn(text: string): boolean {
		const forms = [...this.#forms].filter(([key]) => key.length >= shortestUnlikely).map(([, form]) => form);
		return [...decodedTexts(text)].some(({ text: decoded }) => {
			const lower = lowerCase(decoded);
			return forms.some(
				({ plain, base64 }) =>
					plain.some((form) => lower.includes(form)) || base64.some((form) => decoded.includes(form.text)),
			);
		});
	}

	/**
	 * Returns the text without keys (plain, URL-encoded, in base64 alone or after a user name, wrapped or not,
	 * JSON-escaped once or more, with invisible characters in them, and in part where the text was cut off), without
	 * what follows `Bearer`, and without user names and passwords in addresses.
	 */
	readonly redact: Redactor = (text) => {
		if (this.#last?.text === text) return this.#last.redacted;
		const redacted = this.#redacted(text);
		if (text.length <= longestRemembered) this.#last = { text, redacted };
		return redacted;
	};

	#redacted(text: string): string {
		const spans: SecretSpan[] = [];
		const forms = [...this.#forms.values()];
		for (const { text: decoded, starts } of decodedTexts(text)) {
			for (const { start, end, shown } of secretSpans(decoded, forms))
				spans.push({ start: starts?.[start] ?? start, end: starts?.[end] ?? end, shown });
		}
		return spans.length === 0 ? text : without(text, spans);
	}
}

/** Replaces each span of a text; where spans overlap, the first one decides what is shown. */
function without(text: string, spans: SecretSpan[]): string {
	spans.sort((a, b) => a.start - b.start || b.end - a.end);
	const parts: string[] = [];
	let end = 0;
	for (const span of spans) {
		if (span.start >= end) parts.push(text.slice(end, span.start), span.shown);
		end = Math.max(end, span.end);
	}
	return parts.join("") + text.slice(end);
}
