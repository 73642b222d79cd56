import { parseJson } from "../../shared/untrusted/parseJson";

/**
 * JSON's object or array; `undefined` for anything else, broken JSON and JSON that is nested too deeply included: an
 * answer's text may be just that.
 */
export function parseObject(text: string): object | undefined {
	try {
		const value = parseJson(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
