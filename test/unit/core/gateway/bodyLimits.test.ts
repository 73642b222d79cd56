import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { KnownKeys } from "../../../../src/core/base/knownKeys";
import { errorText } from "../../../../src/core/gateway/errors/errorText";
import type { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { Attempt } from "../../../../src/core/gateway/transport/attempt";
import { readBodyText } from "../../../../src/core/gateway/transport/readBodyText";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";
import { memoryLogChannel } from "../memoryPorts";
import { canaryKey, connectedGateway, never, testGatewayServices } from "./gatewayHarness";

const { errorBytes, modelListBytes, bytesPerEmbedding } = gatewayLimits;

/** Returns a list of models with spaces after it, with this length in bytes. */
const listOf = (bytes: number) => '{"data":[{"id":"a"}]}'.padEnd(bytes, " ");

async function failing(work: Promise<unknown>): Promise<GatewayError> {
	try {
		await work;
	} catch (error) {
		return error as GatewayError;
	}
	assert.fail("It succeeds.");
}

describe("limits: a body", () => {
	let t: Awaited<ReturnType<typeof connectedGateway>>;
	beforeEach(async () => {
		t = await connectedGateway({}, { log: memoryLogChannel() });
	});
	afterEach(() => t.server.close());

	it("accepts a list of models of the maximum length, and none that is one byte longer", async () => {
		t.server.script({ body: listOf(modelListBytes) });
		assert.equal((await t.client.listModels(never)).length, 1);
		t.server.script({ body: listOf(modelListBytes + 1) });
		const error = await failing(t.client.listModels(never));
		assert.equal(error.reason, "tooLarge");
		assert.match(error.message, /sent more than 16 MB, and the rest was not read\. Check the address/);
	});

	it("counts the uncompressed length of compressed bodies", async () => {
		const body = gzipSync(listOf(modelListBytes + 1));
		assert.ok(body.length < 100_000);
		t.server.script({ headers: { "content-encoding": "gzip" }, body });
		assert.equal((await failing(t.client.listModels(never))).reason, "tooLarge");
	});

	it("reads as much of an embeddings answer as its texts can need", async () => {
		const most = errorBytes + bytesPerEmbedding;
		const answer = '{"data":[{"index":0,"embedding":[1]}]}';
		t.server.script({ body: answer.padEnd(most, " ") });
		assert.equal((await t.client.embed("demo-embed", ["a"], never)).length, 1);
		t.server.script({ body: answer.padEnd(most + 1, " ") });
		assert.equal((await failing(t.client.embed("demo-embed", ["a"], never))).reason, "tooLarge");
	});

	it("reads only the beginning of an error, and closes the connection", async () => {
		const megabyte = "no ".repeat(350_000);
		t.server.script({
			status: 400,
			chunks: [...Array.from({ length: 8 }, () => ({ type: "bytes", data: megabyte }) as const), { type: "stall" }],
		});
		const error = await failing(t.client.listModels(never));
		assert.equal(error.reason, "refused");
		assert.ok(error.said.length <= 501);
		const read = t.shared.ledger.records[0]?.bytesIn ?? 0;
		assert.ok(read < 2 * errorBytes + 65_536, `${read}`);
		await t.server.requests[0]?.ended;
	});

	it("refuses JSON that is nested too deeply", async () => {
		t.server.script({ body: `{"data":${"[".repeat(100_000)}` });
		const error = await failing(t.client.listModels(never));
		assert.equal(error.reason, "tooLarge");
		assert.match(error.message, /JSON that is nested more than 512 levels/);
	});

	it("quotes an error that is nested too deeply as text", async () => {
		t.server.script({ status: 400, body: `{"error":${"[".repeat(100_000)}` });
		const error = await failing(t.client.listModels(never));
		assert.equal(error.reason, "refused");
		assert.ok(error.message.length < 700);
	});

	it("shortens a long address in a sentence", async () => {
		t.server.script({ status: 301, headers: { location: `/${"x".repeat(5_000)}` }, times: 9 });
		const error = await failing(t.client.listModels(never));
		assert.ok(error.message.length < 800, `${error.message.length}`);
	});
});

describe("limits: an error's text", () => {
	it("shows no part of a key where the text is cut", () => {
		const { redact } = new KnownKeys([canaryKey]);
		for (let shift = 0; shift < canaryKey.length; shift++) {
			const message = `${" ".repeat(gatewayLimits.errorText - shift)}${canaryKey}`;
			for (const body of [message, JSON.stringify({ error: { message } }), `x${message}`]) {
				assert.doesNotMatch(errorText(body, redact), /sk-can|canary/, `${shift}`);
			}
		}
	});

	it("can include the texts of a list of 20,000", () => {
		const body = JSON.stringify({ detail: Array.from({ length: 20_000 }, () => ({ msg: "no" })) });
		assert.match(
			errorText(body, (text) => text),
			/^no; no/,
		);
	});
});

describe("retry: a long Retry-After", () => {
	for (const [header, message] of [
		["86401", /^The gateway asks to wait until 2\d Nov 2026, \d\d:\d\d\. Try again then/],
		["9".repeat(40), /^The gateway asks to wait until \d\d? \w+ 2\d\d\d, \d\d:\d\d\. Try/],
	] as const) {
		it(`is an error that names the time, without a wait: ${header.slice(0, 9)}`, async () => {
			const now = Date.parse("2026-11-21T10:00:00Z");
			const t = await connectedGateway({}, { language: "en-GB" });
			try {
				t.clock.advance(now - t.clock.now());
				t.server.script({ status: 429, headers: { "retry-after": header }, json: { error: "slow" }, times: 9 });
				const waits: unknown[] = [];
				const error = await failing(t.client.listModels(never, (wait) => waits.push(wait)));
				assert.deepEqual([error.reason, waits, t.server.requests.length], ["rateLimited", [], 1]);
				assert.match(error.message, message);
				assert.match(error.message, /It said: slow$/);
			} finally {
				await t.server.close();
			}
		});
	}

	for (const [status, reason, message] of [
		[400, "contextOverflow", "maximum context length is 8192 tokens"],
		[401, "unauthorized", "no"],
		[402, "outOfCredit", "no"],
		[403, "forbidden", "no"],
		[404, "unknownModel", "no such model"],
		[413, "contextOverflow", "no"],
		[429, "contextOverflow", "maximum context length is 8192 tokens"],
	] as const) {
		it(`is not mentioned after ${status}, ${message}: the error has its own remedy`, async () => {
			const t = await connectedGateway();
			try {
				t.server.script({ status, headers: { "retry-after": "86401" }, json: { error: { message } } });
				const error = await failing(t.client.listModels(never));
				assert.deepEqual([error.reason, error.retryAfter], [reason, undefined]);
				assert.doesNotMatch(error.message, /asks to wait/);
				assert.ok(error.message.endsWith(message));
			} finally {
				await t.server.close();
			}
		});
	}

	it("is waited for if it is exactly a day", async () => {
		const t = await connectedGateway();
		try {
			t.server.script({ status: 429, headers: { "retry-after": "86400" } });
			assert.ok((await t.client.listModels(never, t.hurry)).length > 0);
			assert.equal(t.server.requests.length, 2);
		} finally {
			await t.server.close();
		}
	});
});

describe("limits: the text of a body", () => {
	/** A text with characters of one to four bytes, after a byte order mark that is not part of it. */
	const bytes = new TextEncoder().encode(`\ufeff${"aé€😀\n".repeat(40_000)}`);

	/** Reads the body in pieces of these sizes, repeated, and returns the result. */
	function readIn(sizes: readonly number[], limit = Number.MAX_SAFE_INTEGER) {
		let at = 0;
		let count = 0;
		const body = new ReadableStream<Uint8Array>({
			pull(controller) {
				const size = sizes[count++ % sizes.length] ?? 1;
				if (at >= bytes.length) controller.close();
				else controller.enqueue(bytes.subarray(at, at + size));
				at += size;
			},
		});
		const attempt = new Attempt(testGatewayServices(), { operation: "chat" }, "https://g.example", canaryKey, never);
		return readBodyText(new Response(body), attempt, limit);
	}

	for (const sizes of [[1], [65_536], [65_535, 2], [70_001], [3, 70_001, 1, 65_533, 0, 65_536], [1_000_000]]) {
		it(`is complete in pieces of ${sizes.join(", ")} bytes`, async () => {
			const read = await readIn(sizes);
			assert.ok(read.text === new TextDecoder().decode(bytes), "it is another text");
			assert.equal(read.length, bytes.length);
			assert.equal(read.cut, false);
		});

		it(`is cut at the limit in pieces of ${sizes.join(", ")} bytes`, async () => {
			for (const limit of [1, 65_536, 65_537, 130_000, bytes.length - 1]) {
				const read = await readIn(sizes, limit);
				assert.ok(read.text === new TextDecoder().decode(bytes.subarray(0, limit)), `another text at ${limit}`);
				assert.equal(read.length, limit);
				assert.equal(read.cut, true);
			}
		});
	}
});
