import assert from "node:assert/strict";
import type { Model } from "../../gateway/model";
import { chatPath, closeGatewaysAfterEach, embedPath, openGateway, question } from "./gatewayHarness";

interface ModelRecord {
	readonly id: string;
	readonly object: string;
	readonly created: number;
	readonly owned_by: string;
	readonly type: string;
	readonly max_context_length: number;
	readonly description: string;
}

/** Spec, section 4.1. */
describe("gateway: GET /v1/models", () => {
	closeGatewaysAfterEach();

	async function list(models?: readonly Model[]): Promise<readonly ModelRecord[]> {
		const { get } = await openGateway(models ? { models } : {});
		const response = await get("/v1/models");
		assert.equal(response.status, 200);
		assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
		const body = await response.json();
		assert.equal(body.object, "list");
		return body.data;
	}

	it("describes the three built-in models as demos, each with its kind", async () => {
		const models = await list();
		assert.deepEqual(
			models.map(({ id, type }) => [id, type]),
			[
				["demo-chat", "text-generation"],
				["demo-echo", "text-generation"],
				["demo-embed", "text-embeddings-inference"],
			],
		);
		for (const model of models) {
			assert.equal(model.object, "model");
			assert.ok(Number.isInteger(model.created) && model.created > 0);
			assert.equal(model.owned_by, "gatehouse-demo");
			assert.ok(model.max_context_length > 0);
			assert.match(model.description, /^A stand-in, not a language model: /);
		}
	});

	it("identifies models by the ids that the other operations accept", async () => {
		const { post } = await openGateway();
		for (const { id, type } of await list()) {
			const response =
				type === "text-generation"
					? await post(chatPath, question("Hello", { model: id }))
					: await post(embedPath, { model: id, input: "Hello" });
			assert.equal(response.status, 200);
			assert.equal((await response.json()).model, id);
		}
	});

	it("lists exactly the gateway's models, even none", async () => {
		const shout: Model = {
			kind: "chat",
			id: "shout",
			description: "Says it louder.",
			contextLength: 10,
			answer: ({ messages }) => messages.map(({ content }) => content.toUpperCase()).join(" "),
		};
		assert.deepEqual(
			(await list([shout])).map(({ id }) => id),
			["shout"],
		);
		assert.deepEqual(await list([]), []);
		const { post } = await openGateway({ models: [shout] });
		const answer = await (await post(chatPath, question("Hello", { model: "shout" }))).json();
		assert.equal(answer.choices[0].message.content, "HELLO");
	});

	it("answers HEAD without a body", async () => {
		const { get } = await openGateway();
		const response = await get("/v1/models", { method: "HEAD" });
		assert.equal(response.status, 200);
		assert.equal(await response.text(), "");
	});
});
