const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as a language writes it.
 *
 * The first one takes some 20 ms, most of it for what is common to all, and to make another's format still longer than to
 * write with it.
 *
 * @param language empty for English.
 */
export function numberText(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
	const key = `${language} ${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.NumberFormat(language || "en", options);
	formats.set(key, format);
	return format.format(value);
}
