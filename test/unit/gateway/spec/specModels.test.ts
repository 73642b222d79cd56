import assert from "node:assert/strict";
import { assertError, chatPath, embedPath, openGateway } from "../gatewayHarness";
import { chatBody, describeSpec, embedBody, jsonOf } from "./specHarness";

describeSpec("specModels.test.ts", (holds) => {
	holds(
		[
			"§1: List the available models.",
			"§4.1: Method · GET",
			"§4.1: Path · `/v1/models`",
			"§4.1: Request body · none",
			"§4.1: Response · A JSON body describing the available models; its fields are not shown.",
		],
		async () => {
			const { get, post } = await openGateway();
			const { data } = await jsonOf(await get("/v1/models"));
			assert.equal(data.length, 3);
			for (const { id, description } of data) assert.ok(id && description);
			await assertError(await post("/v1/models", {}), 405, "method_not_allowed");
		},
	);

	holds(
		[
			"§2: A model is identified by a string, sent as `model` in requests.",
			"§2: The identifiers of available models are obtained from the list-models operation.",
			"§2: The chat operation and the embedding operation each take a model identifier.",
			"§2: Chat and embedding models are different models.",
		],
		async () => {
			const { get, post } = await openGateway();
			const { data } = await jsonOf(await get("/v1/models"));
			const kinds = new Set<boolean>();
			for (const { id } of data) {
				assert.equal(typeof id, "string");
				const answers = await post(chatPath, { ...chatBody, model: id });
				const embeds = await post(embedPath, { ...embedBody, model: id });
				assert.deepEqual([answers.status, embeds.status].sort(), [200, 400]);
				await assertError(answers.ok ? embeds : answers, 400, "wrong_model_kind", "model");
				assert.equal((await (answers.ok ? answers : embeds).json()).model, id);
				kinds.add(answers.ok);
			}
			assert.equal(kinds.size, 2);
			for (const path of [chatPath, embedPath]) {
				const response = await post(path, { ...chatBody, ...embedBody, model: "not-listed" });
				await assertError(response, 404, "model_not_found", "model");
			}
		},
	);

	holds(
		[
			"§1: Produce an embedding (a vector representation) of a text.",
			"§4.3: Method · POST",
			"§4.3: Path · `/v1/embeddings`",
			"§4.3: Response · A JSON body holding the vector representation; its fields are not shown.",
		],
		async () => {
			const { get, post } = await openGateway();
			const { data } = await jsonOf(await post(embedPath, embedBody));
			assert.equal(data.length, 1);
			assert.ok(data[0].embedding.length > 0 && data[0].embedding.every(Number.isFinite));
			await assertError(await get(embedPath), 405, "method_not_allowed");
		},
	);

	holds(
		[
			"§4.3: Request body · JSON object with `model` (string) and `input` (string).",
			"§2: model · string · yes · Identifier of an embedding model.",
			"§2: input · string · yes · Text to be turned into a vector. Other accepted input forms, such as arrays: not shown.",
		],
		async () => {
			const { post } = await openGateway();
			const vector = async (input: string) =>
				(await jsonOf(await post(embedPath, { ...embedBody, input }))).data[0].embedding;
			assert.notDeepEqual(await vector("one"), await vector("two"));
			for (const body of ["", "{", "[]", "null"]) await assertError(await post(embedPath, body), 400, "invalid_json");
			for (const [param, values] of Object.entries({ model: [undefined, 1], input: [undefined, 1, null, ""] })) {
				for (const value of values) {
					const response = await post(embedPath, { ...embedBody, [param]: value });
					await assertError(response, 400, "invalid_value", param);
				}
			}
		},
	);
});
