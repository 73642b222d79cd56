/** A vector as int8 codes: value `i` is about `codes[i] * scale`. */
export interface QuantizedVector {
	readonly codes: Int8Array;
	readonly scale: number;
}

/** The largest code; −128 is not used, so that the range is symmetrical. */
const largestCode = 127;

/**
 * Quantizes a vector to a quarter of its bytes; its largest value becomes the largest code.
 *
 * @param codes receives the codes; as long as the vector.
 */
export function quantize(vector: Float32Array, codes = new Int8Array(vector.length)): QuantizedVector {
	const scale = largestIn(vector) / largestCode;
	const factor = scale > 0 ? 1 / scale : 0;
	// Faster than `Math.round`, which handles more cases.
	for (let i = 0; i < codes.length; i++) codes[i] = Math.floor((vector[i] as number) * factor + 0.5);
	return { codes, scale };
}

/** Returns the largest absolute value. */
export function largestIn(vector: Float32Array): number {
	let largest = 0;
	for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
	return largest;
}
