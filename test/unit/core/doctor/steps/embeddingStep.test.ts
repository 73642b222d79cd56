import assert from "node:assert/strict";
import type { DemoGateway } from "../../../../gateway/demoGateway";
import { closing, connectedGateway } from "../../gateway/gatewayHarness";
import { checkUp, doctorDeps } from "../doctorHarness";

const forEver = { times: Number.POSITIVE_INFINITY };

describe("connection check: embeddings", () => {
	let server: DemoGateway;
	beforeEach(async () => ({ server } = await connectedGateway()));
	afterEach(() => closing(server));

	it("does not mistake a refused encoding_format for refused arrays", async () => {
		server.script({
			match: ({ body, path }) => path.endsWith("/embeddings") && body.includes("encoding_format"),
			status: 422,
			json: { detail: [{ loc: ["body", "encoding_format"], msg: "Extra inputs are not permitted" }] },
			...forEver,
		});
		const found: unknown[] = [];
		await checkUp(
			doctorDeps(server.url, {
				findings: { usage: async () => {}, embeddings: async (_, __, f) => void found.push(f) },
			}),
		);
		assert.deepEqual(found, [{ arrays: true, dimension: 384 }]);
	});

	it("reads base64 vectors", async () => {
		const base64 = Buffer.from(Float32Array.from([1, 2, 3]).buffer).toString("base64");
		server.script({
			match: ({ path, json }) => path.endsWith("/embeddings") && Array.isArray((json as { input?: unknown })?.input),
			json: {
				data: [
					{ index: 0, embedding: base64 },
					{ index: 1, embedding: base64 },
				],
			},
			...forEver,
		});
		server.script({
			match: ({ path }) => path.endsWith("/embeddings"),
			json: { data: [{ index: 0, embedding: base64 }] },
		});
		const found: unknown[] = [];
		await checkUp(
			doctorDeps(server.url, {
				findings: { usage: async () => {}, embeddings: async (_, __, f) => void found.push(f) },
			}),
		);
		assert.deepEqual(found, [{ arrays: true, dimension: 3 }]);
	});
});
