import assert from "node:assert/strict";
import { assertError, chatPath, openGateway } from "../gatewayHarness";
import { signedIn } from "../webClient";
import { ask, chatBody, describeSpec, embedBody, hello, jsonOf, operations, statuses } from "./specHarness";

describeSpec("specService.test.ts", (holds) => {
	holds(
		[
			"§0: a gateway that lets tools and IDEs talk to large language models (LLMs) through one HTTP interface",
			"§0: The service forwards requests to various model providers.",
			"§1: one HTTP interface to several model providers",
		],
		async () => {
			const { gateway: one } = await openGateway();
			const { gateway: two } = await openGateway();
			const providers = [
				{ name: "one", url: one.url, key: one.key },
				{ name: "two", url: two.url, key: two.key },
			];
			const { get, post } = await openGateway({ providers });
			const { data } = await jsonOf(await get("/v1/models"));
			for (const [name, provider] of [
				["one", one],
				["two", two],
			] as const) {
				const model = `${name}/demo-echo`;
				assert.ok(data.some(({ id }: { id: string }) => id === model));
				const { choices } = await jsonOf(await post(chatPath, { ...chatBody, model }));
				assert.equal(choices[0].message.content, hello.content);
				assert.equal(provider.requests.at(-1)?.path, chatPath);
			}
		},
	);

	holds(["§0: It exposes three operations: list models, chat completion and text embedding."], async () => {
		const { gateway, get, post } = await openGateway();
		assert.deepEqual(await statuses(gateway.url, gateway.key), [200, 200, 200]);
		for (const path of ["/v1", "/v1/completion", "/v1/responses", "/v1/audio/speech", "/v1/models/demo-chat"]) {
			await assertError(await get(path), 404, "unknown_path");
			await assertError(await post(path, chatBody), 404, "unknown_path");
		}
	});

	holds(
		[
			"§1: Client applications that need an LLM endpoint are configured with `{base_url}/v1` as the URL and an API key.",
		],
		async () => {
			const { gateway } = await openGateway();
			const key = await (await signedIn(gateway)).createKey("my client");
			const configured = { url: `${gateway.url}/v1`, key };
			const headers = { authorization: `Bearer ${configured.key}`, "content-type": "application/json" };
			await jsonOf(await fetch(`${configured.url}/models`, { headers }));
			for (const [path, body] of [
				["/chat/completions", chatBody],
				["/embeddings", embedBody],
			] as const) {
				const init = { method: "POST", headers, body: JSON.stringify(body) };
				await jsonOf(await fetch(configured.url + path, init));
			}
		},
	);

	holds(
		["§4: All paths are relative to `{base_url}`.", "§9: All model operations live under the path prefix `/v1`."],
		async () => {
			const { gateway } = await openGateway();
			for (const [method, path, body] of operations) {
				for (const elsewhere of [path.slice("/v1".length), `/v2${path.slice("/v1".length)}`, `/llm${path}`]) {
					const response = await ask(gateway.url, gateway.key, [method, elsewhere, body]);
					assert.ok(response.status === 405 || /^text\/html/.test(response.headers.get("content-type") ?? ""));
				}
			}
			assert.deepEqual(await statuses(gateway.url, gateway.key), [200, 200, 200]);
		},
	);

	holds(
		[
			"§4: All requests carry the authentication header described in section 5.",
			"§4.1: Required header · `Authorization: Bearer <API_KEY>`",
			"§5.1: Every operation requires the header `Authorization` with the value `Bearer <API_KEY>`.",
		],
		async () => {
			const { gateway } = await openGateway();
			for (const operation of operations) {
				for (const authorization of ["", gateway.key, `Basic ${gateway.key}`, "Bearer", "Bearer other"]) {
					assert.equal((await ask(gateway.url, gateway.key, operation, { authorization })).status, 401);
				}
				const [method, path] = operation;
				await assertError(await fetch(gateway.url + path, { method }), 401, "missing_api_key");
			}
		},
	);

	holds(
		[
			"§4: Requests with a body carry the header `Content-Type: application/json`.",
			"§4.2: Required headers · `Authorization: Bearer <API_KEY>`, `Content-Type: application/json`",
			"§4.3: Required headers · `Authorization: Bearer <API_KEY>`, `Content-Type: application/json`",
			"§5.6: Every POST request also carries `Content-Type: application/json`.",
		],
		async () => {
			const { gateway } = await openGateway();
			for (const operation of operations.slice(1)) {
				for (const type of ["text/plain", "application/x-www-form-urlencoded", ""]) {
					const response = await ask(gateway.url, gateway.key, operation, { "content-type": type });
					await assertError(response, 415, "unsupported_media_type");
				}
			}
		},
	);
});
