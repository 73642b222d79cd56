/**
 * Normalizes a vector to length 1, so that a dot product is the cosine; a zero vector stays as it is.
 *
 * @param unit receives the result; as long as the vector.
 */
export function unitVector(vector: Float32Array, unit = new Float32Array(vector.length)): Float32Array {
	const norm = Math.sqrt(dotProduct(vector, vector));
	const factor = norm > 0 ? 1 / norm : 1;
	for (let i = 0; i < unit.length; i++) unit[i] = (vector[i] as number) * factor;
	return unit;
}

/** Returns the dot product in full precision. Four independent sums allow them to be computed in parallel. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
	const { length } = one;
	const whole = length - (length % 4);
	let [a, b, c, d] = [0, 0, 0, 0];
	for (let i = 0; i < whole; i += 4) {
		a += (one[i] as number) * (other[i] as number);
		b += (one[i + 1] as number) * (other[i + 1] as number);
		c += (one[i + 2] as number) * (other[i + 2] as number);
		d += (one[i + 3] as number) * (other[i + 3] as number);
	}
	for (let i = whole; i < length; i++) a += (one[i] as number) * (other[i] as number);
	return a + b + c + d;
}
