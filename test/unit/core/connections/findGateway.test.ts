import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findByModel, findGateway } from "../../../../src/core/connections/findGateway";
import { modelNamesIn } from "../../../../src/core/connections/namedModels";
import { addressesOf } from "../../../../src/core/gateway/baseUrl";
import { type DemoGateway, startGateway } from "../../../gateway/demoGateway";
import { canaryKey, closing, never, opener } from "../gateway/gatewayHarness";

const given = "/v1beta/openai";
const page = { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Welcome</title>" };

describe("connect: a gateway that is not at /v1", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		server = await startGateway({ keys: [canaryKey], path: given });
	});
	afterEach(() => closing(server));

	const find = (path = given, key = canaryKey, signal = never) =>
		findGateway(opener(), addressesOf(server.url + path), key, signal);
	const asked = () => server.requests.map(({ path }) => path);
	const both = [`${given}/v1/models`, `${given}/models`];

	for (const written of [given, `${given}/`, `${given}/models`, `${given}/chat/completions?alt=json`]) {
		it(`finds it at ${written}, after /v1`, async () => {
			const { base, models } = await find(written);
			assert.equal(base.href, server.url + given);
			assert.equal(models.length, 3);
			assert.deepEqual(asked(), both);
		});
	}

	it("sends one request if the gateway answers at /v1", async () => {
		await server.close();
		server = await startGateway({ keys: [canaryKey] });
		for (const path of ["", "/", "/v1", "/v1/models"]) assert.equal((await find(path)).base.href, `${server.url}/v1`);
		assert.deepEqual(new Set(asked()), new Set(["/v1/models"]));
		assert.equal(asked().length, 4);
	});

	for (const [name, answer] of [
		["a 404 in JSON", { status: 404, json: { detail: "Not Found" } }],
		["a 404 about a model", { status: 404, json: { error: { message: "model v1 not found" } } }],
		["a 404 page", { ...page, status: 404 }],
		["an empty 404", { status: 404 }],
		["a web app", page],
		["a login page", { ...page, status: 401 }],
		["a 405", { status: 405, json: { error: "GET not supported for requested URI." } }],
		["a page of a server without GET", { ...page, status: 501 }],
		["JSON without models", { json: { message: "Welcome" } }],
		["an error with status 200", { json: { error: "Unexpected endpoint or method. (GET /v1/models)" } }],
		["a path that is not routed", { status: 400, json: { errors: [{ message: "No route for that URI" }] } }],
		["a list without models", { json: [] }],
		[
			"the models of Open WebUI's users",
			{ json: [{ id: "mine", user_id: "u", base_model_id: "m", name: "Mine", params: {}, meta: {} }] },
		],
		["another origin", { status: 302, headers: { location: "https://login.example.org/" } }],
	] as const) {
		it(`tries the address as given after ${name}`, async () => {
			server.script({ match: `${given}/v1/models`, ...answer });
			assert.equal((await find()).base.href, server.url + given);
			assert.deepEqual(asked(), both);
		});
	}

	for (const [name, answer, error] of [
		["a refused key", { status: 401, json: { error: "no" } }, { reason: "unauthorized" }],
		["a 403", { status: 403, json: { error: "not today" } }, { reason: "forbidden" }],
		["no credit", { status: 402, json: { error: "pay" } }, { reason: "outOfCredit" }],
		["a server error", { status: 501, json: { error: "no" } }, { reason: "refused" }],
	] as const) {
		it(`does not try the address as given after ${name}`, async () => {
			server.script({ match: `${given}/v1/models`, ...answer });
			await assert.rejects(find(), error);
			assert.deepEqual(asked(), [`${given}/v1/models`]);
		});
	}

	it("reports the gateway's error there, such as a refused key", async () => {
		await assert.rejects(find(given, "wrong"), { reason: "unauthorized" });
		assert.deepEqual(asked(), both);
	});

	it("says that there are no models if the gateway says nothing else", async () => {
		server.script({ match: `/nowhere/v1/models`, json: { data: [] } });
		await assert.rejects(find("/nowhere"), { name: "UserError", message: /no models/ });
	});

	it("says that there are no models at the address as given", async () => {
		server.script({ match: `${given}/models`, json: { data: [] } });
		await assert.rejects(find(), { name: "UserError", message: /no models/ });
		assert.deepEqual(asked(), both);
	});

	it("names both addresses if no gateway answers at either", async () => {
		await assert.rejects(find("/nowhere"), {
			reason: "wrongAddress",
			message: /\/nowhere\/v1\/models answered with a web page.*No gateway answers at http:\S+\/nowhere either\./,
		});
	});

	it("ends the server's message with a full stop before it names the other address", async () => {
		server.script({
			match: ({ path }) => path.startsWith("/nowhere"),
			times: 2,
			status: 404,
			json: { detail: "Not Found" },
		});
		await assert.rejects(find("/nowhere"), {
			message: /\(status 404\)\. Is the address right\? It said: Not Found\. No gateway answers at \S+ either\.$/,
		});
	});

	it("stops when it is cancelled", async () => {
		const abort = new AbortController();
		server.onRequest(() => abort.abort());
		await assert.rejects(find(given, canaryKey, abort.signal), { reason: "cancelled" });
		assert.deepEqual(asked(), [`${given}/v1/models`]);
	});

	it("sends the key to no other origin, whatever either address redirects to", async () => {
		const keys: (string | undefined)[] = [];
		const other = createServer(({ headers }, response) => {
			keys.push(headers.authorization);
			response.end(JSON.stringify({ data: [{ id: "m" }] }));
		});
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		try {
			const { port } = other.address() as AddressInfo;
			for (const location of [`http://127.0.0.1:${port}/v1/models`, server.url.replace("http:", "https:")]) {
				server.script({ match: ({ path }) => path.endsWith("/models"), status: 307, headers: { location }, times: 2 });
				await assert.rejects(find(), { reason: "redirected", message: /The key was not sent there/ });
			}
			assert.deepEqual(asked(), [...both, ...both]);
			assert.deepEqual(keys, []);
		} finally {
			other.close();
		}
	});
});

describe("connect: a gateway that does not list its models", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		server = await startGateway({ keys: [canaryKey], path: given });
		server.script({
			match: ({ path }) => path.endsWith("/models"),
			status: 405,
			json: { errors: [{ message: "GET not supported for requested URI." }] },
			times: Number.POSITIVE_INFINITY,
		});
	});
	afterEach(() => closing(server));

	const find = (named: readonly string[], key = canaryKey) =>
		findByModel(opener(), addressesOf(server.url + given), key, named, never);
	const asked = () => server.requests.map(({ path }) => path);

	it("is found by an answer of a model that the user named, at /v1 or else at the address as given", async () => {
		const { base, models, named } = await find(["demo-embed", "demo-chat"]);
		assert.equal(base.href, server.url + given);
		assert.deepEqual(named, ["demo-embed", "demo-chat"]);
		assert.deepEqual(
			models.map(({ id, kind }) => [id, kind]),
			[
				["demo-chat", "unknown"],
				["demo-embed", "embedding"],
			],
		);
		assert.deepEqual(asked(), [`${given}/v1/chat/completions`, `${given}/chat/completions`]);
		assert.match(JSON.stringify(server.requests[1]?.json), /"model":"demo-chat"/);
	});

	it("is not looked for elsewhere after it reports a missing model or a refused key", async () => {
		for (const [named, key, reason] of [
			["no-such-model", canaryKey, "unknownModel"],
			["demo-chat", "wrong", "unauthorized"],
		] as const) {
			const before = asked().length;
			await assert.rejects(find([named], key), { reason });
			assert.equal(asked().slice(before).at(-1), `${given}/chat/completions`);
		}
	});

	it("is reported as missing with both addresses if neither answers", async () => {
		const nowhere = findByModel(opener(), addressesOf(`${server.url}/nowhere`), canaryKey, ["m"], never);
		await assert.rejects(nowhere, { message: /status 405.*No gateway answers at http:\S+\/nowhere either\./ });
	});

	it("has the model names that the user types, each once", () => {
		assert.deepEqual(modelNamesIn(" a/b:1,  c ; a/b:1\n"), ["a/b:1", "c"]);
		assert.deepEqual(modelNamesIn(" , "), []);
	});
});
