import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { keyRingOf, newKey } from "../../gateway/keyRing";
import {
	assertError,
	chatPath,
	closeGatewaysAfterEach,
	embedPath,
	type Harness,
	openGateway,
	question,
} from "./gatewayHarness";

/** Spec, section 5. */
describe("gateway: authentication", () => {
	closeGatewaysAfterEach();

	const operations: Readonly<Record<string, (harness: Harness, headers: HeadersInit) => Promise<Response>>> = {
		"GET /v1/models": ({ get }, headers) => get("/v1/models", { headers }),
		"POST /v1/chat/completions": ({ post }, headers) => post(chatPath, question("Hello"), { headers }),
		"POST /v1/embeddings": ({ post }, headers) => post(embedPath, { model: "demo-embed", input: "Hello" }, { headers }),
	};

	for (const [name, ask] of Object.entries(operations)) {
		describe(name, () => {
			it("succeeds with every valid key", async () => {
				const harness = await openGateway({ keys: ["key-one", "key-two"] });
				for (const key of ["key-one", "key-two"]) {
					assert.equal((await ask(harness, { authorization: `Bearer ${key}` })).status, 200);
				}
			});

			it("refuses requests without the right key in the right form, and never echoes it", async () => {
				const harness = await openGateway({ keys: ["key-one"] });
				const wrong = ["Bearer other", "Bearer key-on", "Bearer key-one2", "Bearer KEY-ONE"];
				const misshapen = [
					"",
					"key-one",
					"Basic key-one",
					"bearer key-one",
					"Bearer",
					"Bearer  key-one",
					"Bearer key-one x",
				];
				for (const authorization of [...wrong, ...misshapen]) {
					const response = await ask(harness, { authorization });
					assert.equal(response.headers.get("www-authenticate"), "Bearer");
					const code = wrong.includes(authorization) ? "invalid_api_key" : "invalid_authorization";
					const message = await assertError(response, 401, code);
					assert.doesNotMatch(message, /key-on|KEY-ONE|other/);
				}
			});
		});
	}

	it("says that the key is missing when there is no header", async () => {
		const { gateway } = await openGateway();
		const message = await assertError(await fetch(`${gateway.url}/v1/models`), 401, "missing_api_key");
		assert.match(message, /Authorization: Bearer <API_KEY>/);
	});

	it("checks the key before the body", async () => {
		const { post } = await openGateway();
		const headers = { authorization: "Bearer wrong", "content-type": "text/plain" };
		await assertError(await post(chatPath, "{", { headers }), 401, "invalid_api_key");
	});

	it("accepts no key in the address", async () => {
		const { gateway } = await openGateway({ keys: ["key-one"] });
		const response = await fetch(`${gateway.url}/v1/models?api_key=key-one&key=key-one`);
		await assertError(response, 401, "missing_api_key");
	});

	it("repeats the key in no other error", async () => {
		const { get, post, gateway } = await openGateway();
		const answers = [
			await get(`/v1/${gateway.key}`),
			await post(chatPath, gateway.key),
			await post(chatPath, question("Hello", { temperature: gateway.key })),
			await post(embedPath, { model: "demo-embed", input: "Hello", encoding_format: gateway.key }),
		];
		for (const answer of answers) {
			assert.ok(answer.status >= 400);
			assert.ok(!(await answer.text()).includes(gateway.key));
		}
	});

	it("creates a new key for each gateway", async () => {
		const [one, other] = [await openGateway(), await openGateway()];
		assert.notEqual(one.gateway.key, other.gateway.key);
		assert.match(newKey(), /^demo-[\w-]{32}$/);
		const headers = { authorization: `Bearer ${other.gateway.key}` };
		await assertError(await one.get("/v1/models", { headers }), 401, "invalid_api_key");
	});

	it("refuses keys that a header cannot contain", async () => {
		for (const keys of [[], [""], ["a b"], ["a\n"], ["é"]]) {
			assert.throws(() => keyRingOf(keys), RangeError);
			await assert.rejects(openGateway({ keys }), RangeError);
		}
	});

	it("listens only on loopback", async function () {
		const { gateway } = await openGateway();
		assert.match(gateway.url, /^http:\/\/127\.0\.0\.1:\d+$/);
		// Only Linux has all of 127.0.0.0/8: a server bound to every interface would answer here too.
		if (process.platform !== "linux") this.skip();
		const { port } = new URL(gateway.url);
		const refused = new Promise((resolve, reject) => {
			httpRequest({ host: "127.0.0.2", port }, () => reject(new Error("It answered.")))
				.once("error", resolve)
				.end();
		});
		assert.ok(await refused);
	});
});
