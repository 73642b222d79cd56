import assert from "node:assert/strict";
import { readEmbeddings } from "../../../../src/core/gateway/response/embeddingsReader";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";

const { dimensions } = gatewayLimits;
const malformed = { name: "GatewayError", reason: "malformed" };
const tooLarge = { name: "GatewayError", reason: "tooLarge" };
const indexed = (...indexes: unknown[]) => ({ data: indexes.map((index) => ({ index, embedding: [1] })) });
const vector = (length: number) => Array.from({ length }, () => 0.5);
const base64 = (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer).toString("base64");

describe("limits: reading embeddings", () => {
	for (const index of [0.5, -0.1, Number.NaN]) {
		it(`refuses the index ${index} of one text`, () => {
			assert.throws(() => readEmbeddings(indexed(index), 1), malformed);
		});
	}

	for (const index of [5, 4_294_967_295, -1]) {
		it(`ignores the index ${index} of a single text`, () => {
			assert.deepEqual(readEmbeddings(indexed(index), 1), [Float32Array.of(1)]);
		});
	}

	it("refuses indexes beyond the request, or duplicates", () => {
		for (const indexes of [
			[0, 2],
			[0, 4_294_967_294],
			[-1, 0],
			[0, 0.5],
			[0.5, 0.5],
		]) {
			assert.throws(() => readEmbeddings(indexed(...indexes), 2), { ...malformed, status: 200 }, `${indexes}`);
		}
		assert.throws(() => readEmbeddings(indexed(0, 1, 1), 3), { ...malformed, status: 200 });
	});

	it("accepts the indexes in any order, the same index in all entries, or none", () => {
		const { data } = { data: [1, 0].map((index) => ({ index, embedding: [index] })) };
		assert.deepEqual(readEmbeddings({ data }, 2), [Float32Array.of(0), Float32Array.of(1)]);
		for (const body of [
			indexed(0, 0),
			indexed(1, 1),
			indexed(7, 7),
			indexed(undefined, undefined),
			indexed("1", "0"),
		]) {
			assert.equal(readEmbeddings(body, 2).length, 2);
		}
	});

	it("refuses more or fewer entries than texts, without reading them", () => {
		const refuse = () => assert.fail("It is read.");
		const unread = Object.defineProperty({}, "embedding", { get: refuse });
		assert.throws(() => readEmbeddings({ data: [unread, unread] }, 1), malformed);
		assert.throws(() => readEmbeddings({ data: [unread] }, 2), malformed);
	});

	for (const value of [1e39, -1e39, Number.MAX_VALUE, null, "1", Number.POSITIVE_INFINITY]) {
		it(`refuses ${value} as one of the numbers`, () => {
			assert.throws(() => readEmbeddings({ data: [{ index: 0, embedding: [1, value] }] }, 1), malformed);
		});
	}

	it("accepts the largest number of 32 bits", () => {
		const largest = 3.4028234663852886e38;
		assert.deepEqual(readEmbeddings([[largest]], 1), [Float32Array.of(largest)]);
	});

	for (const [form, written] of [
		["floats", (values: readonly number[]) => values],
		["base64", base64],
	] as const) {
		it(`accepts 16,384 dimensions and no more, as ${form}`, () => {
			assert.equal(readEmbeddings({ data: [{ embedding: written(vector(dimensions)) }] }, 1)[0]?.length, dimensions);
			const more = { data: [{ embedding: written(vector(dimensions + 1)) }] };
			assert.throws(() => readEmbeddings(more, 1), { ...tooLarge, message: /more than 16384 dimensions\. Choose/ });
		});

		it(`refuses infinite numbers and another width, as ${form}`, () => {
			assert.throws(() => readEmbeddings({ data: [{ embedding: written([1, Number.NaN]) }] }, 1), malformed);
			const widths = [[1], [1, 2]].map((values) => ({ embedding: written(values) }));
			assert.throws(() => readEmbeddings({ data: widths }, 2), malformed);
		});
	}

	it("refuses a megabyte of base64, and invalid base64", () => {
		assert.throws(() => readEmbeddings({ data: [{ embedding: "A".repeat(1024 * 1024) }] }, 1), tooLarge);
		assert.throws(() => readEmbeddings({ data: [{ embedding: "=".repeat(1024 * 1024) }] }, 1), malformed);
	});
});
