import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import { parseBaseUrl } from "../../src/core/gateway/baseUrl";
import { failureOf } from "../../src/core/gateway/errors/failure";
import type { Gateway } from "../../src/core/gateway/gateway";
import { RequestLedger } from "../../src/core/gateway/ledger/requestLedger";
import { probeRequest } from "../../src/core/gateway/request/probeRequest";
import type { GatewayServices } from "../../src/core/gateway/request/sender";
import { sseChunk } from "../gateway/endpoints/sseChunk";
import { canaryKey, clientOf, collect, question, testGatewayServices } from "../unit/core/gateway/gatewayHarness";
import { manualClock, memoryLogChannel } from "../unit/core/memoryPorts";

type Ask = (to: { client: Gateway; url: string; shared: GatewayServices }, signal: AbortSignal) => Promise<unknown>;

/** Each request whose answer has a body, with the beginning of that body. */
const reads: readonly { name: string; status: number; begins: string; ask: Ask }[] = [
	{ name: "a stream", status: 200, begins: sseChunk("Half"), ask: chat },
	{ name: "a completion", status: 200, begins: '{"choices":[{"message":{"content":"Half', ask: chat },
	{ name: "an error", status: 400, begins: '{"error":{"message":"no', ask: chat },
	{
		name: "a list of models",
		status: 200,
		begins: '{"data":[',
		ask: ({ client }, signal) => client.listModels(signal),
	},
	{
		name: "embeddings",
		status: 200,
		begins: '{"data":[{"embedding":[1,',
		ask: ({ client }, signal) => client.embed("m", ["x"], signal),
	},
	{
		name: "an answer to the connection check",
		status: 200,
		begins: '{"data":[',
		ask: ({ url, shared }, signal) =>
			probeRequest({ base: parseBaseUrl(url), key: canaryKey, url: `${url}/v1/models` }, shared, signal),
	},
];

function chat({ client }: { client: Gateway }, signal: AbortSignal) {
	return collect(client.chat(question("hello"), signal)).then((answer) => {
		if (answer.end?.type === "interrupted") throw answer.end.cause;
		return answer;
	});
}

/** Creates a server whose response the test writes itself, and a client with a manual clock. */
async function exchange(status: number, encoding?: string) {
	let opened: (response: ServerResponse) => void;
	const response = new Promise<ServerResponse>((resolve) => (opened = resolve));
	const server = createServer((_, answer) => {
		answer.writeHead(status, encoding ? { "content-encoding": encoding } : {});
		opened(answer);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const clock = manualClock();
	const log = memoryLogChannel();
	const ledger = new RequestLedger(clock, log);
	const timeouts = () => ({ connect: 15, firstByte: 180, silence: 120 });
	const shared = testGatewayServices({ clock, log, ledger, timeouts });
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	/** Resolves when the client has read a part of the body. */
	const heard = async () => {
		while (!ledger.records.some(({ bytesIn }) => bytesIn > 0)) await pause(5);
	};
	return { response, clock, ledger, to: { client: clientOf(url, canaryKey, shared), url, shared }, heard, close };
}

/** Sends the beginning compressed and flushed, and then bytes that are not valid compressed data. */
async function becomeCorrupt(response: ServerResponse, begins: string, heard: () => Promise<void>): Promise<void> {
	const gzip = createGzip();
	gzip.on("data", (data) => response.write(data));
	gzip.write(begins);
	await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve));
	await heard();
	response.end(Buffer.alloc(64, 0xff));
}

// Compressed bodies that become corrupt: nodejs/undici#3762. Reads that an abort does not settle: nodejs/undici#4089.
describe("faults: a read that never settles", () => {
	for (const { name, status, begins, ask } of reads) {
		it(`ends at its timeout: ${name} whose compression becomes corrupt after a flush`, async () => {
			const { response, clock, ledger, to, heard, close } = await exchange(status, "gzip");
			let over = false;
			const outcome = ask(to, new AbortController().signal).then(
				() => undefined,
				(error: unknown) => failureOf(error).reason,
			);
			void outcome.then(() => (over = true));
			await becomeCorrupt(await response, begins, heard);
			// Either the error is reported at once, or only the timeout ends the request.
			for (let turns = 0; turns < 50 && !over; turns++) await turn();
			clock.advance(121_000);
			const reason = await outcome;
			assert.ok(["timeout", "network", "refused"].includes(String(reason)), String(reason));
			assert.ok(ledger.records.every(({ duration }) => duration !== undefined));
			assert.equal(clock.pending, 0);
			await close();
		});

		it(`ends with Stop: ${name} whose compression becomes corrupt after a flush`, async () => {
			const { response, clock, ledger, to, heard, close } = await exchange(status, "gzip");
			const abort = new AbortController();
			const outcome = ask(to, abort.signal).then(
				() => "ended",
				() => "ended",
			);
			await becomeCorrupt(await response, begins, heard);
			abort.abort();
			assert.equal(await outcome, "ended");
			assert.ok(ledger.records.every(({ duration }) => duration !== undefined));
			assert.equal(clock.pending, 0);
			await close();
		});
	}

	for (const encoding of [undefined, "gzip"]) {
		it(`ends with Stop between two reads: ${encoding ? "a compressed stream" : "a stream that is not compressed"}`, async () => {
			const { response, clock, to, close } = await exchange(200, encoding);
			const abort = new AbortController();
			const events = to.client.chat(question("hello"), abort.signal)[Symbol.asyncIterator]();
			const first = events.next();
			const answer = await response;
			const gzip = createGzip();
			if (encoding) gzip.pipe(answer);
			const into = encoding ? gzip : answer;
			into.write(sseChunk("Half"));
			if (encoding) gzip.flush(constants.Z_SYNC_FLUSH);
			assert.deepEqual(await first, { done: false, value: { type: "text", text: "Half" } });
			abort.abort();
			await turn();
			assert.deepEqual(await events.next(), { done: true, value: undefined });
			assert.equal(clock.pending, 0);
			await close();
		});
	}

	it("ends at a timeout between two reads", async () => {
		const { response, clock, to, close } = await exchange(200);
		const events = to.client.chat(question("hello"), new AbortController().signal)[Symbol.asyncIterator]();
		const first = events.next();
		(await response).write(sseChunk("Half"));
		assert.deepEqual((await first).value, { type: "text", text: "Half" });
		clock.advance(121_000);
		await turn();
		const end = (await events.next()).value;
		assert.equal(end?.type === "interrupted" && end.cause.reason, "timeout");
		await close();
	});
});
