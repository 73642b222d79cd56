import { gzipSync } from "node:zlib";
import { gatewayLimits } from "../../src/shared/untrusted/limits";
import { sseChunk, sseEvent } from "../gateway/endpoints/sseChunk";
import type { ScriptedAnswer, Step } from "../gateway/script";
import { type ExpectedEnd, type Fault, isChat, type OperationName, operationNames } from "./fault";

type Answer = ScriptedAnswer | ((operation: OperationName) => ScriptedAnswer);
type Expected = ExpectedEnd | ((operation: OperationName) => ExpectedEnd);

function fault(name: string, operations: readonly OperationName[], answer: Answer, expected: Expected): Fault {
	return {
		name,
		operations,
		answer: ({ operation }) => (typeof answer === "function" ? answer(operation) : answer),
		expected: (operation) => (typeof expected === "function" ? expected(operation) : expected),
	};
}

const failed = (reason: string, rest: Partial<ExpectedEnd> = {}): ExpectedEnd => ({ end: "failed", reason, ...rest });
const tooLarge = failed("tooLarge", { says: /\. (?:Check|Try|Choose|Ask) / });
const interrupted = (text: string): ExpectedEnd => ({ end: "interrupted", reason: "tooLarge", text });

const bytes = (data: string | Uint8Array): Step => ({ type: "bytes", data });
const repeated = (data: string, times: number): Step[] => Array.from({ length: times }, () => bytes(data));
const megabyte = 1024 * 1024;
const bodies = ["models", "completion", "embeddings"] as const;
const deep = "[".repeat(100_000);
const days = (count: number) => String(count * 24 * 60 * 60);

const retryAfter = (name: string, header: string, expected: ExpectedEnd): Fault =>
	fault(
		`Retry-After ${name}`,
		operationNames,
		{ status: 429, headers: { "retry-after": header }, json: { error: "slow" } },
		expected,
	);

const vectors = (name: string, data: readonly unknown[], expected: ExpectedEnd): Fault =>
	fault(`embeddings: ${name}`, ["embeddings"], { json: { object: "list", data } }, expected);

const models = (name: string, data: readonly unknown[]): Fault =>
	fault(`models: ${name}`, ["models"], { json: { data: [{ id: "demo-chat" }, ...data] } }, { end: "complete" });

/** Returns a fault after the valid beginning of a stream. */
function stream(
	name: string,
	steps: readonly Step[] | (() => readonly Step[]),
	expected: ExpectedEnd = interrupted("Half"),
): Fault {
	const answer = () => ({ chunks: [bytes(sseChunk("Half")), ...(typeof steps === "function" ? steps() : steps)] });
	return fault(`stream: ${name}`, ["stream"], answer, expected);
}

const embedding = Array.from({ length: 384 }, () => 0.5);
const infinite = Buffer.from(Float32Array.of(Number.POSITIVE_INFINITY).buffer).toString("base64");
const { answerText, dimensions, modelIdLength, models: mostModels } = gatewayLimits;

/** Faults of a gateway that exceeds each limit of `gatewayLimits`. */
export const limitFaults: readonly Fault[] = [
	fault(
		"an error's body without end",
		operationNames,
		{ status: 400, chunks: [...repeated("no ".repeat(350_000), 8), { type: "stall" }] },
		failed("refused"),
	),
	fault(
		"a web page without end",
		bodies,
		{
			headers: { "content-type": "text/html" },
			chunks: [bytes("<!doctype html><html>"), ...repeated("<p>".repeat(350_000), 66)],
		},
		failed("wrongAddress"),
	),
	fault(
		"a small compressed body that is a large one",
		bodies,
		// Created only where it is sent, because every hostile case loads this table in a process of its own.
		() => ({
			headers: { "content-encoding": "gzip" },
			body: gzipSync(`{"choices":[{"message":{"content":"${"x".repeat(18 * megabyte)}"},"finish_reason":"stop"}]}`),
		}),
		tooLarge,
	),
	fault(
		"JSON that is nested too deeply",
		operationNames,
		(operation) => (operation === "stream" ? { chunks: [bytes(`data: ${deep}\n\n`)] } : { body: deep }),
		tooLarge,
	),
	fault(
		"an error that is nested too deeply",
		operationNames,
		{ status: 422, body: `{"detail":${deep}${"]".repeat(deep.length)}}` },
		failed("refused"),
	),
	fault(
		"an error of one megabyte in one text",
		operationNames,
		{ status: 403, json: { error: { message: "a.".repeat(megabyte / 2) } } },
		failed("forbidden"),
	),
	fault(
		"a redirect to a long address",
		operationNames,
		{ status: 307, headers: { location: `/${"x".repeat(8_000)}` } },
		failed("wrongAddress", { requests: 6 }),
	),
	retryAfter("of two days", days(2), failed("rateLimited", { says: /until .*\b1970\b.*\. Try again/, waits: 0 })),
	retryAfter(
		"of a million years",
		days(365_000_000),
		failed("rateLimited", { says: /until .*\b20\d\d\b.*\. Try/, waits: 0 }),
	),
	retryAfter(
		"in the year 9999",
		"Fri, 31 Dec 9999 23:59:59 GMT",
		failed("rateLimited", { says: /until .*\b20\d\d\b.*\. Try/, waits: 0 }),
	),
	retryAfter("that is negative", "-5", failed("rateLimited", { requests: 4, waits: 5_250 })),
	retryAfter("that is no number", "NaN", failed("rateLimited", { requests: 4, waits: 5_250 })),
	retryAfter("of 8 KB", "9".repeat(8_000), failed("rateLimited", { requests: 4, waits: 5_250 })),

	models(
		"more than are listed",
		Array.from({ length: mostModels + 1_000 }, (_, i) => ({ id: `more-${i}` })),
	),
	models(
		"ids of a megabyte",
		Array.from({ length: 4 }, (_, i) => ({ id: `${i}`.repeat(megabyte) })),
	),
	models("an id one character too long", [{ id: "x".repeat(modelIdLength + 1) }]),
	models(
		"ids that every object has as a field",
		["constructor", "__proto__", "toString", "hasOwnProperty"].map((id) => ({ id, type: id, mode: id })),
	),
	models("context lengths that are none", [{ id: "a", max_model_len: 1e308, meta: { n_ctx: -1, n_ctx_train: null } }]),

	vectors("one with an index of four thousand million", [{ index: 4_294_967_294, embedding }], { end: "complete" }),
	vectors("one with a negative index", [{ index: -1, embedding }], { end: "complete" }),
	vectors("an index between two", [{ index: 0.5, embedding: [1] }], failed("malformed")),
	vectors(
		"more than one for one text",
		[[1], [2]].map((embedding, index) => ({ index, embedding })),
		failed("malformed"),
	),
	vectors("a number beyond 32 bits", [{ index: 0, embedding: [1e39] }], failed("malformed")),
	vectors("base64 that is infinite", [{ index: 0, embedding: infinite }], failed("malformed")),
	vectors("too many dimensions", [{ index: 0, embedding: Array.from({ length: dimensions + 1 }, () => 0) }], tooLarge),
	vectors("too many dimensions in base64", [{ index: 0, embedding: "AAAA".repeat(30_000) }], tooLarge),

	stream(
		"more text than is kept",
		() => [...repeated(sseChunk("x".repeat(2 * megabyte)), 6), bytes(sseChunk({}, "stop"))],
		interrupted(`Half${"x".repeat(answerText - 4)}`),
	),
	stream("an event without end", [bytes("data: "), ...repeated("x".repeat(megabyte), 18)]),
	stream("lines of data without end (rexxars/eventsource-parser#32)", repeated("data: x\n".repeat(megabyte / 8), 18)),
	stream("comments without end", repeated(": ping\n\n".repeat(megabyte / 8), 66)),
	stream("JSON that is nested too deeply", [bytes(`data: ${deep}\n\n`)]),
	stream("an error that is nested too deeply", [
		bytes(sseEvent({ error: { message: "no", code: 402 } }).replace("402", `${deep}`)),
	]),
	fault(
		"a line of JSON without end",
		["stream"],
		{
			chunks: [bytes('{"message":{"content":"Half"}}\n{"message":{"content":"'), ...repeated("x".repeat(megabyte), 18)],
		},
		(operation) => (isChat(operation) ? interrupted("Half") : tooLarge),
	),
];
