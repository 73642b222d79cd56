const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
/** Number of characters before the cursor that are searched for brackets. */
const nearLength = 6_000;

/** The brackets that are open at the end of a text. */
export interface OpenBrackets {
	readonly signs: readonly string[];
	/** Whether more brackets may be open, because the text is not the document's beginning. */
	readonly isPart: boolean;
}

/** Returns the brackets that are open before the cursor. A string ends with its line at the latest. */
export function openBefore(before: string, isWhole: boolean): OpenBrackets {
	const text = before.slice(-nearLength);
	const isPart = !isWhole || text.length < before.length;
	const signs: string[] = [];
	for (const { sign } of bracketsOf(text)) {
		if (pairs[sign] === undefined) signs.push(sign);
		else if (signs.at(-1) === pairs[sign]) signs.pop();
	}
	return { signs, isPart };
}

/**
 * Returns the length of an answer before its first bracket that closes nothing; the whole length if there is none.
 *
 * @param rest the text that follows on the line: the answer must not close brackets that this text closes.
 * @param quote the quote that is open at the cursor.
 */
export function balancedLength(answer: string, rest: string, { signs, isPart }: OpenBrackets, quote: string): number {
	const open = [...signs];
	/** The positions of the answer's brackets that close one from before the answer. */
	const closed: number[] = [];
	let own = 0;
	for (const { at, sign } of bracketsOf(answer + rest, quote)) {
		const counterpart = pairs[sign];
		const isRest = at >= answer.length;
		if (counterpart === undefined) {
			if (isRest) break;
			open.push(sign);
			own++;
			continue;
		}
		const isMatch = open.at(-1) === counterpart || (isPart && open.length === 0);
		// The text after the cursor must still close something, as it did before.
		if (!isMatch) return isRest ? (closed.at(-1) ?? answer.length) : at;
		open.pop();
		if (!isRest && own === 0) closed.push(at);
		own = Math.max(0, own - 1);
	}
	return answer.length;
}

/** Returns the number of brackets of a text that close one from before the text. */
export function outerClosers(text: string, quote: string): number {
	let [own, outer] = [0, 0];
	for (const { sign } of bracketsOf(text, quote)) {
		if (pairs[sign] === undefined) own++;
		else if (own > 0) own--;
		else outer++;
	}
	return outer;
}

/** Returns the quote that is open at the end of a line; empty if there is none. */
export function openQuote(line: string): string {
	let quote = "";
	for (let at = 0; at < line.length; at++) {
		if (line[at] === "\\") at++;
		else quote = nextQuote(quote, line, at);
	}
	return quote;
}

/** Yields the brackets of a text, without those in strings; a string ends with its line at the latest. */
function* bracketsOf(text: string, begun = ""): Generator<{ readonly at: number; readonly sign: string }> {
	let quote = begun;
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] ?? "";
		const was = quote;
		if (sign === "\n") quote = "";
		else if (sign === "\\") at++;
		else quote = nextQuote(quote, text, at);
		if (was === "" && quote === "" && "([{)]}".includes(sign)) yield { at, sign };
	}
}

/** Returns the quote that is open after a character. An apostrophe in a word opens none. */
function nextQuote(quote: string, text: string, at: number): string {
	const sign = text[at] ?? "";
	if (quote !== "") return sign === quote ? "" : quote;
	return sign === '"' || sign === "`" || (sign === "'" && !/\w/.test(text[at - 1] ?? "")) ? sign : "";
}
