/** A reply as real models give it, and its expected result. */
export interface ReplyCase {
	readonly name: string;
	/** The document; the lines between `«` and `»`, each alone on its line, are replaced. */
	readonly document: string;
	readonly reply: string;
	/** The expected document; `null` if the reply must be refused. */
	readonly expected: string | null;
	/** `typescript` by default. */
	readonly languageId?: string;
	/** The document's indentation if its lines do not show it; a tab by default. */
	readonly indentation?: string;
	/** `stop` by default; `null` for none. */
	readonly finishReason?: string | null;
}

/** The code of most cases. */
export const sum = `export function sum(values: number[]): number {
	let total = 0;
	for (const value of values) total += value;
	return total;
}`;

/** The expected code of most cases. */
export const better = `export function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}`;

/** Returns the document with this code. */
export const withSum = (code: string): string => `import { log } from "./log";

${code}

export function report(values: number[]): void {
	log(String(sum(values)));
}
`;

/** Creates a case about `sum`. @param code its replacement; `null` if the reply must be refused. */
export function ofSum(
	name: string,
	reply: string,
	code: string | null,
	finishReason: string | null = "stop",
): ReplyCase {
	const expected = code === null ? null : withSum(code);
	return { name, document: withSum(`«\n${sum}\n»`), reply, expected, finishReason };
}

/** Returns code in a fence. */
export const fenced = (code: string, info = "typescript"): string => `\`\`\`${info}\n${code}\n\`\`\``;
