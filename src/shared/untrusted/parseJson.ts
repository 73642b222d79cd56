import { jsonFits } from "./jsonShape";
import { gatewayLimits } from "./limits";

/** JSON whose arrays and objects lie within each other more deeply than `gatewayLimits.jsonDepth`. */
export class JsonDepthError extends Error {
	override readonly name = "JsonDepthError";
}

/**
 * Parses JSON from outside, unless it is nested so deeply that parsing it, or walking through it, could exhaust memory or
 * the stack.
 *
 * @throws JsonDepthError, and JSON.parse's own SyntaxError.
 */
export function parseJson(text: string): unknown {
	if (isTooDeep(text)) throw new JsonDepthError(`JSON deeper than ${gatewayLimits.jsonDepth} levels`);
	return JSON.parse(text);
}

/** Whether a JSON text opens more arrays and objects within each other than are taken. Linear in its length. */
export function isTooDeep(json: string, most: number = gatewayLimits.jsonDepth): boolean {
	// Every level takes two characters, and most texts have fewer brackets in all: then there is nothing to follow.
	if (json.length < 2 * most || !opensMoreThan(json, most)) return false;
	return !jsonFits(json, most, Number.POSITIVE_INFINITY);
}

/** Whether there are more opening brackets than this in a text, in strings too. */
function opensMoreThan(json: string, most: number): boolean {
	let count = 0;
	for (const bracket of ["[", "{"]) {
		for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
			if (++count > most) return true;
		}
	}
	return false;
}
