/** Takes every secret that this window knows out of a text. */
export type Redactor = (text: string) => string;

/**
 * Takes every known key out of a text that leaves for the log, an error or a report.
 * Stands in front of all of them, for some gateways echo the whole key in their error text.
 *
 * @param keys the keys to hide; ones shorter than four characters would hide half of every text and are skipped.
 */
export function redact(text: string, keys: Iterable<string>): string {
	let safe = text;
	// The longest first: one key may be the beginning of another.
	for (const key of [...keys].sort((a, b) => b.length - a.length)) {
		if (key.length >= 4) safe = safe.replaceAll(key, "[key]");
	}
	// User names and passwords in addresses, such as a proxy's; up to the last @, for passwords hold some unescaped.
	safe = safe.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, "$1[user]@");
	return safe.replace(/\b(Bearer\s+)[^\s"',;]+/gi, "$1[key]");
}
