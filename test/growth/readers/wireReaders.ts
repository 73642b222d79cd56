import { KnownKeys } from "../../../src/core/base/knownKeys";
import { AnswerReader } from "../../../src/core/wire/answerReader";
import { Attempt } from "../../../src/core/wire/attempt";
import { addressesOf } from "../../../src/core/wire/baseUrl";
import { certificateError } from "../../../src/core/wire/certificateError";
import { strictMessages } from "../../../src/core/wire/chatBody";
import { contextLimit } from "../../../src/core/wire/contextLimit";
import { batchCorrection, correction } from "../../../src/core/wire/correction";
import { readEmbeddings } from "../../../src/core/wire/embeddingsReader";
import { actionsAgainst, reasonOf } from "../../../src/core/wire/errorReason";
import {
	errorContext,
	errorField,
	errorNames,
	errorStatus,
	errorText,
	looksLikeHtml,
} from "../../../src/core/wire/errorText";
import { EventStream } from "../../../src/core/wire/eventStream";
import { GatewayError } from "../../../src/core/wire/gatewayError";
import { jsonTokens } from "../../../src/core/wire/jsonTokens";
import { lessonOf } from "../../../src/core/wire/lesson";
import { nextQueries } from "../../../src/core/wire/modelPages";
import { readModels } from "../../../src/core/wire/modelsReader";
import { proxyError } from "../../../src/core/wire/proxyError";
import { type CompletionChunk, readChunk } from "../../../src/core/wire/readChunk";
import { readJson } from "../../../src/core/wire/readJson";
import { RequestLedger } from "../../../src/core/wire/requestLedger";
import { reportedError, responseError } from "../../../src/core/wire/responseError";
import { retryAfter } from "../../../src/core/wire/retryAfter";
import { TextTemplate } from "../../../src/core/wire/textTemplate";
import { ThoughtSplitter } from "../../../src/core/wire/thoughtSplitter";
import { tornJson } from "../../../src/core/wire/tornJson";
import { transportError } from "../../../src/core/wire/transportError";
import { parseJson } from "../../../src/shared/untrusted/parseJson";
import type { Reader } from "../reader";

const json = [
	"{",
	"}",
	"[",
	"]",
	'"',
	'\\"',
	"\\",
	":",
	",",
	"1",
	"-",
	"e9",
	"null",
	'"a":',
	'{"a":',
	"[[",
	" ",
	"\n",
	"\\u00",
];
const html = ["<!--", "-->", "<", ">", "<!", "doctype", "html", "<html", "<p>", "&amp;", "&", " ", "\n", "x", '"', "="];
const said = [
	"maximum context length is ",
	"tokens",
	"8192",
	"9",
	",",
	" > ",
	" ",
	"does not support",
	"system",
	"role",
	"model",
	"is not",
	"an embedding model",
	"max_tokens",
	"batch size",
	"inputs",
	"at most",
	"limit",
	".",
	"(",
	"'",
	"requested",
	"\n",
];
const own = ["sk-live", "Bearer ", "https://", "@", ".", "a", "/", ":", "%2d", "c2s=", '{"error":{"message":"', '"}}'];

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

/** JSON in a text in JSON, and so on, as far as so many characters go. */
function nestedTexts(size: number): string {
	let text = '{"error":"x"}';
	for (;;) {
		const outer = JSON.stringify({ error: text });
		if (outer.length > size) return text;
		text = outer;
	}
}

export const wireReaders: readonly Reader[] = [
	{
		name: "errorText",
		module: "core/wire/errorText",
		tokens: [...json, ...html, ...own],
		most: errorBody,
		read: (text) => errorText(text, redact),
		cases: { comments: (size) => `${"<!---->".repeat(size / 7)}x` },
	},
	{ name: "errorField", module: "core/wire/errorText", tokens: json, most: errorBody, read: errorField },
	{ name: "errorStatus", module: "core/wire/errorText", tokens: json, most: errorBody, read: errorStatus },
	{ name: "errorContext", module: "core/wire/errorText", tokens: json, most: errorBody, read: errorContext },
	{
		name: "errorNames",
		module: "core/wire/errorText",
		tokens: [...json, '{"error":"', '{\\"error\\":'],
		most: errorBody,
		read: errorNames,
		cases: { nested: (size) => nestedTexts(size) },
	},
	{
		name: "looksLikeHtml",
		module: "core/wire/errorText",
		tokens: html,
		read: looksLikeHtml,
		cases: { comments: (size) => `${"<!---->".repeat(size / 7)}x` },
	},
	{
		name: "responseError",
		module: "core/wire/responseError",
		tokens: [...json, ...html],
		most: errorBody,
		read: (text) => responseError(new Response(text, { status: 404 }), url, attempt()),
	},
	{
		name: "reportedError",
		module: "core/wire/responseError",
		tokens: json,
		most: errorBody,
		read: (text) => reportedError(`{"error":{"code":429,"message":${JSON.stringify(text)}}}`, url, redact),
	},
	{
		name: "reasonOf",
		module: "core/wire/errorReason",
		tokens: said,
		most: errorBody,
		read: (text) => [400, 403, 404, 429, 500, undefined].map((status) => reasonOf(status, text, { names: text })),
	},
	{
		name: "actionsAgainst",
		module: "core/wire/errorReason",
		tokens: said,
		most: errorBody,
		read: (text) => actionsAgainst("refused", text),
	},
	{
		name: "readJson",
		module: "core/wire/readJson",
		tokens: [...json, ...html],
		read: (text) => readJson({ response: new Response(text), attempt: attempt(), url } as never, 1 << 24),
	},
	{ name: "tornJson", module: "core/wire/tornJson", tokens: json, read: tornJson },
	{ name: "AnswerReader", module: "core/wire/answerReader", tokens: stream, read: (text) => readAnswer(text) },
	{
		name: "AnswerReader in small pieces",
		module: "core/wire/answerReader",
		tokens: stream,
		read: (text) => readAnswer(text, 50),
	},
	{ name: "EventStream", module: "core/wire/eventStream", tokens: stream, read: (text) => readEvents(text, 1_000) },
	{
		name: "EventStream in one piece",
		module: "core/wire/eventStream",
		tokens: [...stream, "d\n"],
		read: (text) => readEvents(text, text.length),
	},
	{ name: "jsonTokens", module: "core/wire/jsonTokens", tokens: json, read: jsonTokens },
	{
		name: "readChunk",
		module: "core/wire/readChunk",
		tokens: json,
		read: (text) =>
			readChunk(
				{ choices: [{ delta: { content: text, reasoning: text } }], usage: { prompt_tokens: text } } as CompletionChunk,
				{ text() {}, reasoning() {}, usage() {}, finished() {} },
			),
	},
	{
		name: "ThoughtSplitter",
		module: "core/wire/thoughtSplitter",
		tokens: ["<think>", "</think>", "<", "<thi", "/", ">", " ", "\n", "a", "</", "<thinking>", "</thinking>"],
		read: (text) => inPieces(new ThoughtSplitter(), text, 40),
	},
	{
		name: "ClosingTag",
		module: "core/wire/closingTag",
		tokens: '</think>|<think>|<|</thinkin|`|```|~~~| |    |\t|\n|\r|- |> |a|"'.split("|"),
		read: (text) => inPieces(new ThoughtSplitter(), `a${text}`, 3),
	},
	{ name: "TextTemplate", module: "core/wire/textTemplate", tokens: [...json, event("a")], read: readTemplate },
	{ name: "contextLimit", module: "core/wire/contextLimit", tokens: said, most: errorBody, read: contextLimit },
	{
		name: "correction",
		module: "core/wire/correction",
		tokens: said,
		most: errorBody,
		read: (text) =>
			correction(refusal(text), { max_tokens: 1, temperature: 1, encoding_format: "", messages: [{ role: "system" }] }),
	},
	{
		name: "batchCorrection",
		module: "core/wire/correction",
		tokens: said,
		most: errorBody,
		read: (text) => batchCorrection(refusal(text), 64),
	},
	{
		name: "lessonOf",
		module: "core/wire/lesson",
		tokens: said,
		most: errorBody,
		read: (text) => [lessonOf(refusal(text), "chat"), lessonOf(refusal(text), "embeddings")],
	},
	{
		name: "readModels",
		module: "core/wire/modelsReader",
		tokens: ['{"id":"m"},', '{"id":"m","type":"x"},', '{"id":"', '"},', "a", "[", "]", "{", "}", "null,"],
		read: (text) => readModels(listed(text)),
		cases: {
			"many models": (size) =>
				JSON.stringify(Array.from({ length: size / 12 }, (_, at) => ({ id: `m${at}` }))).slice(1, -1),
		},
	},
	{
		name: "readEmbeddings",
		module: "core/wire/embeddingsReader",
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
		name: "retryAfter",
		module: "core/wire/retryAfter",
		tokens: ["1", "0", ".", " ", "Mon", ",", "GMT", "-", "e", "21 Oct 2015", ":"],
		most: 64 * 1024,
		read: (text) => retryAfter(text, 0),
	},
	{
		name: "nextQueries",
		module: "core/wire/modelPages",
		tokens: ["https://", "a", ".", "/", "v1/models", ":", "@", "?", "#", "&offset=", "%", "\\", "..", " "],
		read: (text) =>
			nextQueries({ has_more: true, links: { next: text }, next_cursor: text }, text, "https://a.a/v1/models", 2),
	},
	{
		name: "addressesOf",
		module: "core/wire/baseUrl",
		tokens: ["https://", "a", ".", "/", "v1", ":", "@", "?", "#", " ", "chat/completions", "%", "[", "]"],
		read: addressesOf,
	},
	{
		name: "certificateError",
		module: "core/wire/certificateError",
		tokens: ["DNS:", "IP Address:", ",", " ", "a", ".", "*", ":", "1"],
		read: (text) =>
			certificateError(thrown(text, { code: "ERR_TLS_CERT_ALTNAME_INVALID", cert: { subjectaltname: text } }), origin),
	},
	{
		name: "proxyError",
		module: "core/wire/proxyError",
		tokens: "proxy|Proxy response (|)|407| |connect |ECONNREFUSED |timed out|:|8080|1.2.3.4|a|(|tunnel".split("|"),
		read: (text) => proxyError(thrown(text, { code: "ECONNREFUSED" }), origin),
	},
	{
		name: "transportError",
		module: "core/wire/transportError",
		tokens: ["net::ERR_", "_", "A", "connect ", "ECONNRESET", ":", " ", "sk-live", "at ", "\n", "("],
		read: (text) => transportError(new Error(text), origin, redact),
	},
	{
		name: "strictMessages",
		module: "core/wire/chatBody",
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

function inPieces(splitter: ThoughtSplitter, text: string, length: number) {
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
	const template = new TextTemplate();
	const chunk = JSON.stringify({ choices: [{ delta: { content: text } }] });
	template.learn(chunk, text);
	template.learn(event("a").slice("data: ".length).trimEnd(), "a");
	let at = 0;
	while (at >= 0 && at < text.length) at = template.read(text, at);
	return at;
}
