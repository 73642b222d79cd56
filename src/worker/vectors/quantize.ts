/** A vector as int8 codes: number `i` is about `codes[i] * scale`. */
export interface QuantizedVector {
	readonly codes: Int8Array;
	readonly scale: number;
}

/** The largest code; −128 is not used, so that both signs reach equally far. */
const largestCode = 127;

/**
 * A vector in a quarter of its bytes; its largest number becomes the largest code.
 *
 * @param codes where they are put, as long as the vector.
 */
export function quantize(vector: Float32Array, codes = new Int8Array(vector.length)): QuantizedVector {
	const scale = largestIn(vector) / largestCode;
	const factor = scale > 0 ? 1 / scale : 0;
	// Not `Math.round`, which has more to heed.
	for (let i = 0; i < codes.length; i++) codes[i] = Math.floor((vector[i] as number) * factor + 0.5);
	return { codes, scale };
}

/** The largest number without its sign. */
export function largestIn(vector: Float32Array): number {
	let largest = 0;
	for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
	return largest;
}
