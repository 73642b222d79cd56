import { unitVector } from "../../../src/core/search/embedding/unitVector";
import { seededRandom } from "../../faults/seededRandom";

/** Number of topics, as in a large workspace. */
const topics = 200;
/** Distance of a vector from its topic, relative to the topic's own length of about 1. */
const spread = 0.7;

/** Yields vectors that lie around topics like those of real texts; always the same for a seed. */
export function* madeVectors(count: number, dimension: number, seed: number): Iterable<Float32Array> {
	const fixed = seededRandom(1);
	const centres = Array.from({ length: topics }, () => around(dimension, fixed));
	const random = seededRandom(seed);
	for (let i = 0; i < count; i++) {
		const centre = centres[Math.floor(random() * topics)] ?? new Float32Array(dimension);
		const noise = around(dimension, random);
		yield unitVector(noise.map((value, at) => value * spread + (centre[at] ?? 0)));
	}
}

function around(dimension: number, random: () => number): Float32Array {
	return unitVector(Float32Array.from({ length: dimension }, () => random() + random() - 1));
}
