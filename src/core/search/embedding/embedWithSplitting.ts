import { GatewayError } from "../../gateway/gatewayError";
import { cutBefore } from "../model/cutBefore";
import { unitVector } from "./unitVector";

/** Length in characters below which a text is not split further. */
const shortest = 200;

/**
 * Returns the vector of a text that may be too long for its model: if it is, the text is split in two, then in four,
 * and the result is the mean of the parts' vectors, weighted by length.
 *
 * @throws what `embed` throws, when splitting does not help.
 */
export async function embedWithSplitting(
	text: string,
	embed: (text: string) => Promise<Float32Array | undefined>,
): Promise<Float32Array> {
	try {
		return (await embed(text)) ?? new Float32Array();
	} catch (error) {
		const tooLong = error instanceof GatewayError && error.reason === "contextOverflow";
		if (!tooLong || text.length < shortest) throw error;
	}
	const middle = cutPoint(text);
	const first = await embedWithSplitting(text.slice(0, middle), embed);
	const second = await embedWithSplitting(text.slice(middle), embed);
	return mean(first, middle, second, text.length - middle);
}

/** Returns a position near the middle, after a line or else after a word if possible. */
function cutPoint(text: string): number {
	const middle = text.length >> 1;
	for (const bound of ["\n", " "]) {
		const at = text.lastIndexOf(bound, middle);
		if (at > text.length / 4) return at + 1;
	}
	return cutBefore(text, middle);
}

function mean(first: Float32Array, firstWeight: number, second: Float32Array, secondWeight: number): Float32Array {
	const [one, other] = [unitVector(first), unitVector(second)];
	return unitVector(one.map((value, i) => value * firstWeight + (other[i] ?? 0) * secondWeight));
}
