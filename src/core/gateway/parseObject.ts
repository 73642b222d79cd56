import { parseJson } from "../../shared/untrusted/parseJson";

/**
 * Parses a JSON object or array; returns `undefined` for anything else, including invalid JSON and JSON that is nested
 * too deeply. The text of an answer may be any of these.
 */
export function parseObject(text: string): object | undefined {
	try {
		const value = parseJson(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
