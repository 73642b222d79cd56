import { jsonFits } from "./jsonShape";
import { gatewayLimits } from "./limits";

/** The error for JSON that is nested more deeply than `gatewayLimits.jsonDepth`. */
export class JsonDepthError extends Error {
	override readonly name = "JsonDepthError";
}

/**
 * Parses JSON from outside, unless it is nested so deeply that parsing or traversing it could exhaust memory or the
 * stack.
 *
 * @throws JsonDepthError, and JSON.parse's own SyntaxError.
 */
export function parseJson(text: string): unknown {
	if (isTooDeep(text)) throw new JsonDepthError(`JSON deeper than ${gatewayLimits.jsonDepth} levels`);
	return JSON.parse(text);
}

/** Returns whether JSON is nested more deeply than allowed. Takes linear time. */
export function isTooDeep(json: string, most: number = gatewayLimits.jsonDepth): boolean {
	// A shortcut: every level takes two characters, and most texts have fewer brackets in total.
	if (json.length < 2 * most || !opensMoreThan(json, most)) return false;
	return !jsonFits(json, most, Number.POSITIVE_INFINITY);
}

/** Returns whether a text has more opening brackets than this, including those in strings. */
function opensMoreThan(json: string, most: number): boolean {
	let count = 0;
	for (const bracket of ["[", "{"]) {
		for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
			if (++count > most) return true;
		}
	}
	return false;
}
