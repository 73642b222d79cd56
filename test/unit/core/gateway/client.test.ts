import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OnWait } from "../../../../src/core/gateway/retry";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { memoryLogChannel } from "../memoryPorts";
import { canaryKey, clientOf, closing, collect, connectedGateway, never, question } from "./gatewayHarness";

describe("request: its content", () => {
	const hostile = {
		OPENAI_API_KEY: "sk-from-the-environment",
		OPENAI_BASE_URL: "http://127.0.0.1:9/evil/v1",
		OPENAI_ORG_ID: "org-evil",
		OPENAI_PROJECT_ID: "proj-evil",
		OPENAI_CUSTOM_HEADERS: "X-Evil: yes\nAuthorization: Bearer evil\nCookie: evil=1",
		OPENAI_LOG: "debug",
	};
	/** Headers that Node's fetch adds to every request, apart from ours and those of the openai package. */
	const transport = [
		"host",
		"connection",
		"content-length",
		"accept-encoding",
		"accept-language",
		"sec-fetch-mode",
		"user-agent",
	];
	const saved = { ...process.env };
	let server: DemoGateway;
	let client: ReturnType<typeof clientOf>;

	before(async () => {
		Object.assign(process.env, hostile);
		({ server, client } = await connectedGateway());
	});
	after(async () => {
		process.env = saved;
		await closing(server);
	});

	const headersOf = (request: { rawHeaders: readonly (readonly [string, string])[] }) =>
		request.rawHeaders.map(([name]) => name.toLowerCase()).filter((name) => !transport.includes(name));

	it("has only the key to list models", async () => {
		const asked = server.nextRequest();
		const models = await client.listModels(never);
		const request = await asked;
		assert.deepEqual(
			models.map(({ id, kind }) => [id, kind]),
			[
				["demo-chat", "chat"],
				["demo-echo", "chat"],
				["demo-embed", "embedding"],
			],
		);
		assert.equal(request.method, "GET");
		assert.equal(request.target, "/v1/models");
		assert.equal(request.headers.authorization, `Bearer ${canaryKey}`);
		assert.deepEqual(headersOf(request).sort(), ["accept", "authorization"]);
		assert.match(request.headers["user-agent"] ?? "", /^(node|undici)$/);
	});

	it("has only model, messages and stream to chat", async () => {
		const asked = server.nextRequest();
		await collect(client.chat(question("hello"), never));
		const request = await asked;
		assert.equal(request.method, "POST");
		assert.equal(request.target, "/v1/chat/completions");
		assert.equal(request.headers.authorization, `Bearer ${canaryKey}`);
		assert.equal(request.headers["content-type"], "application/json");
		assert.deepEqual(headersOf(request).sort(), ["accept", "authorization", "content-type"]);
		assert.deepEqual(request.json, {
			model: "demo-echo",
			messages: [{ role: "user", content: "hello" }],
			stream: true,
		});
	});

	it("has max_tokens and temperature if they are set, even to 0", async () => {
		const asked = server.nextRequest();
		await collect(client.chat({ ...question("hello"), maxTokens: 7, temperature: 0 }, never));
		const { json } = await asked;
		assert.deepEqual(json, { ...(json as object), max_tokens: 7, temperature: 0 });
		assert.equal(Object.keys(json as object).length, 5);
	});

	it("has one string at a time to embed, in floats", async () => {
		const before = server.requests.length;
		const vectors = await client.embed("demo-embed", ["one", "two"], never);
		assert.deepEqual(
			vectors.map(({ length }) => length),
			[384, 384],
		);
		assert.deepEqual(
			server.requests.slice(before).map(({ target, json }) => [target, json]),
			["one", "two"].map((input) => ["/v1/embeddings", { model: "demo-embed", input, encoding_format: "float" }]),
		);
	});
});

describe("key: the origins to which it is sent", () => {
	let server: DemoGateway;
	let client: ReturnType<typeof clientOf>;
	let other: Server;
	let seen = 0;

	before(async () => {
		({ server, client } = await connectedGateway());
		other = createServer((_, response) => {
			seen++;
			response.end("{}");
		});
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
	});
	after(async () => {
		await closing(server);
		await new Promise((resolve) => other.close(resolve));
	});
	const otherUrl = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

	for (const status of [301, 302, 303, 307, 308]) {
		it(`do not include another origin after a ${status}, which is refused and names both`, async () => {
			server.script({ times: 2, status, headers: { location: `${otherUrl()}/v1/models` } });
			const refusal = { reason: "redirected", message: new RegExp(`${server.url}.*${otherUrl()}`) };
			await assert.rejects(client.listModels(never), refusal);
			await assert.rejects(collect(client.chat(question("hello"), never)), refusal);
			assert.equal(seen, 0);
		});
	}

	it("include redirects within the origin", async () => {
		server.script({ status: 308, headers: { location: "/v1/chat/completions" } });
		assert.equal((await collect(client.chat(question("hello"), never))).text, "hello");
	});

	it("do not include redirects that would lose the question", async () => {
		server.script({ status: 302, headers: { location: "/v1/models" } });
		await assert.rejects(collect(client.chat(question("hello"), never)), { reason: "wrongAddress" });
	});

	it("end with an error in circular redirects", async () => {
		server.script({ times: 20, status: 307, headers: { location: "/v1/models" } });
		await assert.rejects(client.listModels(never), { reason: "wrongAddress" });
	});
});

describe("error: from a gateway", () => {
	let server: DemoGateway;
	let client: ReturnType<typeof clientOf>;
	let hurry: OnWait;
	beforeEach(async () => ({ server, client, hurry } = await connectedGateway()));
	afterEach(() => closing(server));

	for (const [status, body, reason] of [
		[401, '{"error":{"message":"nope"}}', "unauthorized"],
		[403, '{"detail":"API key expired"}', "unauthorized"],
		[400, '{"error":{"message":"Invalid API key"}}', "unauthorized"],
		[403, '{"detail":"This model is not for students"}', "forbidden"],
		[400, '{"detail":"missing key: messages"}', "refused"],
		[400, "Unknown key 'stream_options' in request body", "refused"],
		[400, "unexpected token } in JSON", "refused"],
		[413, "<html><body>413 Request Entity Too Large</body></html>", "contextOverflow"],
		[402, "{}", "outOfCredit"],
		[404, '{"error":{"message":"The model `x` does not exist"}}', "unknownModel"],
		[400, '{"error":"model not found"}', "unknownModel"],
		[404, "Not Found", "wrongAddress"],
		[404, "<html><body>404 model</body></html>", "wrongAddress"],
		[400, '{"error":{"message":"This model\'s maximum context length is 4096 tokens"}}', "contextOverflow"],
		[413, '{"message":"Payload too large"}', "contextOverflow"],
		[500, '{"error":"input is too large to process"}', "contextOverflow"],
		[429, "slow down", "rateLimited"],
		[500, "", "unavailable"],
		[503, '{"error":{"message":"busy"}}', "unavailable"],
		[501, "", "refused"],
		[422, '{"detail":[{"msg":"bad value"}]}', "refused"],
		[400, "Client sent an HTTP request to an HTTPS server.", "wrongAddress"],
		[400, "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>", "wrongAddress"],
	] as const) {
		it(`${status} ${body.slice(0, 60)} is ${reason}`, async () => {
			server.script({ times: Number.POSITIVE_INFINITY, status, body });
			const error = { name: "GatewayError", reason, status };
			await assert.rejects(client.listModels(never, hurry), error);
			await assert.rejects(collect(client.chat(question("hello"), never, hurry)), error);
		});
	}

	for (const [status, body] of [
		[400, ""],
		[502, ""],
		[502, "<html><body>502</body></html>"],
	] as const) {
		it(`${status} without a message is named once by its status: ${body || "empty"}`, async () => {
			server.script({ times: Number.POSITIVE_INFINITY, status, body });
			await assert.rejects(client.listModels(never, hurry), ({ message }: Error) => {
				assert.equal(message.split(String(status)).length, 2, message);
				return !message.includes("It said");
			});
		});
	}

	it("407, for which fetch returns no response, is a failure with a message", async () => {
		server.script({ times: 2, status: 407 });
		const failure = { reason: "network", message: /cannot be reached \(fetch failed\)/ };
		await assert.rejects(client.listModels(never), failure);
		await assert.rejects(collect(client.chat(question("hello"), never)), failure);
	});

	it("a web page with status 200 is reported as a wrong address, which is named", async () => {
		server.script({ times: 3, headers: { "content-type": "text/html" }, body: "<!doctype html><title>Login</title>" });
		const refusal = { reason: "wrongAddress", message: new RegExp(`${server.url}/v1/.*web page`) };
		await assert.rejects(client.listModels(never), refusal);
		await assert.rejects(collect(client.chat(question("hello"), never)), refusal);
		await assert.rejects(client.embed("demo-embed", ["x"], never), refusal);
	});

	it("an echoed key is removed", async () => {
		server.script({ status: 401, json: { error: { message: `Invalid key ${canaryKey}, got Bearer ${canaryKey}` } } });
		await assert.rejects(client.listModels(never), (error: Error) => !error.message.includes("canary"));
	});

	for (const [key, ids] of [
		["test", ["llama:latest", "test"]],
		["ollama", ["ollama/llama3"]],
		["gpt-4o-dummy", ["gpt-4o", "gpt-4o-dummy"]],
		["sk-canary-0123456789", ["sk-canary-012345678"]],
	] as const) {
		it(`a model is still listed if its id is similar to the key ${key}`, async () => {
			const t = await connectedGateway({ keys: [key] });
			try {
				t.server.script({ json: { data: ids.map((id) => ({ id })) } });
				const models = await clientOf(t.server.url, key).listModels(never);
				assert.deepEqual(
					models.map(({ id }) => id),
					ids,
				);
			} finally {
				await t.server.close();
			}
		});
	}

	it("a model whose id contains the key is not listed, which the log says without the key", async () => {
		const log = memoryLogChannel();
		const t = await connectedGateway({}, { log });
		try {
			const ids = ["good", canaryKey.toUpperCase(), `a:${encodeURIComponent(canaryKey)}`, btoa(`user:${canaryKey}`)];
			t.server.script({ json: { data: ids.map((id) => ({ id })) } });
			assert.deepEqual(
				(await t.client.listModels(never)).map(({ id }) => id),
				["good"],
			);
			assert.match(log.lines.join("\n"), /ids of 3 models hold the key/);
			assert.doesNotMatch(log.lines.join("\n"), /canary/i);
		} finally {
			await t.server.close();
		}
	});

	it("a model named after the key is not listed, and a redirect to a host named after it does not show it", async () => {
		server.script({ json: { data: [{ id: "good" }, { id: `up/${canaryKey}` }] } });
		assert.deepEqual(
			(await client.listModels(never)).map(({ id }) => id),
			["good"],
		);
		server.script({ status: 302, headers: { location: `https://${canaryKey}.example.org/v1` } });
		await assert.rejects(client.listModels(never), {
			reason: "redirected",
			message: /https:\/\/\[key\]\.example\.org/,
		});
	});

	it("a key that spans the cut of a long text is removed completely", async () => {
		for (let before = 470; before <= 500; before++) {
			server.script({ status: 400, json: { error: { message: `${"x".repeat(before)} ${canaryKey}` } } });
			await assert.rejects(client.listModels(never), (error: Error) => !/sk-c/.test(error.message));
		}
	});

	it("a gateway that cannot be reached is named with the cause", async () => {
		await server.close();
		await assert.rejects(client.listModels(never), {
			reason: "network",
			message: new RegExp(`${server.url}.*ECONNREFUSED`),
		});
	});

	it("a request that is cancelled before its answer ends as cancelled", async () => {
		server.script({ chunks: [{ type: "stall" }] });
		const abort = new AbortController();
		const asked = server.nextRequest();
		const listing = client.listModels(abort.signal);
		await asked;
		abort.abort();
		await assert.rejects(listing, { reason: "cancelled" });
	});
});
