/** Maximum number of tokens of a chunk that is worth learning from. */
const mostTokens = 400;

/**
 * Splits JSON into its strings, with their quotes, its whole numbers, and the text between them; `undefined` if it is
 * too long.
 */
export function jsonTokens(json: string): string[] | undefined {
	const tokens: string[] = [];
	for (let at = 0; at < json.length; ) {
		if (tokens.length >= mostTokens) return undefined;
		const end = tokenEnd(json, at);
		tokens.push(json.slice(at, end));
		at = end;
	}
	return tokens;
}

function tokenEnd(json: string, start: number): number {
	let at = start;
	if (json[at] === '"') {
		for (at++; at < json.length && json[at] !== '"'; at++) if (json[at] === "\\") at++;
		return Math.min(at + 1, json.length);
	}
	if (isDigit(json.charCodeAt(at))) {
		while (isDigit(json.charCodeAt(at))) at++;
		return at;
	}
	while (at < json.length && json[at] !== '"' && !isDigit(json.charCodeAt(at))) at++;
	return at;
}

/** Returns whether a character code is a digit; false for NaN. */
export function isDigit(code: number): boolean {
	return code >= 0x30 && code <= 0x39;
}
