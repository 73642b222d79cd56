import { hasFields } from "../../../shared/untrusted/ownField";
import { parseJson } from "../../../shared/untrusted/parseJson";
import type { ToolArguments } from "../gateway";

/**
 * Reads the arguments of a call from the text that a gateway sent: an empty text means none, and JSON within a JSON
 * string is read too. Broken JSON is repaired only if there is a single way to do so (`repairedJson`); otherwise the
 * text is returned.
 *
 * @param isCut whether the answer ended at its length limit, so that the last value may be incomplete.
 */
export function callArguments(text: string, isCut = false): ToolArguments {
	const trimmed = text.trim();
	if (trimmed === "" || trimmed === "null") return isCut ? text : {};
	const value = parsed(trimmed);
	const object = objectOf(typeof value === "string" ? parsed(value) : value);
	if (object) return object;
	// Valid JSON that is not an object: there is nothing to repair.
	if (value !== undefined) return text;
	const repaired = repairedJson(trimmed, isCut);
	return (repaired === undefined ? undefined : objectOf(parsed(repaired))) ?? text;
}

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
	return hasFields(value) && !Array.isArray(value) ? value : undefined;
}

const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Repairs an object in the ways that leave no doubt about its values: line breaks and tabs in a string are escaped,
 * commas before a closing bracket and closing brackets after the end are dropped, and closing brackets that are missing
 * after a complete string, list, object or word are added. A text that ends within a string, a number or before a value
 * is not repaired.
 *
 * @param isCut whether the end is missing, so that no closing brackets may be added.
 */
export function repairedJson(text: string, isCut = false): string | undefined {
	if (text[0] !== "{") return undefined;
	const pieces: string[] = [];
	const closers: string[] = [];
	/** The position of the first character that has not been copied yet. */
	let from = 0;
	let inString = false;
	/** The position of a comma after which nothing but whitespace was read; -1 if there is none. */
	let comma = -1;
	for (let at = 0; at < text.length; at++) {
		const character = text[at] as string;
		if (inString) {
			const escaped = escapes[character];
			if (escaped !== undefined) {
				pieces.push(text.slice(from, at), escaped);
				from = at + 1;
			} else if (character === "\\") at++;
			else if (character === '"') inString = false;
			continue;
		}
		if (character <= " ") continue;
		if (character === "}" || character === "]") {
			if (closers.pop() !== character) return undefined;
			if (comma >= 0) {
				pieces.push(text.slice(from, comma));
				from = comma + 1;
			}
			if (closers.length === 0) {
				if (!onlyClosers(text, at + 1)) return undefined;
				return [...pieces, text.slice(from, at + 1)].join("");
			}
		}
		comma = character === "," ? at : -1;
		if (character === '"') inString = true;
		else if (character === "{") closers.push("}");
		else if (character === "[") closers.push("]");
	}
	if (inString || isCut || !/["}\]]$|true$|false$|null$/.test(text.slice(-5))) return undefined;
	return [...pieces, text.slice(from), ...closers.reverse()].join("");
}

function onlyClosers(text: string, from: number): boolean {
	for (let at = from; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code > 0x20 && code !== 0x7d && code !== 0x5d) return false;
	}
	return true;
}
