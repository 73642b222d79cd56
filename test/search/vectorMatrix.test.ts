import assert from "node:assert/strict";
import { dotProduct, unitVector } from "../../src/core/search/embedding/unitVector";
import type { Scored } from "../../src/worker/vectors/nearest";
import { largestIn, quantize } from "../../src/worker/vectors/quantize";
import { VectorMatrix } from "../../src/worker/vectors/vectorMatrix";
import { seededRandom } from "../faults/seededRandom";

const random = seededRandom(7);
const vectorOf = (dimension: number) =>
	unitVector(Float32Array.from({ length: dimension }, () => random() + random() + random() - 1.5));

const byScore = (one: Scored, other: Scored) => other.score - one.score;

/** Returns the kernel's score, computed in plain JavaScript: both vectors are quantized. */
function expectedScore(vector: Float32Array, query: Float32Array): number {
	const { codes, scale } = quantize(vector);
	const step = largestIn(query) / 16;
	return (
		dotProduct(
			Float32Array.from(codes),
			query.map((value) => Math.round(value / step) * step),
		) * scale
	);
}

describe("index: the vectors in memory", () => {
	for (const dimension of [1, 15, 16, 17, 384, 768, 1024]) {
		it(`have the same scores as in JavaScript, with ${dimension} numbers each`, () => {
			const matrix = new VectorMatrix(dimension);
			const vectors = Array.from({ length: 100 }, () => vectorOf(dimension));
			for (const [index, vector] of vectors.entries()) matrix.set(index + 1, quantize(vector));
			const query = vectorOf(dimension);
			const found = matrix.nearest(query, 100);
			assert.equal(found.length, 100);
			for (const { id, score } of found)
				assert.ok(Math.abs(score - expectedScore(vectors[id - 1] ?? query, query)) < 1e-5);
		});
	}

	it("do not overflow if every number has the maximum value", () => {
		for (const dimension of [768, 4096, 8192]) {
			const matrix = new VectorMatrix(dimension);
			const vector = unitVector(new Float32Array(dimension).fill(1));
			const other = vector.map((value) => -value);
			matrix.set(1, quantize(vector));
			matrix.set(2, quantize(other));
			for (const query of [vector, other]) {
				const scores = matrix
					.nearest(query, 2)
					.sort(byScore)
					.map(({ score }) => score);
				for (const [rank, score] of scores.entries()) assert.ok(Math.abs(score - (rank ? -1 : 1)) < 1e-5, `${scores}`);
			}
		}
	});

	it("contain what is set, replaced and deleted, over several blocks of rows", () => {
		const matrix = new VectorMatrix(24);
		const kept = new Map<number, Float32Array>();
		for (let step = 0; step < 12_000; step++) {
			const id = 1 + Math.floor(random() * 6_000);
			if (random() < 0.3) {
				matrix.delete(id);
				kept.delete(id);
			} else {
				const vector = vectorOf(24);
				matrix.set(id, quantize(vector));
				kept.set(id, vector);
			}
		}
		assert.equal(matrix.size, kept.size);
		assert.deepEqual(
			[...matrix.ids()],
			[...kept.keys()].sort((a, b) => a - b),
		);
		const query = vectorOf(24);
		const scores = [...kept].map(([id, vector]) => ({ id, score: expectedScore(vector, query) }));
		const best = scores.sort(byScore).slice(0, 10);
		for (const [rank, { score }] of matrix.nearest(query, 10).sort(byScore).entries())
			assert.ok(Math.abs(score - (best[rank]?.score ?? Number.NaN)) < 1e-5);
		const isFew = (id: number) => id % 5 === 1;
		const few = matrix.nearest(query, 1_000, isFew).map(({ id }) => id);
		assert.deepEqual(
			few.sort((a, b) => a - b),
			[...matrix.ids()].filter(isFew),
		);
	});

	it("have no results if there are none, and refuse another dimension", () => {
		const matrix = new VectorMatrix(8);
		assert.deepEqual(matrix.nearest(vectorOf(8), 10), []);
		assert.throws(() => matrix.set(1, quantize(vectorOf(9))), RangeError);
		assert.throws(() => matrix.nearest(vectorOf(9), 1), RangeError);
		assert.throws(() => matrix.nearest(vectorOf(8), 1_001), RangeError);
	});
});
