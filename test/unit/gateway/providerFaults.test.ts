import assert from "node:assert/strict";
import type { GatewayOptions } from "../../gateway/demoGateway";
import { KeyFilter } from "../../gateway/providers/keyFilter";
import { assertError, chatPath, closeGatewaysAfterEach, embedPath, openGateway, question } from "./gatewayHarness";

const secret = "sk-provider-secret";

describe("gateway: providers that fail", () => {
	closeGatewaysAfterEach();

	/** Opens a gateway with three providers: one that is gone, one that works, and one from the options. */
	async function openThree(options: GatewayOptions = {}) {
		const { gateway: gone } = await openGateway();
		await gone.close();
		const { gateway: upstream } = await openGateway({ keys: [secret] });
		const warnings: string[] = [];
		const providers = [
			{ name: "gone", url: gone.url, key: secret },
			{ name: "up", url: upstream.url, key: secret },
			...(options.providers ?? []),
		];
		const warn = (line: string) => warnings.push(line);
		const harness = await openGateway({ warn, ...options, providers });
		const ids = async () => {
			const response = await harness.get("/v1/models");
			assert.equal(response.status, 200);
			return (await response.json()).data.map(({ id }: { id: string }) => id);
		};
		return { upstream, warnings, ids, ...harness };
	}

	const own = ["demo-chat", "demo-echo", "demo-embed"];
	const there = own.map((id) => `up/${id}`);
	const asked = question("Hello", { model: "up/demo-echo" });

	it("are reported by name with 502; the others keep working", async () => {
		const { post, ids, warnings } = await openThree();
		for (const response of [
			await post(chatPath, { ...asked, model: "gone/x" }),
			await post(chatPath, { ...asked, model: "gone/x", stream: true }),
			await post(embedPath, { model: "gone/x", input: "Hello" }),
		]) {
			const message = await assertError(response, 502, "provider_unreachable");
			assert.match(message, /"gone" .*ECONNREFUSED/);
		}
		assert.equal((await post(chatPath, asked)).status, 200);
		assert.equal((await post(chatPath, question("Hello"))).status, 200);
		assert.deepEqual(await ids(), [...own, ...there]);
		assert.equal(warnings.length, 1);
		assert.match(warnings[0] ?? "", /^no models of the provider "gone": .*ECONNREFUSED/);
	});

	it("are not in the list if they list no models: errors, HTML, redirects, other JSON, silence", async () => {
		const { upstream, ids, warnings } = await openThree({ providerListMs: 2000 });
		const strange = [
			{ status: 503, json: { data: [{ id: "x" }] } },
			{ status: 301, headers: { location: "/" } },
			{ body: "<html></html>" },
			{ json: "models" },
			{ json: { data: { id: "x" } } },
			{ chunks: [{ type: "bytes", data: '{"data":[' } as const, { type: "reset" } as const] },
		];
		for (const script of strange) {
			upstream.script(script);
			assert.deepEqual(await ids(), own, JSON.stringify(script));
			assert.match(warnings.at(-1) ?? "", /^no models of the provider "(up|gone)": [^\n]+$/);
		}
		assert.deepEqual(await ids(), [...own, ...there]);
	});

	it("delay the list only for a limited time", async () => {
		for (const chunks of [[{ type: "stall" }], [{ type: "bytes", data: "[" }, { type: "stall" }]] as const) {
			const { upstream, ids, warnings } = await openThree({ providerListMs: 20 });
			upstream.script({ chunks });
			assert.deepEqual(await ids(), own);
			assert.ok(warnings.some((line) => line.includes('"up"')));
		}
	});

	it("may have their lists in the forms of model servers", async () => {
		const { upstream, ids } = await openThree();
		for (const json of [
			[{ id: "a" }, { id: "b/c" }],
			{ models: [{ name: "a" }, { id: "b/c", name: "no" }] },
			{ data: [{ id: "a" }, { id: 1 }, null, "x", {}, { id: "" }, { id: "b/c" }], models: [{ name: "no" }] },
		]) {
			upstream.script({ json });
			assert.deepEqual(await ids(), [...own, "up/a", "up/b/c"]);
		}
		for (const json of [{ data: null }, {}, []]) {
			upstream.script({ json });
			assert.deepEqual(await ids(), own);
		}
	});

	it("have their errors forwarded with their status, their JSON and the time to retry", async () => {
		const { post, upstream } = await openThree();
		for (const status of [400, 401, 402, 403, 404, 413, 422, 429, 500, 503]) {
			const json = { detail: [{ msg: "so it is", status }] };
			upstream.script({ status, json, headers: { "retry-after": "7", "x-internal": "1", "set-cookie": "a=b" } });
			const response = await post(chatPath, { ...asked, stream: true });
			assert.equal(response.status, status);
			assert.deepEqual(await response.json(), json);
			assert.equal(response.headers.get("retry-after"), "7");
			assert.equal(response.headers.get("x-internal"), null);
			assert.equal(response.headers.get("set-cookie"), null);
		}
		const unknown = await post(chatPath, { ...asked, model: "up/nothing" });
		assert.match(await assertError(unknown, 404, "model_not_found", "model"), /"nothing"/);
		await assertError(await post(chatPath, { ...asked, model: "up/demo-embed" }), 400, "wrong_model_kind", "model");
		const chat = await post(embedPath, { model: "up/demo-chat", input: "Hello" });
		await assertError(chat, 400, "wrong_model_kind", "model");
	});

	it("get a clear error instead of an answer that no model server sends", async () => {
		const { post, upstream } = await openThree();
		const html = { "content-type": "text/html" };
		for (const [script, status] of [
			[{ status: 200, headers: html, body: "<html>" }, 502],
			[{ status: 302, headers: { ...html, location: "http://127.0.0.1:1/" } }, 502],
			[{ status: 307, headers: { "content-type": "application/json", location: "/" }, body: "{}" }, 502],
			[{ status: 503, headers: { ...html, "retry-after": "7" }, body: "<html>" }, 503],
			[{ status: 404, body: "" }, 404],
		] as const) {
			upstream.script(script);
			const response = await post(chatPath, asked);
			assert.equal(response.headers.get("location"), null);
			assert.equal(response.headers.get("retry-after"), status === 503 ? "7" : null);
			const message = await assertError(response, status, "provider_error");
			assert.match(message, /^The provider "up" answered with status \d+, but not as a model server does/);
		}
	});

	it("are reported with 502 if the connection is reset before an answer", async () => {
		const { post, upstream } = await openThree();
		upstream.script({ chunks: [{ type: "reset" }] });
		await assertError(await post(chatPath, asked), 502, "provider_unreachable");
		assert.equal((await post(chatPath, asked)).status, 200);
	});

	it("never reveal their key to a user: in errors, answers, streams cut anywhere, lists of models", async () => {
		const { get, post, upstream } = await openThree();
		const told = `{"error":"Wrong key ${secret}."}`;
		const masked = '{"error":"Wrong key [key]."}';
		const json = { "content-type": "application/json" };
		upstream.script({ status: 401, headers: json, body: told });
		assert.equal(await (await post(chatPath, asked)).text(), masked);
		for (let at = 1; at < told.length; at++) {
			const chunks = [told.slice(0, at), told.slice(at)].map((data) => ({ type: "bytes", data }) as const);
			upstream.script({ chunks });
			assert.equal(await (await post(chatPath, { ...asked, stream: true })).text(), masked);
		}
		upstream.script({ json: [{ id: `a-${secret}`, description: secret }] });
		const list = await (await get("/v1/models")).text();
		assert.ok(list.includes("up/a-[key]") && !list.includes(secret));
	});

	it("do not keep the gateway from closing", async () => {
		const { post, get, gateway, upstream } = await openThree();
		upstream.script({ chunks: [{ type: "stall" }], times: 2 });
		const [chat, list] = [upstream.nextRequest(), upstream.nextRequest(({ path }) => path === "/v1/models")];
		const failed = Promise.allSettled([post(chatPath, asked), get("/v1/models")]);
		const requests = [await chat, await list];
		await gateway.close();
		for (const { status } of await failed) assert.equal(status, "rejected");
		for (const { ended } of requests) assert.equal(await ended, "broken");
	});
});

describe("gateway: KeyFilter", () => {
	const run = (key: string, parts: readonly string[]) => {
		const filter = new KeyFilter(key);
		const out = parts.map((part) => Buffer.from(filter.push(Buffer.from(part))).toString("latin1"));
		return [...out, Buffer.from(filter.end()).toString("latin1")];
	};

	it("holds back only what may be the key's beginning", () => {
		assert.deepEqual(run("secret", ["a token ", "another se", "ven", " secre"]), [
			"a token ",
			"another ",
			"seven",
			" ",
			"secre",
		]);
	});

	it("removes the key wherever it is cut, and however often it comes", () => {
		assert.equal(run("secret", ["s", "e", "c", "r", "e", "t", "s", "ecretsecret!"]).join(""), "[key][key][key]!");
		assert.equal(run("aab", ["aa", "ab", "aaab"]).join(""), "a[key]a[key]");
		assert.equal(run("a", ["banana"]).join(""), "b[key]n[key]n[key]");
	});

	it("does not change any other byte", () => {
		const bytes = Uint8Array.from({ length: 512 }, (_, i) => i % 256);
		const filter = new KeyFilter("secret");
		assert.deepEqual(Buffer.concat([filter.push(bytes), filter.end()]), Buffer.from(bytes));
	});
});
