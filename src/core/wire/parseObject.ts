/** JSON's object or array; `undefined` for anything else, broken JSON included: an answer's text may be just that. */
export function parseObject(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
