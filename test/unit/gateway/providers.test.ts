import assert from "node:assert/strict";
import type { DemoGateway, GatewayOptions } from "../../gateway/demoGateway";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import type { Provider } from "../../gateway/providers/provider";
import {
	assertError,
	chatPath,
	closeGatewaysAfterEach,
	embedPath,
	joined,
	openGateway,
	pieces,
	question,
	readStream,
} from "./gatewayHarness";

/** Spec, section 1: the service forwards requests to various model providers. */
describe("gateway: forwarding to model providers", () => {
	closeGatewaysAfterEach();

	const secret = "sk-provider-secret";

	/** Creates a gateway that offers another one's models as `up/…`. */
	async function openTwo(options: GatewayOptions = {}, provider: Partial<Provider> = {}) {
		const { gateway: upstream } = await openGateway({ keys: [secret] });
		const providers = [{ name: "up", url: upstream.url, key: secret, ...provider }];
		return { upstream, ...(await openGateway({ providers, ...options })) };
	}

	const headersOf = (gateway: DemoGateway) => Object.keys(gateway.requests.at(-1)?.headers ?? {}).sort();

	it("lists a provider's models after its own, as NAME/model, and otherwise as the provider describes them", async () => {
		const { get, upstream } = await openTwo();
		const { data } = await (await get("/v1/models")).json();
		const own = data.slice(0, 3);
		assert.deepEqual(
			data.map(({ id }: { id: string }) => id),
			["demo-chat", "demo-echo", "demo-embed", "up/demo-chat", "up/demo-echo", "up/demo-embed"],
		);
		assert.deepEqual(
			data.slice(3),
			own.map((model: { id: string }) => ({ ...model, id: `up/${model.id}` })),
		);
		assert.equal(upstream.requests.length, 1);
	});

	it("forwards a conversation with the model's own name, and every other field unchanged", async () => {
		const { post, upstream } = await openTwo();
		const messages = [
			{ role: "system", content: "Be brief." },
			{ role: "user", content: "one" },
			{ role: "assistant", content: "one" },
			{ role: "user", content: "two" },
		];
		const body = { model: "up/demo-echo", messages, temperature: 0.5, max_tokens: 9, seed: 7, x: { y: [null] } };
		const answer = await (await post(chatPath, body)).json();
		assert.equal(answer.choices[0].message.content, "two");
		assert.deepEqual(answer.usage, { prompt_tokens: 6, completion_tokens: 1, total_tokens: 7 });
		assert.equal(upstream.requests[0]?.body, JSON.stringify({ ...body, model: "demo-echo" }));
	});

	it("leaves to the provider what the spec leaves open: roles, forms of content and of input", async () => {
		const { post, upstream } = await openTwo();
		const json = { ok: true };
		upstream.script({ json, times: 3 });
		const parts = [{ type: "text", text: "Hello" }];
		const messages = [{ role: "tool", content: parts }];
		assert.deepEqual(await (await post(chatPath, { model: "up/a/b:1", messages })).json(), json);
		assert.deepEqual(upstream.requests.at(-1)?.json, { model: "a/b:1", messages });
		for (const input of [[[1, 2]], ["one", "two"]]) {
			assert.deepEqual(await (await post(embedPath, { model: "up/e", input })).json(), json);
			assert.deepEqual(upstream.requests.at(-1)?.json, { model: "e", input });
		}
	});

	it("forwards texts to embed, and returns their vectors", async () => {
		const { post } = await openTwo();
		const there = await (await post(embedPath, { model: "up/demo-embed", input: "Hello" })).json();
		const here = await (await post(embedPath, { model: "demo-embed", input: "Hello" })).json();
		assert.deepEqual(there, here);
	});

	it("sends the provider only the body of the user's request, with its own key instead of the user's", async () => {
		const { post, get, gateway, upstream } = await openTwo();
		const headers = { "x-api-key": gateway.key, cookie: `a=${gateway.key}`, "x-other": "1", "user-agent": "me" };
		await post(`${chatPath}?key=${gateway.key}`, question("Hello", { model: "up/demo-echo" }), { headers });
		const type = ["content-length", "content-type"];
		const always = ["accept", "accept-encoding", "authorization", "connection", "host"];
		assert.deepEqual(headersOf(upstream), [...always, ...type].sort());
		assert.equal(upstream.requests[0]?.headers["content-type"], "application/json");
		await get("/v1/models", { headers });
		assert.deepEqual(headersOf(upstream), always);
		for (const request of upstream.requests) {
			assert.equal(request.headers.authorization, `Bearer ${secret}`);
			assert.ok(!JSON.stringify(request).includes(gateway.key));
		}
	});

	it("sends no key to a provider that has none", async () => {
		const { post, upstream } = await openTwo({}, { key: undefined });
		upstream.script({ json: {} });
		await post(chatPath, question("Hello", { model: "up/demo-echo" }));
		assert.equal(upstream.requests[0]?.headers.authorization, undefined);
	});

	it("still requires the user's own key, before anything is forwarded", async () => {
		const { post, upstream } = await openTwo();
		const headers = { authorization: `Bearer ${secret}` };
		const response = await post(chatPath, question("Hello", { model: "up/demo-echo" }), { headers });
		await assertError(response, 401, "invalid_api_key");
		assert.equal(upstream.requests.length, 0);
	});

	it("itself refuses what the spec forbids, for a provider's models, too", async () => {
		const { post, upstream } = await openTwo();
		const bad = { messages: [[], undefined, "Hello"], temperature: [-0.1, 1.1, "1"], max_tokens: [0, 1.5, "1"] };
		for (const [param, values] of Object.entries(bad)) {
			for (const value of values) {
				const body = question("Hello", { model: "up/demo-echo", [param]: value });
				await assertError(await post(chatPath, body), 400, "invalid_value", param);
			}
		}
		for (const input of [undefined, "", " ", [], 1]) {
			await assertError(await post(embedPath, { model: "up/demo-embed", input }), 400, "invalid_value", "input");
		}
		assert.equal(upstream.requests.length, 0);
	});

	it("does not know the models of an unknown provider", async () => {
		const { post, upstream } = await openTwo();
		for (const model of ["other/demo-echo", "up", "up/", "/demo-echo", "UP/demo-echo", "u/demo-echo", ""]) {
			const response = await post(chatPath, question("Hello", { model }));
			assert.ok(model === "" ? response.status === 400 : response.status === 404, model);
		}
		assert.equal(upstream.requests.length, 0);
	});

	it("accepts a provider's address with or without /v1, also below a path", async () => {
		for (const [end, prefix] of [
			["", ""],
			["/", ""],
			["/v1", ""],
			["/v1/", ""],
			["/llm", "/llm"],
			["/llm/v1/", "/llm"],
		] as const) {
			const { gateway: upstream } = await openGateway();
			const { post } = await openGateway({ providers: [{ name: "up", url: upstream.url + end }] });
			upstream.script({ json: {} });
			await post(chatPath, question("Hello", { model: "up/x" }));
			assert.equal(upstream.requests[0]?.target, `${prefix}${chatPath}`);
		}
	});

	it("rejects invalid providers, and providers that cannot be distinguished", async () => {
		const url = "http://127.0.0.1:1";
		const wrong: readonly (readonly Provider[])[] = [
			[{ name: "", url }],
			[{ name: "a/b", url }],
			[{ name: "a b", url }],
			[{ name: "a", url: "" }],
			[{ name: "a", url: "127.0.0.1:1" }],
			[{ name: "a", url: "file:///etc" }],
			[{ name: "a", url: "http://me:secret@127.0.0.1" }],
			[{ name: "a", url: `${url}/?x=1` }],
			[{ name: "a", url, key: "" }],
			[{ name: "a", url, key: "two words" }],
			[
				{ name: "a", url },
				{ name: "a", url },
			],
		];
		for (const providers of wrong) {
			await assert.rejects(openGateway({ providers }), (error) => {
				assert.ok(error instanceof RangeError && !error.message.includes("secret"));
				return true;
			});
		}
	});

	describe("streamed", () => {
		/** Returns a promise and the function that fulfils it. */
		function gate() {
			let open = () => {};
			const opened = new Promise<void>((resolve) => {
				open = resolve;
			});
			return { open, opened };
		}

		const asked = question("one two three", { model: "up/demo-echo", stream: true });

		it("forwards a conversation through two gateways, and the first token before the last is sent", async () => {
			const { gateway: first } = await openGateway({ keys: ["first-key"] });
			const { gateway: second } = await openGateway({
				keys: [secret],
				providers: [{ name: "up", url: first.url, key: "first-key" }],
			});
			const { post } = await openGateway({ providers: [{ name: "two", url: second.url, key: secret }] });
			const { open, opened } = gate();
			first.script({
				chunks: [
					{ type: "bytes", data: sseChunk("Hel") },
					{ type: "wait", until: opened },
					{ type: "bytes", data: sseChunk("lo") + sseChunk({}, "stop") + sseDone },
				],
			});
			const response = await post(chatPath, { ...asked, model: "two/up/demo-echo" });
			assert.equal(response.status, 200);
			assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
			const reading = pieces(response);
			const { value = "" } = await reading.next();
			// The rest has not been sent yet: only this releases it.
			assert.equal(value, sseChunk("Hel"));
			open();
			let text = value;
			for await (const piece of reading) text += piece;
			const { chunks, done } = readStream(text);
			assert.ok(done);
			assert.equal(joined(chunks), "Hello");
			assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, "stop");
			assert.deepEqual(first.requests[0]?.json, { ...asked, model: "demo-echo" });
		});

		it("forwards status and headers before the first token, and every byte as it arrives", async () => {
			const { post, upstream } = await openTwo();
			const { open, opened } = gate();
			const euro = new TextEncoder().encode("data: €\r\n\r\n");
			const odd = [euro.slice(0, 7), euro.slice(7), Uint8Array.of(0, 255, 254), new TextEncoder().encode(": ping\n\n")];
			upstream.script({
				chunks: [
					{ type: "head" },
					{ type: "wait", until: opened },
					...odd.map((data) => ({ type: "bytes", data }) as const),
				],
			});
			const response = await post(chatPath, asked);
			assert.equal(response.status, 200);
			open();
			assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.concat(odd));
		});

		it("ends the provider's work for a client that disconnected, before the answer and during it", async () => {
			const { post, upstream } = await openTwo();
			upstream.script({ chunks: [{ type: "stall" }] });
			upstream.script({ chunks: [{ type: "bytes", data: sseChunk("Hel") }, { type: "stall" }] });
			const leave = new AbortController();
			const first = upstream.nextRequest();
			const gone = assert.rejects(post(chatPath, asked, { signal: leave.signal }), { name: "AbortError" });
			const { ended } = await first;
			leave.abort();
			await gone;
			assert.equal(await ended, "broken");
			const stop = new AbortController();
			const second = upstream.nextRequest();
			const reading = pieces(await post(chatPath, asked, { signal: stop.signal }));
			await reading.next();
			stop.abort();
			await assert.rejects(reading.next(), { name: "AbortError" });
			assert.equal(await (await second).ended, "broken");
		});

		it("breaks off where the provider breaks off, and ends where it ends", async () => {
			const { post, gateway, upstream } = await openTwo();
			const { open, opened } = gate();
			upstream.script({
				chunks: [{ type: "bytes", data: sseChunk("Hel") }, { type: "wait", until: opened }, { type: "reset" }],
			});
			const reading = pieces(await post(chatPath, asked));
			assert.equal((await reading.next()).value, sseChunk("Hel"));
			open();
			await assert.rejects(reading.next());
			assert.equal(await gateway.requests.at(-1)?.ended, "broken");
			upstream.script({ cut: { afterChunks: 1, how: "end" } });
			const { chunks, done } = readStream(await (await post(chatPath, asked)).text());
			assert.equal(joined(chunks), "one");
			assert.ok(!done);
			assert.equal(await gateway.requests.at(-1)?.ended, "answered");
		});
	});
});
