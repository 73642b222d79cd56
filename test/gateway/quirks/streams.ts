import { sseChunk, sseDone, sseEvent, sseUsage } from "../endpoints/sseChunk";
import type { Script } from "../script";
import { type ExpectedAnswer, refused, whole } from "./answer";
import { bytes, type Quirk } from "./quirk";

/** The default for the gateways that the table names without details. */
const row = "docs/gateway-quirks.md#streams: several [M][S][D]";

/** A chat answer as the bytes of its body, so that tests can cut it anywhere. */
export interface StreamQuirk extends Quirk<ExpectedAnswer> {
	readonly body: Uint8Array;
}

const match = "/v1/chat/completions";
const stop = sseChunk({}, "stop");
const first = sseChunk({ role: "assistant", content: "" });
const hello = sseChunk("Hé") + sseChunk("llo 🌍");
const said = "Héllo 🌍";
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const counted = { promptTokens: 3, completionTokens: 2 };

function stream(
	name: string,
	source: string,
	body: string,
	expected: ExpectedAnswer,
	type = "text/event-stream",
): StreamQuirk {
	const data = new TextEncoder().encode(body);
	const script: Script = { match, headers: { "content-type": type }, chunks: bytes(data) };
	return { name, source, script, body: data, expected };
}

/** The answer ended, or became something else, before it was complete. */
function broken(says: RegExp, text = said, reason = "malformed"): ExpectedAnswer {
	return { text, reasoning: "", end: { interrupted: reason, says } };
}

/** The gateway reports in its own words that the answer is incomplete. */
const died = broken(/Upstream died/, said, "unavailable");
const early = /ended the answer early/;

/** Returns Ollama's own form: a line of JSON for each piece. */
const line = (content: string) =>
	`${JSON.stringify({ model: "m", message: { role: "assistant", content }, done: false })}\n`;
const lastLine = `${JSON.stringify({ message: { content: "" }, done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 2 })}\n`;
const completion = {
	id: "c",
	object: "chat.completion",
	choices: [{ index: 0, message: { role: "assistant", content: said }, finish_reason: "stop" }],
	usage,
};
const completionText = JSON.stringify(completion);
const page = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

/** docs/gateway-quirks.md#streams. */
export const streamQuirks: readonly StreamQuirk[] = [
	stream("as the documentation has it", row, first + hello + stop + sseDone, whole(said)),
	stream(
		"comment lines as keep-alive",
		row,
		`: PROCESSING\n\n${first}: ping\n\n${hello}:\n\n${stop}: ping\n\n${sseDone}`,
		whole(said),
	),
	stream("CRLF", "[S] OpenGateLLM", (first + hello + stop + sseDone).replaceAll("\n", "\r\n"), whole(said)),
	stream("CR alone", "[D] the standard allows it", (hello + stop + sseDone).replaceAll("\n", "\r"), whole(said)),
	stream("a byte order mark", row, `\uFEFF${hello}${stop}${sseDone}`, whole(said)),
	stream("blank lines first", row, `\n\n${hello}${stop}${sseDone}`, whole(said)),
	stream("blank data", "[S] vLLM", `data:\n\n${hello}data: \n\n${stop}${sseDone}`, whole(said)),
	stream("no blank after the colon", "[S] OpenGateLLM", (hello + stop).replaceAll("data: ", "data:"), whole(said)),
	stream("names and ids of events", row, `id: 1\nevent: message\nretry: 10\n${hello}${stop}`, whole(said)),
	stream("[DONE] with a blank behind it", "[S] OpenGateLLM", `${hello}${stop}data: [DONE] \n\n`, whole(said)),
	stream("no [DONE]", "[M] llama-server", hello + stop, whole(said)),
	stream("no last blank line", row, (hello + stop).trimEnd(), whole(said)),
	stream(
		"an event over several data lines",
		"[D] the standard allows it",
		`${hello}data: {"choices":\ndata: [{"delta":{},\ndata: "finish_reason":"stop"}]}\n\n`,
		whole(said),
	),
	stream("a usage chunk without choices", row, hello + stop + sseUsage(usage) + sseDone, whole(said, counted)),
	stream("the content type of text", row, hello + stop + sseDone, whole(said), "text/plain"),
	stream("the type of JSON", row, hello + stop + sseDone, whole(said), "application/json"),

	stream(
		"an error event after text",
		"[S] vLLM",
		`${hello}event: error\ndata: {"message":"Upstream died","type":"server_error"}\n\n`,
		died,
	),
	stream(
		"an error object, then [DONE]",
		"[S] vLLM",
		hello + sseEvent({ error: { message: "Upstream died" } }) + sseDone,
		died,
	),
	stream("an error text, then [DONE]", row, hello + sseEvent({ error: "Upstream died" }) + sseDone, died),
	stream("an error of FastAPI's in an event", "[S] OpenGateLLM", hello + sseEvent({ detail: "Upstream died" }), died),
	stream("an error without framing", "[S] OpenGateLLM", `${hello}{"detail":"Upstream died"}`, broken(/Upstream died/)),
	stream(
		"an error without framing, and nothing before",
		"[S] OpenGateLLM",
		'{"detail":"Quota exhausted"}',
		refused(/Quota exhausted/),
	),
	stream(
		"an error object alone",
		"[S] vLLM",
		sseEvent({ error: { message: "Quota exhausted" } }) + sseDone,
		refused(/Quota exhausted/),
	),
	stream(
		"a proxy's raw text behind it",
		"[M] llama-server",
		`${hello}upstream connect error or disconnect\n`,
		broken(/upstream connect error/),
	),
	stream(
		"a proxy's raw text in the line",
		"[M] llama-server",
		`${hello}${sseChunk(" end").trimEnd()}502 Bad Gateway\n\n`,
		broken(/interrupted the answer/, `${said} end`),
	),
	stream("a proxy's page behind it", row, `${hello}${page}\n`, broken(early)),
	stream("a proxy's raw text after the end", "[M] llama-server", `${hello}${stop}upstream reset\n`, whole(said)),
	stream("[DONE] without a finish_reason", "[M] gateways whose upstream failed", hello + sseDone, broken(early)),
	stream("a clean end without a finish_reason", "[M] a server process killed", hello, broken(early)),
	stream("finish_reason error", row, hello + sseChunk({}, "error") + sseDone, broken(early)),
	stream("an end within an event", "[M] a server process killed", `${hello}data: {"choices":[{"del`, broken(early)),
	stream(
		"an end within an event's text",
		"[M] a server process killed",
		`${hello}data: {"choices":[{"delta":{"content":" and`,
		broken(early, `${said} and`),
	),
	stream("[DONE] and nothing else", "[M] gateways whose upstream failed", sseDone, {
		failed: "malformed",
		says: early,
	}),
	stream("an empty body", row, "", { failed: "malformed", says: early }),

	stream(
		"one plain completion",
		"[S] gateways behind web fronts",
		completionText,
		whole(said, counted),
		"application/json",
	),
	stream("one plain completion over many lines", row, JSON.stringify(completion, null, 2), whole(said, counted)),
	stream(
		"one plain completion, cut off",
		"[M] a server process killed",
		completionText.slice(0, completionText.indexOf("llo")),
		broken(early, "Hé"),
		"application/json",
	),
	stream(
		"one plain completion, cut off behind its text",
		"[M] a server process killed",
		completionText.slice(0, completionText.indexOf("usage")),
		broken(early),
		"application/json",
	),
	stream(
		"one plain completion, a proxy's text behind it",
		row,
		`${completionText}\nupstream reset`,
		whole(said, counted),
	),
	stream(
		"one plain completion, a proxy's text in it",
		row,
		`${completionText.slice(0, completionText.indexOf("llo"))}\n502 Bad Gateway`,
		broken(early, "Hé"),
	),
	stream("lines of JSON", row, line("Hé") + line("llo 🌍") + lastLine, whole(said, counted), "application/x-ndjson"),
	stream(
		"lines of JSON, the last without a newline",
		row,
		line("Hé") + line("llo 🌍") + lastLine.trimEnd(),
		whole(said, counted),
	),
	stream(
		"lines of JSON in OpenAI's form",
		row,
		(hello + stop).replaceAll("data: ", "").replaceAll("\n\n", "\n"),
		whole(said),
		"application/x-ndjson",
	),
	stream("lines of JSON, cut off", row, line("Hé") + line("llo 🌍").slice(0, -10), broken(early)),
	stream(
		"lines of JSON, an error the last",
		row,
		`${line("Hé")}${line("llo 🌍")}{"error":"out of memory"}\n`,
		broken(/out of memory/, said, "unavailable"),
	),
	stream(
		"a web page and status 200",
		"[S] gateways behind web fronts",
		`<!doctype html>${page}`,
		{ failed: "wrongAddress", says: /web page/ },
		"text/html",
	),
	stream("a web page whose content type is that of a stream", "[S] gateways behind web fronts", page, {
		failed: "wrongAddress",
		says: /web page/,
	}),
];
