import * as l10n from "@vscode/l10n";
import { createParser } from "eventsource-parser";
import { redact } from "../base/redact";
import { type CompletionChunk, chunkEvents } from "./chunkEvents";
import { errorText, looksLikeHtml } from "./errorText";
import type { ChatEvent } from "./gateway";
import { GatewayError } from "./gatewayError";
import { htmlError } from "./responseError";
import { transportError } from "./transportError";

/** The longest single event that is taken, in characters; more is a broken server. */
const longestEvent = 16 * 1024 * 1024;

interface Reading {
	readonly url: string;
	readonly origin: string;
	readonly key: string;
	readonly signal: AbortSignal;
}

/**
 * Reads a chat answer as it streams in. It is whole only when a chunk carried a `finish_reason`; neither `[DONE]` nor a
 * clean end proves that (gateway-quirks.md, "The finding that matters most"): everything else ends as `interrupted`.
 *
 * @throws GatewayError when it breaks off, or turns out to be no answer, before any of its text arrived.
 */
export async function* readChat(response: Response, reading: Reading): AsyncGenerator<ChatEvent> {
	let begun = false;
	let finished: ChatEvent | undefined;
	try {
		for await (const events of eventBatches(response, reading)) {
			for (const event of events) {
				// Usage may follow the chunk that carries the reason, so the end is kept until the stream's own.
				if (event.type === "finished") finished ??= event;
				else {
					begun ||= event.type !== "usage";
					yield event;
				}
			}
		}
	} catch (thrown) {
		if (finished) return yield finished;
		if (reading.signal.aborted) return;
		const cause = transportError(thrown, reading.origin, reading.key);
		if (!begun) throw cause;
		return yield { type: "interrupted", cause };
	}
	if (finished) return yield finished;
	if (reading.signal.aborted) return;
	const cause = new GatewayError("malformed", l10n.t("The gateway ended the answer early."));
	if (!begun) throw cause;
	yield { type: "interrupted", cause };
}

/** The answer's events, by the pieces in which the network brings it. */
async function* eventBatches(response: Response, reading: Reading): AsyncGenerator<ChatEvent[]> {
	const type = response.headers.get("content-type") ?? "";
	if (!/event-stream/i.test(type)) {
		yield wholeAnswer(await response.text(), response.status, reading);
		return;
	}
	let batch: ChatEvent[] = [];
	let failure: unknown;
	let done = false;
	const parser = createParser({
		maxBufferSize: longestEvent,
		onEvent: ({ event, data }) => {
			const text = data.trim();
			if (failure || done || text === "") return;
			if (text === "[DONE]") {
				done = true;
				return;
			}
			try {
				batch.push(...readChunk(text, event === "error", reading));
			} catch (error) {
				failure = error;
			}
		},
		onError: (error) => {
			if (error.type === "max-buffer-size-exceeded") failure = error;
		},
	});
	const decoder = new TextDecoder();
	for await (const bytes of response.body ?? []) {
		parser.feed(decoder.decode(bytes, { stream: true }));
		if (batch.length > 0) {
			yield batch;
			batch = [];
		}
		if (failure) throw failure;
		// Nothing follows, though some gateways keep the connection open.
		if (done) return;
	}
	// The last event may lack its blank line. If it is torn, the answer simply ended early: nothing to quote.
	parser.feed("\n\n");
	if (batch.length > 0) yield batch;
	if (failure instanceof GatewayError && failure.reason !== "malformed") throw failure;
}

/** One plain completion in answer to a streaming request is an answer; a web page is the wrong address. */
function wholeAnswer(body: string, status: number, reading: Reading): ChatEvent[] {
	if (looksLikeHtml(body)) throw htmlError(reading.url, status);
	return readChunk(body, false, reading);
}

function readChunk(text: string, isError: boolean, reading: Reading): ChatEvent[] {
	let chunk: unknown;
	try {
		chunk = JSON.parse(text);
	} catch {
		throw streamError("malformed", text, reading);
	}
	if (typeof chunk !== "object" || chunk === null) throw streamError("malformed", text, reading);
	if (isError || isErrorObject(chunk)) throw streamError("unavailable", text, reading);
	return [...chunkEvents(chunk as CompletionChunk)];
}

/** An error after the status 200: in an event named so, as an `error` object, or as raw text of a proxy. */
function streamError(reason: "unavailable" | "malformed", text: string, { key }: Reading): GatewayError {
	const said = errorText(redact(text, [key]));
	return new GatewayError(reason, l10n.t("The gateway broke off the answer: {0}", said));
}

/** `{error}`, or FastAPI's `{detail}` and others' `{message}` where there should be choices. */
function isErrorObject(chunk: object): boolean {
	if ("error" in chunk && chunk.error) return true;
	return !("choices" in chunk) && ("detail" in chunk || "message" in chunk);
}
