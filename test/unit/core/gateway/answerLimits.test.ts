import assert from "node:assert/strict";
import type { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { AnswerReader } from "../../../../src/core/gateway/response/answerReader";
import { readChat } from "../../../../src/core/gateway/response/chatStream";
import { CallAssembler } from "../../../../src/core/gateway/tools/callAssembler";
import { Attempt } from "../../../../src/core/gateway/transport/attempt";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";
import { piece } from "../../../faults/tools/toolCase";
import { sseChunk, sseEvent } from "../../../gateway/endpoints/sseChunk";
import { canaryKey, never, testGatewayServices, untracked } from "./gatewayHarness";

const { answerText, answerBytes, completionLength, eventLength, jsonDepth } = gatewayLimits;
const megabyte = 1024 * 1024;
const stop = sseChunk({}, "stop");

/** Creates a body that is generated while it is read, and records how much was read. */
function endless(piece: (index: number) => string | undefined) {
	const read = { bytes: 0, cancelled: false };
	let index = 0;
	const encoder = new TextEncoder();
	const body = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				const text = piece(index++);
				if (text === undefined) return controller.close();
				const bytes = encoder.encode(text);
				read.bytes += bytes.length;
				controller.enqueue(bytes);
			},
			cancel() {
				read.cancelled = true;
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, read };
}

/** Returns the result of an answer without keeping its text a second time. */
async function readAll(body: ReadableStream<Uint8Array>) {
	const attempt = new Attempt(testGatewayServices(), { operation: "chat" }, "https://g.example", canaryKey, never);
	const answer = { response: new Response(body), attempt, url: "https://g.example/v1/chat/completions" };
	let length = 0;
	let end: { readonly type: string; readonly cause?: GatewayError } | undefined;
	try {
		for await (const event of readChat(async () => answer, never, untracked)) {
			if ("text" in event) length += event.text.length;
			else end = event;
		}
	} catch (error) {
		end = { type: "failed", cause: error as GatewayError };
	}
	return { length, type: end?.type, reason: end?.cause?.reason, message: end?.cause?.message ?? "" };
}

describe("limits: a streamed answer", () => {
	const pieces = (count: number, text: string, ...rest: string[]) => {
		const all = [...Array.from({ length: count }, () => sseChunk(text)), ...rest];
		return (index: number) => all[index];
	};

	it("keeps text up to the limit, and marks a longer answer as interrupted", async () => {
		const text = "x".repeat(megabyte);
		const most = answerText / megabyte;
		const { body } = endless(pieces(most, text, stop));
		assert.deepEqual(await readAll(body), { length: answerText, type: "finished", reason: undefined, message: "" });

		const { body: longer, read } = endless(
			pieces(most, text, sseChunk("y"), ...Array.from({ length: 20 }, () => stop)),
		);
		const result = await readAll(longer);
		assert.deepEqual([result.length, result.type, result.reason], [answerText, "interrupted", "tooLarge"]);
		assert.match(result.message, /cut off at 10 MB\. Ask for a shorter answer\./);
		assert.ok(read.cancelled, "the rest is not read");
	});

	it("counts bytes of UTF-8, not characters", async () => {
		const text = "日".repeat(megabyte);
		const { body } = endless(pieces(4, text, stop));
		const result = await readAll(body);
		assert.deepEqual([result.type, result.reason], ["interrupted", "tooLarge"]);
		assert.equal(result.length, Math.floor(answerText / 3));
	});

	it("counts thoughts with the text, and cuts no character in two", async () => {
		const thought = sseEvent({ choices: [{ delta: { reasoning_content: "t".repeat(megabyte - 1) } }] });
		const all = [thought, ...Array.from({ length: answerText / megabyte - 1 }, () => sseChunk("x".repeat(megabyte)))];
		const { body } = endless((index) => [...all, sseChunk("😀"), stop][index]);
		const result = await readAll(body);
		assert.deepEqual([result.length, result.type, result.reason], [answerText - 1, "interrupted", "tooLarge"]);
	});

	it("counts the bytes of its calls, too", () => {
		const argument = "日".repeat(megabyte);
		const readerOf = (count: number) => {
			const source = {
				url: "https://g.example",
				response: { status: 200 },
				attempt: { redact: (text: string) => text },
			};
			const reader = new AnswerReader(source, new CallAssembler());
			for (let at = 0; at < count; at++)
				reader.push(sseEvent({ choices: [{ delta: { tool_calls: [piece(at, `c${at}`, "日", argument)] } }] }));
			return reader.failure?.reason;
		};
		// Three bytes for each character.
		assert.deepEqual([readerOf(3), readerOf(4)], [undefined, "tooLarge"]);
	});

	it("is incomplete if it was cut off, even if its end arrived before or with the excess", () => {
		const reader = new AnswerReader({
			url: "https://g.example",
			response: { status: 200 },
			attempt: { redact: (text) => text },
		});
		reader.push(sseEvent({ choices: [{ delta: { content: "x" }, finish_reason: "stop" }] }));
		assert.ok(reader.finished);
		for (let i = 0; i <= answerText / megabyte; i++) {
			reader.push(sseEvent({ choices: [{ delta: { content: "x".repeat(megabyte) }, finish_reason: "stop" }] }));
		}
		reader.end();
		assert.deepEqual([reader.finished, reader.failure?.reason], [undefined, "tooLarge"]);
	});

	it("is read up to its limit of bytes, whatever they contain", async () => {
		const comments = ": ping\n\n".repeat(megabyte / 8);
		const { body, read } = endless((index) => (index === 0 ? sseChunk("Half") : comments));
		const result = await readAll(body);
		assert.deepEqual([result.length, result.type, result.reason], [4, "interrupted", "tooLarge"]);
		assert.match(result.message, /more than 64 MB/);
		assert.ok(read.cancelled);
		assert.ok(read.bytes <= answerBytes + 2 * comments.length, `${read.bytes}`);
	});

	for (const [name, first, piece] of [
		["lines of data without an event's end", "", "data: x\n".repeat(8_192)],
		["one line without an end", "data: ", "x".repeat(65_536)],
		["a field's name without an end", "", "x".repeat(65_536)],
		["comment lines without an empty one", "", ": ping\n".repeat(8_192)],
		["lines of data with carriage returns", "", "data: x\r\n".repeat(8_192)],
	] as const) {
		it(`keeps at most the length of one event of ${name}`, async () => {
			const { body, read } = endless((index) => (index === 0 ? sseChunk("Half") + first : piece));
			const result = await readAll(body);
			assert.deepEqual([result.length, result.type, result.reason], [4, "interrupted", "tooLarge"]);
			assert.ok(read.cancelled);
			assert.ok(read.bytes <= eventLength + 3 * piece.length, `${read.bytes}`);
		});
	}

	it("accepts an event of the maximum length", async () => {
		const frame = sseChunk("").length;
		const { body } = endless((index) => [sseChunk("x".repeat(eventLength - frame)), stop][index]);
		assert.equal((await readAll(body)).type, "finished");
	});

	it("does not fill the memory with endless comments and blank lines", async () => {
		const before = process.memoryUsage();
		const line = `${":".repeat(62)}\n\n`.repeat(1024);
		const { body } = endless(() => line);
		assert.equal((await readAll(body)).reason, "tooLarge");
		const after = process.memoryUsage();
		const grown = after.heapUsed + after.external - before.heapUsed - before.external;
		assert.ok(grown < answerBytes, `${grown} bytes are kept of ${answerBytes}`);
	});
});

describe("limits: an answer that is not a stream", () => {
	it("refuses a JSON body that does not end", async () => {
		const piece = "x".repeat(megabyte);
		const { body, read } = endless((index) => (index === 0 ? '{"choices":[{"message":{"content":"' : piece));
		const result = await readAll(body);
		assert.deepEqual([result.type, result.reason], ["failed", "tooLarge"]);
		assert.ok(read.cancelled);
		assert.ok(read.bytes <= completionLength + 2 * megabyte, `${read.bytes}`);
	});

	it("refuses a line of JSON that does not end", async () => {
		const piece = "x".repeat(megabyte);
		const line = `${JSON.stringify({ message: { content: "Half" }, done: false })}\n{"message":{"content":"`;
		const { body, read } = endless((index) => (index === 0 ? line : piece));
		const result = await readAll(body);
		assert.deepEqual([result.length, result.type, result.reason], [4, "interrupted", "tooLarge"]);
		assert.ok(read.bytes <= eventLength + 3 * megabyte, `${read.bytes}`);
	});

	it("recognizes a web page by its beginning", async () => {
		const { body, read } = endless((index) => (index === 0 ? "<!doctype html><html>" : "<p>".repeat(10_000)));
		const result = await readAll(body);
		assert.deepEqual([result.type, result.reason], ["failed", "wrongAddress"]);
		assert.ok(read.bytes < 2 * gatewayLimits.errorBytes, `${read.bytes}`);
	});

	for (const [form, frame] of [
		["an event", (json: string) => `data: ${json}\n\n`],
		["a body", (json: string) => json],
	] as const) {
		it(`refuses JSON that is nested too deeply, in ${form}`, async () => {
			const depth = jsonDepth + 1;
			const json = `{"choices":[{"delta":{"content":${"[".repeat(depth)}${"]".repeat(depth)}}}]}`;
			const { body } = endless((index) => [frame(json)][index]);
			const result = await readAll(body);
			assert.deepEqual([result.type, result.reason], ["failed", "tooLarge"]);
			assert.match(result.message, /more than 512 levels/);
		});
	}
});
