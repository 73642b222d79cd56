import { gzipSync } from "node:zlib";
import type { ScriptedAnswer, Step } from "../gateway/script";
import type { ExpectedEnd, Fault, OperationName, Stage } from "./fault";

/** Operations whose answer is one body; faults of streams are in streamFaults.ts. */
const operations = ["models", "completion", "embeddings"] as const satisfies readonly OperationName[];

const wholeText = 'Whöle "text" ☕';
/** A correct body of each operation, which the faults change. */
const good: Readonly<Record<OperationName, string>> = {
	models: '{"object":"list","data":[{"id":"demo-chat","object":"model"}]}',
	completion: `{"choices":[{"index":0,"message":{"role":"assistant","content":${JSON.stringify(wholeText)}},"finish_reason":"stop"}]}`,
	stream: "",
	embeddings: '{"object":"list","data":[{"index":0,"embedding":[0.5,0.25]}]}',
};
/** Returns the part of a body that contains the text, but not the end. */
const half = (operation: OperationName) => good[operation].slice(0, -20);

type Answer = ScriptedAnswer | ((stage: Stage) => ScriptedAnswer);
type Expected = Omit<ExpectedEnd, "end"> | Fault["expected"];

function fault(name: string, answer: Answer, expected: Expected = { reason: "malformed" }): Fault {
	return {
		name,
		operations,
		answer: (stage) => (typeof answer === "function" ? answer(stage) : answer),
		expected: typeof expected === "function" ? expected : () => ({ end: "failed", ...expected }),
	};
}

/** A completion keeps its text; the others fail. */
const cut =
	(reason: string, text = wholeText): Fault["expected"] =>
	(operation) =>
		operation === "completion" ? { end: "interrupted", reason, text } : { end: "failed", reason };

/** Returns an answer with a raw head, outside of HTTP. */
function unframed(head: string, body: string, ...rest: Step[]): ScriptedAnswer {
	return {
		chunks: [
			{ type: "raw", data: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}` },
			...rest,
		],
	};
}

const close: Step = { type: "close" };
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
const megabyte = "x".repeat(1024 * 1024);
const page = "<!doctype html><html><head><title>Sign in</title></head></html>";

/** Answers with a good status and a bad body. */
export const bodyFaults: readonly Fault[] = [
	fault("an empty body", { headers: { "content-type": "application/json" }, body: "" }),
	fault("no content", { status: 204 }),
	fault("a web page", { headers: { "content-type": "text/html" }, body: page }, { reason: "wrongAddress" }),
	fault(
		"a web page whose content type is that of JSON",
		{ headers: { "content-type": "application/json" }, body: page },
		{ reason: "wrongAddress" },
	),
	fault("JSON that is cut off", ({ operation }) => ({ body: half(operation) }), cut("malformed")),
	fault(
		"fewer bytes than its length says",
		({ operation, heard }) =>
			unframed(
				`content-length: ${Buffer.byteLength(good[operation])}`,
				half(operation),
				heard(Buffer.byteLength(half(operation))),
				close,
			),
		cut("network"),
	),
	fault(
		"more bytes than its length says",
		({ operation }) =>
			unframed(`content-length: ${Buffer.byteLength(half(operation))}\r\nconnection: close`, good[operation], close),
		cut("malformed"),
	),
	fault(
		"no length, and an early close",
		({ operation }) => unframed("connection: close", half(operation), close),
		cut("malformed"),
	),
	fault(
		"plain text whose header says that it is compressed",
		({ operation }) => ({ headers: { "content-encoding": "gzip" }, body: good[operation] }),
		{ reason: "network" },
	),
	fault("a compressed body that is cut off", ({ operation }) => ({
		headers: { "content-encoding": "gzip" },
		body: gzipSync(good[operation]).subarray(0, 12),
	})),
	fault("another encoding than UTF-8", ({ operation }) => ({ body: utf16(good[operation]) })),
	fault("bytes without sense", { body: Uint8Array.from({ length: 2048 }, (_, i) => (i * 197 + 91) % 256) }),
	fault(
		"a body without end",
		{
			chunks: Array.from({ length: 66 }, (_, i) => ({ type: "bytes", data: i === 0 ? `{"x":"${megabyte}` : megabyte })),
		},
		{ reason: "tooLarge" },
	),
	fault(
		"blanks without end",
		{ chunks: Array.from({ length: 66 }, () => ({ type: "bytes", data: " ".repeat(1024 * 1024) })) },
		{ reason: "tooLarge" },
	),
	fault("JSON of another shape", { json: { ok: true } }),
	fault("null", { json: null }),
	fault("a number", { json: 42 }),
	fault("a text", { json: "no" }),
	fault("no JSON, the key quoted", ({ key }) => ({ body: `${key} is no key` })),
	fault("an error with status 200", { json: { error: { message: "Quota exhausted", code: 429 } } }, () => ({
		end: "failed",
		reason: "rateLimited",
	})),
	fault(
		"an error with status 200 that echoes the key",
		({ key }) => ({ json: { detail: `${key} is no key` } }),
		(operation) => ({ end: "failed", reason: operation === "completion" ? "unavailable" : "refused" }),
	),
];
