import { KnownKeys } from "../../../src/core/base/knownKeys";
import { addressesOf } from "../../../src/core/gateway/baseUrl";
import { capabilityFromError } from "../../../src/core/gateway/capabilities/capabilityFromError";
import { certificateError } from "../../../src/core/gateway/errors/certificateError";
import { actionsAgainst, reasonOf } from "../../../src/core/gateway/errors/errorReason";
import {
	errorContext,
	errorDelay,
	errorField,
	errorNames,
	errorStatus,
	errorText,
	looksLikeHtml,
} from "../../../src/core/gateway/errors/errorText";
import { proxyError } from "../../../src/core/gateway/errors/proxyError";
import { transportError } from "../../../src/core/gateway/errors/transportError";
import { GatewayError } from "../../../src/core/gateway/gatewayError";
import { RequestLedger } from "../../../src/core/gateway/ledger/requestLedger";
import { contextLimit } from "../../../src/core/gateway/limits/contextLimit";
import { readLimitHeaders } from "../../../src/core/gateway/limits/limitHeaders";
import { resetDelay } from "../../../src/core/gateway/limits/resetDelay";
import { retryAfter } from "../../../src/core/gateway/limits/retryAfter";
import { strictMessages } from "../../../src/core/gateway/request/chatBody";
import { batchFallback, requestFallback } from "../../../src/core/gateway/request/requestFallback";
import { AnswerReader } from "../../../src/core/gateway/response/answerReader";
import { DeltaFastPath } from "../../../src/core/gateway/response/deltaFastPath";
import { readEmbeddings } from "../../../src/core/gateway/response/embeddingsReader";
import { EventStream } from "../../../src/core/gateway/response/eventStream";
import { jsonTokens } from "../../../src/core/gateway/response/jsonTokens";
import { nextQueries } from "../../../src/core/gateway/response/modelPages";
import { readModels } from "../../../src/core/gateway/response/modelsReader";
import { partialJson } from "../../../src/core/gateway/response/partialJson";
import { type CompletionChunk, readChunk } from "../../../src/core/gateway/response/readChunk";
import { readJson } from "../../../src/core/gateway/response/readJson";
import { reportedError, responseError } from "../../../src/core/gateway/response/responseError";
import { ThinkTagParser } from "../../../src/core/gateway/response/thinkTagParser";
import { Attempt } from "../../../src/core/gateway/transport/attempt";
import { parseJson } from "../../../src/shared/untrusted/parseJson";
import type { Reader } from "../reader";
import { html, json, own, said } from "./gatewayTokens";

const keys = new KnownKeys(["sk-live-0123456789"]);
const { redact } = keys;
const url = "https://gateway.example/v1/models";
const origin = "https://gateway.example";
const errorBody = 256 * 1024;

const attempt = () =>
	new Attempt(
		{
			clock: { now: () => 0, after: () => ({ dispose() {} }) } as never,
			timeouts: () => ({ connect: 1000, firstByte: 1000, silence: 1000 }) as never,
			ledger: new RequestLedger({ now: () => 0 } as never, { debug: () => {}, info: () => {} }),
			connections: { watch: () => ({ dispose() {} }) },
			keys,
		} as never,
		{ operation: "models" } as never,
		origin,
		"sk-live-0123456789",
		new AbortController().signal,
	);
const refusal = (text: string) => new GatewayError("refused", text, 400, { said: text, field: text });
const thrown = (text: string, fields: object) => [Object.assign(new Error(text), fields)];

function readAnswer(text: string, piece = text.length) {
	const reader = new AnswerReader({ url, response: { status: 200 }, attempt: { redact } });
	for (let at = 0; at < text.length; at += piece) {
		reader.push(text.slice(at, at + piece));
		reader.take();
	}
	reader.end();
	return reader.take();
}

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const stream = [
	"data: ",
	"data:",
	"\n\n",
	"\n",
	"\r\n",
	"\r",
	'{"choices":[{"delta":{"content":"a"}}]}',
	"[DONE]",
	"event: error",
	":",
	"id",
	'{"error":',
	"}",
	"{",
	"<html>",
	"<think>",
	"</think>",
	"\ufeff",
	"d",
	event("a"),
	event("<"),
];

/** Returns JSON in a string in JSON, and so on, up to this many characters. */
function nestedTexts(size: number): string {
	let text = '{"error":"x"}';
	for (;;) {
		const outer = JSON.stringify({ error: text });
		if (outer.length > size) return text;
		text = outer;
	}
}

export const gatewayReaders: readonly Reader[] = [
	{
		name: "errorText",
		module: "core/gateway/errors/errorText",
		tokens: [...json, ...html, ...own],
		most: errorBody,
		read: (text) => errorText(text, redact),
		cases: { comments: (size) => `${"<!---->".repeat(size / 7)}x` },
	},
	{ name: "errorField", module: "core/gateway/errors/errorText", tokens: json, most: errorBody, read: errorField },
	{ name: "errorStatus", module: "core/gateway/errors/errorText", tokens: json, most: errorBody, read: errorStatus },
	{ name: "errorContext", module: "core/gateway/errors/errorText", tokens: json, most: errorBody, read: errorContext },
	{ name: "errorDelay", module: "core/gateway/errors/errorText", tokens: json, most: errorBody, read: errorDelay },
	{
		name: "errorNames",
		module: "core/gateway/errors/errorText",
		tokens: [...json, '{"error":"', '{\\"error\\":'],
		most: errorBody,
		read: errorNames,
		cases: { nested: (size) => nestedTexts(size) },
	},
	{
		name: "looksLikeHtml",
		module: "core/gateway/errors/errorText",
		tokens: html,
		read: looksLikeHtml,
		cases: { comments: (size) => `${"<!---->".repeat(size / 7)}x` },
	},
	{
		name: "responseError",
		module: "core/gateway/response/responseError",
		tokens: [...json, ...html],
		most: errorBody,
		read: (text) => responseError(new Response(text, { status: 404 }), url, attempt()),
	},
	{
		name: "reportedError",
		module: "core/gateway/response/responseError",
		tokens: json,
		most: errorBody,
		read: (text) => reportedError(`{"error":{"code":429,"message":${JSON.stringify(text)}}}`, url, redact),
	},
	{
		name: "reasonOf",
		module: "core/gateway/errors/errorReason",
		tokens: said,
		most: errorBody,
		read: (text) => [400, 403, 404, 429, 500, undefined].map((status) => reasonOf(status, text, { names: text })),
	},
	{
		name: "actionsAgainst",
		module: "core/gateway/errors/errorReason",
		tokens: said,
		most: errorBody,
		read: (text) => actionsAgainst("refused", text),
	},
	{
		name: "readJson",
		module: "core/gateway/response/readJson",
		tokens: [...json, ...html],
		read: (text) => readJson({ response: new Response(text), attempt: attempt(), url } as never, 1 << 24),
	},
	{ name: "partialJson", module: "core/gateway/response/partialJson", tokens: json, read: partialJson },
	{
		name: "AnswerReader",
		module: "core/gateway/response/answerReader",
		tokens: stream,
		read: (text) => readAnswer(text),
	},
	{
		name: "AnswerReader in small pieces",
		module: "core/gateway/response/answerReader",
		tokens: stream,
		read: (text) => readAnswer(text, 50),
	},
	{
		name: "EventStream",
		module: "core/gateway/response/eventStream",
		tokens: stream,
		read: (text) => readEvents(text, 1_000),
	},
	{
		name: "EventStream in one piece",
		module: "core/gateway/response/eventStream",
		tokens: [...stream, "d\n"],
		read: (text) => readEvents(text, text.length),
	},
	{ name: "jsonTokens", module: "core/gateway/response/jsonTokens", tokens: json, read: jsonTokens },
	{
		name: "readChunk",
		module: "core/gateway/response/readChunk",
		tokens: json,
		read: (text) =>
			readChunk(
				{ choices: [{ delta: { content: text, reasoning: text } }], usage: { prompt_tokens: text } } as CompletionChunk,
				{ text() {}, reasoning() {}, usage() {}, finished() {} },
			),
	},
	{
		name: "ThinkTagParser",
		module: "core/gateway/response/thinkTagParser",
		tokens: "<think>|</think>|<|<thi|/|>| |\n|a|</|<thinking>|</thinking>|[THINK]|[/TH".split("|"),
		read: (text) => inPieces(new ThinkTagParser(), text, 40),
	},
	{
		name: "ClosingTag",
		module: "core/gateway/response/closingTag",
		tokens: '</think>|<think>|<|</thinkin|`|```|~~~| |    |\t|\n|\r|- |> |a|"'.split("|"),
		read: (text) => inPieces(new ThinkTagParser(), `a${text}`, 3),
	},
	{
		name: "DeltaFastPath",
		module: "core/gateway/response/deltaFastPath",
		tokens: [...json, event("a")],
		read: readTemplate,
	},
	{
		name: "contextLimit",
		module: "core/gateway/limits/contextLimit",
		tokens: said,
		most: errorBody,
		read: contextLimit,
	},
	{
		name: "requestFallback",
		module: "core/gateway/request/requestFallback",
		tokens: said,
		most: errorBody,
		read: (text) =>
			requestFallback(refusal(text), {
				max_tokens: 1,
				temperature: 1,
				encoding_format: "",
				messages: [{ role: "system" }, { role: "tool" }],
				tools: [],
				tool_choice: "required",
				reasoning_effort: "xhigh",
			}),
	},
	{
		name: "batchFallback",
		module: "core/gateway/request/requestFallback",
		tokens: said,
		most: errorBody,
		read: (text) => batchFallback(refusal(text), 64),
	},
	{
		name: "capabilityFromError",
		module: "core/gateway/capabilities/capabilityFromError",
		tokens: said,
		most: errorBody,
		read: (text) => [
			capabilityFromError(refusal(text), "chat", { messages: [{ content: [] }] }, true),
			capabilityFromError(refusal(text), "embeddings"),
		],
	},
	{
		name: "readModels",
		module: "core/gateway/response/modelsReader",
		tokens: ['{"id":"m"},', '{"id":"m","type":"x"},', '{"id":"', '"},', "a", "[", "]", "{", "}", "null,"],
		read: (text) => readModels(listed(text)),
		cases: {
			"many models": (size) =>
				JSON.stringify(Array.from({ length: size / 12 }, (_, at) => ({ id: `m${at}` }))).slice(1, -1),
		},
	},
	{
		name: "readEmbeddings",
		module: "core/gateway/response/embeddingsReader",
		tokens: [
			'{"index":0,"embedding":[1]},',
			'{"embedding":"AACAPw=="},',
			'{"index":4294967294,"embedding":[1]},',
			"1,",
			"[",
			"]",
			"AAAA",
			"{",
			"}",
		],
		read: (text) => readEmbeddings(listed(text), 64),
		cases: {
			"far index": () => '{"index":4294967294,"embedding":[1]}',
			"long vector": (size) => `{"index":0,"embedding":[${"1,".repeat(size / 2)}1]}`,
			"long text": (size) => `{"index":0,"embedding":"${"AAAA".repeat(size / 4)}"}`,
		},
	},
	{
		name: "readLimitHeaders",
		module: "core/gateway/limits/limitHeaders",
		tokens: ["r=", "remaining=", "1", "50", ";", ",", " ", '"default"', "=", "limit=", ";w=60", "6m0s"],
		most: 64 * 1024,
		read: (text) => {
			const names = ["date", "ratelimit", "ratelimit-policy", "ratelimit-limit", "ratelimit-reset"];
			readLimitHeaders(new Map(names.map((name) => [name, text])) as unknown as Headers, 0);
		},
	},
	{
		name: "resetDelay",
		module: "core/gateway/limits/resetDelay",
		tokens: ["1", "0", ".", " ", "m", "s", "ms", "h", "2026-01-01T00:00:00Z", "Mon, ", "-", "e"],
		most: 64 * 1024,
		read: (text) => resetDelay(text, 0),
	},
	{
		name: "retryAfter",
		module: "core/gateway/limits/retryAfter",
		tokens: ["1", "0", ".", " ", "Mon", ",", "GMT", "-", "e", "21 Oct 2015", ":"],
		most: 64 * 1024,
		read: (text) => retryAfter(text, 0),
	},
	{
		name: "nextQueries",
		module: "core/gateway/response/modelPages",
		tokens: ["https://", "a", ".", "/", "v1/models", ":", "@", "?", "#", "&offset=", "%", "\\", "..", " "],
		read: (text) =>
			nextQueries({ has_more: true, links: { next: text }, next_cursor: text }, text, "https://a.a/v1/models", 2),
	},
	{
		name: "addressesOf",
		module: "core/gateway/baseUrl",
		tokens: ["https://", "a", ".", "/", "v1", ":", "@", "?", "#", " ", "chat/completions", "%", "[", "]"],
		read: addressesOf,
	},
	{
		name: "certificateError",
		module: "core/gateway/errors/certificateError",
		tokens: ["DNS:", "IP Address:", ",", " ", "a", ".", "*", ":", "1"],
		read: (text) =>
			certificateError(thrown(text, { code: "ERR_TLS_CERT_ALTNAME_INVALID", cert: { subjectaltname: text } }), origin),
	},
	{
		name: "proxyError",
		module: "core/gateway/errors/proxyError",
		tokens: "proxy|Proxy response (|)|407| |connect |ECONNREFUSED |timed out|:|8080|1.2.3.4|a|(|tunnel".split("|"),
		read: (text) => proxyError(thrown(text, { code: "ECONNREFUSED" }), origin),
	},
	{
		name: "transportError",
		module: "core/gateway/errors/transportError",
		tokens: ["net::ERR_", "_", "A", "connect ", "ECONNRESET", ":", " ", "sk-live", "at ", "\n", "("],
		read: (text) => transportError(new Error(text), origin, redact),
	},
	{
		name: "strictMessages",
		module: "core/gateway/request/chatBody",
		tokens: ["a", "\n", "a\n", "\n\n", " "],
		most: 64 * 1024,
		read: (text) =>
			strictMessages(
				text.split("\n").map((content) => ({ role: "user", content })),
				false,
			),
	},
];

function listed(text: string): unknown {
	try {
		return parseJson(`{"data":[${text.replace(/,+$/, "")}]}`);
	} catch {
		return { data: [{ id: text, embedding: text }] };
	}
}

function inPieces(splitter: ThinkTagParser, text: string, length: number) {
	for (let at = 0; at < text.length; at += length) splitter.push(text.slice(at, at + length));
	return splitter.end();
}

function readEvents(text: string, piece: number) {
	let events = 0;
	let lines = 0;
	const reader = new EventStream({ event: () => events++, stray: () => lines++, tooLong: () => events++ });
	for (let at = 0; at < text.length; at += piece) {
		reader.begin(text.slice(at, at + piece));
		while (reader.hasMore) reader.readOne();
	}
	reader.end();
	return events + lines;
}

function readTemplate(text: string) {
	const template = new DeltaFastPath();
	const chunk = JSON.stringify({ choices: [{ delta: { content: text } }] });
	template.setExample(chunk, text);
	template.setExample(event("a").slice("data: ".length).trimEnd(), "a");
	let at = 0;
	while (at >= 0 && at < text.length) at = template.read(text, at);
	return at;
}
