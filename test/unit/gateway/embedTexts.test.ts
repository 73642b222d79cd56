import assert from "node:assert/strict";
import { demoEmbed } from "../../gateway/endpoints/demoEmbed";
import type { JsonObject } from "../../gateway/requestBody";
import { assertError, closeGatewaysAfterEach, embedPath, openGateway } from "./gatewayHarness";

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
	return Array.from(a).reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** Spec, section 4.3. */
describe("gateway: POST /v1/embeddings", () => {
	closeGatewaysAfterEach();

	async function embed(fields: JsonObject) {
		const { post } = await openGateway();
		const response = await post(embedPath, { model: "demo-embed", ...fields });
		assert.equal(response.status, 200);
		return response.json();
	}

	it("answers with the vector of a text", async () => {
		const { data, ...rest } = await embed({ input: "Hello, gateway!" });
		assert.deepEqual(rest, {
			object: "list",
			model: "demo-embed",
			usage: { prompt_tokens: 4, total_tokens: 4 },
		});
		assert.equal(data.length, 1);
		assert.deepEqual([data[0].object, data[0].index], ["embedding", 0]);
		assert.deepEqual(data[0].embedding, [...demoEmbed.embed("Hello, gateway!")]);
	});

	it("answers an array of texts in order", async () => {
		const input = ["one", "two", "one"];
		const { data, usage } = await embed({ input });
		assert.deepEqual(
			data.map(({ index, embedding }: { index: number; embedding: number[] }) => [index, embedding]),
			input.map((text, index) => [index, [...demoEmbed.embed(text)]]),
		);
		assert.equal(usage.prompt_tokens, 3);
	});

	it("sends the same floats as base64 on request", async () => {
		const { data } = await embed({ input: "Hello", encoding_format: "base64" });
		const bytes = Buffer.from(data[0].embedding, "base64");
		assert.equal(bytes.length, 384 * 4);
		const floats = Array.from({ length: 384 }, (_, i) => bytes.readFloatLE(i * 4));
		assert.deepEqual(floats, [...demoEmbed.embed("Hello")]);
		const asked = await embed({ input: "Hello", encoding_format: "float" });
		assert.deepEqual(asked.data[0].embedding, floats);
	});

	it("refuses an unknown model, and one that only chats", async () => {
		const { post } = await openGateway();
		const unknown = await post(embedPath, { model: "nothing", input: "Hello" });
		await assertError(unknown, 404, "model_not_found", "model");
		for (const model of ["demo-chat", "demo-echo"]) {
			await assertError(await post(embedPath, { model, input: "Hello" }), 400, "wrong_model_kind", "model");
		}
	});

	it("refuses a text longer than the model's context", async () => {
		const { post } = await openGateway();
		const response = await post(embedPath, { model: "demo-embed", input: ["one", "word ".repeat(9000)] });
		assert.match(await assertError(response, 400, "context_length_exceeded", "input"), /8192 tokens/);
	});

	const many = Array.from({ length: 2049 }, () => "a");
	const bad: Readonly<Record<string, readonly JsonObject[]>> = {
		model: [{ model: undefined }, { model: 1 }, { model: "" }],
		input: [undefined, null, 1, {}, "", " \n", [], [""], ["one", 1], [[1, 2]], many].map((input) => ({ input })),
		encoding_format: [{ encoding_format: "hex" }, { encoding_format: 1 }],
	};
	for (const [param, bodies] of Object.entries(bad)) {
		it(`refuses a bad ${param}, by name`, async () => {
			const { post } = await openGateway();
			for (const fields of bodies) {
				const response = await post(embedPath, { model: "demo-embed", input: "Hello", ...fields });
				await assertError(response, 400, "invalid_value", param);
			}
		});
	}
});

describe("gateway: demo-embed", () => {
	const nearness = (a: string, b: string) => dot(demoEmbed.embed(a), demoEmbed.embed(b));

	it("returns 384 numbers of unit length for any text", () => {
		for (const text of ["a", "Hello", "!?", "日本語", "🧑‍🚀", "word ".repeat(5000), "İ", "a_b"]) {
			const vector = demoEmbed.embed(text);
			assert.equal(vector.length, 384);
			assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5, text);
		}
	});

	it("returns the same vector for the same text, and for another case", () => {
		assert.deepEqual(demoEmbed.embed("Read the file"), demoEmbed.embed("Read the file"));
		assert.deepEqual(demoEmbed.embed("Read the file"), demoEmbed.embed("read THE file"));
	});

	it("uses both signs and all dimensions", () => {
		const vectors = Array.from({ length: 400 }, (_, i) => demoEmbed.embed(((i * 2654435761) % 2 ** 32).toString(36)));
		for (let i = 0; i < 384; i++) {
			assert.ok(vectors.some((vector) => (vector[i] ?? 0) > 0) && vectors.some((vector) => (vector[i] ?? 0) < 0));
		}
	});

	it("finds the text that answers a question among others", () => {
		const texts = [
			"export function parseRequest(body: string): Request { return JSON.parse(body); }",
			"class ConnectionPool { close(): void { for (const socket of this.sockets) socket.destroy(); } }",
			"def compute_average(numbers): return sum(numbers) / len(numbers)",
			"The panel shows the answer while it streams.",
			"SELECT name, price FROM products ORDER BY price DESC",
		];
		const questions = [
			"where is a request parsed?",
			"closing the sockets of a connection pool",
			"average of numbers",
			"how are streamed answers shown in the panel",
			"products by price",
		];
		questions.forEach((question, i) => {
			const scores = texts.map((text) => nearness(question, text));
			const others = scores.filter((_, at) => at !== i);
			assert.ok((scores[i] ?? 0) > 2 * Math.max(...others), `${question}: ${scores.map((s) => s.toFixed(3))}`);
		});
	});

	it("puts related words nearer to each other than unrelated ones", () => {
		assert.ok(nearness("parsing", "parser") > nearness("parsing", "window") + 0.3);
		assert.ok(nearness("readConfigFile", "read_config_file") > 0.99);
		assert.ok(Math.abs(nearness("embedding", "quarrel")) < 0.2);
	});
});
