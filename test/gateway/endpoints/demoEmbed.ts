import type { EmbeddingModel } from "../model";

const dimensions = 384;
const gramLengths = [3, 4, 5] as const;

/**
 * A lexical embedding: texts are near if they share parts of words. Each character n-gram of each word is hashed to
 * one dimension and a sign (Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009), weighted
 * by the logarithm of its count; the vector has unit length.
 */
export const demoEmbed: EmbeddingModel = {
	kind: "embedding",
	id: "demo-embed",
	description: "A stand-in, not a language model: a lexical embedding from hashed character n-grams.",
	contextLength: 8192,
	embed(text) {
		const counts = new Map<string, number>();
		for (const gram of grams(text)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
		const vector = new Float32Array(dimensions);
		for (const [gram, count] of counts) {
			const hash = hash32(gram);
			const index = (hash >>> 1) % dimensions;
			vector[index] = (vector[index] ?? 0) + (hash & 1 ? 1 : -1) * (1 + Math.log(count));
		}
		return unit(vector);
	},
};

/** Returns the n-grams of every word, including its boundaries; identifiers are split at case changes and underscores. */
function* grams(text: string): Iterable<string> {
	const parted = text.normalize("NFC").replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2");
	const lower = parted.toLowerCase();
	// A text without letters and digits still has its own vector.
	const words = lower.match(/[\p{L}\p{N}\p{M}]+/gu) ?? lower.split(/\s+/).filter((word) => word !== "");
	for (const word of words) {
		const bounded = [..."<", ...word, ...">"];
		for (const length of gramLengths) {
			for (let start = 0; start + length <= bounded.length; start++) {
				yield bounded.slice(start, start + length).join("");
			}
		}
	}
}

/** FNV-1a over UTF-16 units, then murmur3's finalizer, so that every bit depends on all others. */
function hash32(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

function unit(vector: Float32Array): Float32Array {
	const norm = Math.hypot(...vector);
	// Opposite signs may cancel each other out; without a direction, any vector will do.
	if (norm === 0) return vector.fill(1 / Math.sqrt(dimensions));
	return vector.map((value) => value / norm);
}
