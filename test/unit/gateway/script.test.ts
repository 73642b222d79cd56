import assert from "node:assert/strict";
import { get as httpGet } from "node:http";
import { sseChunk, sseDone, sseEvent, sseUsage } from "../../gateway/endpoints/sseChunk";
import { chatPath, closeGatewaysAfterEach, joined, openGateway, pieces, question, readStream } from "./gatewayHarness";

/** Returns a promise and the function that fulfils it. */
function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open, opened };
}

const bytes = (data: string | Uint8Array) => ({ type: "bytes", data }) as const;

/** Returns the cause of a failed fetch or read. */
async function causeOf(act: Promise<unknown>): Promise<string> {
	try {
		await act;
	} catch (error) {
		const { cause = error } = error as { cause?: { code?: string; message?: string } };
		return (cause as { code?: string }).code ?? String(cause);
	}
	return assert.fail("It did not fail.");
}

describe("gateway: scripted answers", () => {
	closeGatewaysAfterEach();

	it("send status, headers and body, whatever the key", async () => {
		const { gateway } = await openGateway();
		gateway.script({ status: 503, headers: { "Retry-After": "7", "content-type": "text/html" }, body: "<p>busy</p>" });
		const response = await fetch(`${gateway.url}/v1/models`);
		assert.equal(response.status, 503);
		assert.equal(response.headers.get("retry-after"), "7");
		assert.equal(response.headers.get("content-type"), "text/html");
		assert.equal(await response.text(), "<p>busy</p>");
	});

	it("send bytes unchanged, JSON, and nothing", async () => {
		const { get, gateway } = await openGateway();
		gateway.script({ body: new Uint8Array([0, 255, 10]) });
		gateway.script({ json: { detail: "no" }, status: 422 });
		gateway.script({ status: 204 });
		assert.deepEqual([...new Uint8Array(await (await get("/v1/models")).arrayBuffer())], [0, 255, 10]);
		const json = await get("/v1/models");
		assert.deepEqual([json.status, await json.json()], [422, { detail: "no" }]);
		assert.equal((await get("/v1/models")).status, 204);
	});

	it("are used once, the given number of times, or until they are disposed; then the gateway itself answers", async () => {
		const { get, gateway } = await openGateway();
		const statuses = async (count: number) => {
			const all: number[] = [];
			while (all.length < count) all.push((await get("/v1/models")).status);
			return all;
		};
		gateway.script({ status: 500 });
		gateway.script({ status: 429, times: 2 });
		assert.deepEqual(await statuses(4), [500, 429, 429, 200]);
		const always = gateway.script({ status: 502, times: Number.POSITIVE_INFINITY });
		assert.deepEqual(await statuses(3), [502, 502, 502]);
		always.dispose();
		always.dispose();
		assert.deepEqual(await statuses(1), [200]);
	});

	it("wait for a matching request, by path or by any test", async () => {
		const { get, post, gateway } = await openGateway();
		gateway.script({ match: chatPath, status: 500 });
		gateway.script({ match: ({ headers }) => headers["x-probe"] === "1", status: 418 });
		assert.equal((await get("/v1/models")).status, 200);
		assert.equal((await get("/v1/models", { headers: { "x-probe": "1" } })).status, 418);
		assert.equal((await post(`${chatPath}?x`, question("Hello"))).status, 500);
	});

	it("keep the boundaries of chunks, even within a character", async () => {
		const { gateway } = await openGateway();
		const euro = new TextEncoder().encode("€");
		gateway.script({
			chunks: [bytes("da"), bytes("ta: "), bytes(euro.slice(0, 1)), bytes(euro.slice(1)), bytes("\n\n")],
		});
		const sizes = await new Promise<number[]>((resolve, reject) => {
			httpGet(`${gateway.url}/v1/models`, (response) => {
				const read: number[] = [];
				response.on("data", (data: Uint8Array) => read.push(data.length));
				response.on("end", () => resolve(read));
				response.on("error", reject);
			}).on("error", reject);
		});
		assert.deepEqual(sizes, [2, 4, 1, 2, 2]);
	});

	it("stream as text/event-stream by default; the first chunk arrives before the rest is sent", async () => {
		const { post, gateway } = await openGateway();
		const { open, opened } = gate();
		const first = sseChunk("Hel");
		const rest = [
			sseChunk("lo"),
			sseChunk({}, "stop"),
			sseUsage({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }),
		];
		const chunks = [bytes(first), { type: "wait", until: opened } as const, ...rest.map(bytes), bytes(sseDone)];
		gateway.script({ chunks });
		const response = await post(chatPath, question("Hello", { stream: true }));
		assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
		const reading = pieces(response);
		assert.equal((await reading.next()).value, first);
		open();
		let text = first;
		for await (const piece of reading) text += piece;
		const read = readStream(text);
		assert.ok(read.done);
		assert.equal(joined(read.chunks), "Hello");
		assert.deepEqual(read.chunks.at(-1)?.choices, []);
		gateway.script({ chunks: [bytes("{}\n"), { type: "end" }], headers: { "Content-Type": "application/x-ndjson" } });
		const lines = await post(chatPath, question("Hello", { stream: true }));
		assert.equal(lines.headers.get("content-type"), "application/x-ndjson");
		assert.equal(await lines.text(), "{}\n");
		assert.equal(sseEvent({ error: "no" }), 'data: {"error":"no"}\n\n');
	});

	it("reset the connection before the status, after it, and in the middle", async () => {
		const { get, gateway } = await openGateway();
		gateway.script({ chunks: [{ type: "reset" }] });
		assert.equal(await causeOf(get("/v1/models")), "ECONNRESET");
		const head = gate();
		gateway.script({ chunks: [{ type: "head" }, { type: "wait", until: head.opened }, { type: "reset" }] });
		const response = await get("/v1/models");
		head.open();
		assert.equal(await causeOf(response.text()), "ECONNRESET");
		const middle = gate();
		gateway.script({ chunks: [bytes("data"), { type: "wait", until: middle.opened }, { type: "reset" }] });
		const reading = pieces(await get("/v1/models"));
		assert.equal((await reading.next()).value, "data");
		middle.open();
		assert.equal(await causeOf(reading.next()), "ECONNRESET");
		assert.equal(await gateway.requests.at(-1)?.ended, "broken");
	});

	it("stall, before the status or after it, until the client or the gateway closes", async () => {
		const { get, gateway } = await openGateway();
		gateway.script({ chunks: [{ type: "stall" }] });
		const silent = get("/v1/models");
		gateway.script({ match: "/v1/x", chunks: [bytes("data"), { type: "stall" }] });
		const stop = new AbortController();
		const reading = pieces(await get("/v1/x", { signal: stop.signal }));
		assert.equal((await reading.next()).value, "data");
		stop.abort();
		await assert.rejects(reading.next(), { name: "AbortError" });
		const failed = causeOf(silent);
		await gateway.close();
		assert.match(await failed, /UND_ERR_SOCKET|ECONNRESET/);
		assert.equal(await gateway.requests[0]?.ended, "broken");
	});

	it("wait for the given time", async () => {
		const { get, gateway } = await openGateway();
		gateway.script({ chunks: [{ type: "delay", ms: 1 }, bytes("data")] });
		assert.equal(await (await get("/v1/models")).text(), "data");
	});

	it("reset the connection before a given content-length is reached", async () => {
		const { get, gateway } = await openGateway();
		gateway.script({ headers: { "content-length": "100" }, chunks: [bytes("data"), { type: "reset" }] });
		assert.ok(await causeOf(get("/v1/models").then((response) => response.text())));
	});
});

describe("gateway: its own answer, cut off", () => {
	closeGatewaysAfterEach();

	const asked = question("one two three", { stream: true });

	for (const how of ["end", "done"] as const) {
		it(`ends properly without a finish_reason (${how})`, async () => {
			const { post, gateway } = await openGateway();
			gateway.script({ match: chatPath, cut: { afterChunks: 2, how } });
			const { chunks, done } = readStream(await (await post(chatPath, asked)).text());
			assert.equal(joined(chunks), "one two");
			assert.ok(chunks.every(({ choices }) => choices[0]?.finish_reason === null));
			assert.equal(done, how === "done");
		});
	}

	it("resets the connection", async () => {
		const { post, gateway } = await openGateway();
		gateway.script({ cut: { afterChunks: 1, how: "reset" } });
		// No `wait` before it: the client may see the reset or an end, and in either case half an answer.
		const broken = causeOf(post(chatPath, asked).then((response) => response.text()));
		assert.match(await broken, /ECONNRESET|UND_ERR_SOCKET/);
	});

	it("stalls", async () => {
		const { post, gateway } = await openGateway();
		gateway.script({ cut: { afterChunks: 1, how: "stall" } });
		const reading = pieces(await post(chatPath, asked));
		let text = "";
		while (joined(readStream(text).chunks) !== "one") text += (await reading.next()).value;
		const failed = causeOf(reading.next());
		await gateway.close();
		assert.match(await failed, /UND_ERR_SOCKET|ECONNRESET/);
	});

	it("stays complete if it is not streamed, and still requires a key", async () => {
		const { post, get, gateway } = await openGateway();
		gateway.script({ cut: { afterChunks: 0, how: "reset" }, times: 2 });
		const whole = await (await post(chatPath, question("one two"))).json();
		assert.equal(whole.choices[0].finish_reason, "stop");
		assert.equal((await get("/v1/models", { headers: { authorization: "Bearer no" } })).status, 401);
	});
});
