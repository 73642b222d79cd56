import * as l10n from "@vscode/l10n";
import type { Usage } from "../../../shared/conversation";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { isTooDeep } from "../../../shared/untrusted/parseJson";
import { utf8Length, utf8Prefix } from "../../../shared/untrusted/utf8Length";
import type { Redactor } from "../../base/knownKeys";
import { errorText, isErrorObject, looksLikeHtml } from "../errors/errorText";
import { answerTooLong, eventTooLong, streamTooLong, tooDeep } from "../errors/tooLargeError";
import type { ChatEvent } from "../gateway";
import { GatewayError } from "../gatewayError";
import { parseObject } from "../parseObject";
import { CallAssembler } from "../tools/callAssembler";
import { AnswerEnd } from "./answerEnd";
import { DeltaFastPath } from "./deltaFastPath";
import { EventStream } from "./eventStream";
import { partialJson } from "./partialJson";
import { type ChunkSink, type CompletionChunk, readChunk, type Streamed } from "./readChunk";
import { htmlError, reportedError } from "./responseError";
import { type Piece, ThinkTagParser } from "./thinkTagParser";

/** Maximum length of text outside the event format that is kept for quoting, in characters. */
const longestStray = 2_000;
/** Matches the beginning of a field's name at the end of a cut-off stream, which is not a message. */
const halfField = /^(?:d(?:at?)?|e(?:v(?:en?)?)?|i|r(?:e(?:tr?)?)?)$/;

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Format = "unknown" | "events" | "json" | "page";

/** The source of an answer, for its errors. */
interface AnswerSource {
	readonly url: string;
	readonly response: { readonly status: number };
	readonly attempt: { readonly redact: Redactor };
}

/**
 * Reads a chat answer while it arrives, in whichever form the gateway chose: an event stream, one plain completion,
 * lines of JSON, or no answer at all. The first character determines the form, because content types are unreliable
 * (docs/gateway-quirks.md#streams). Push-based and without a generator, because it runs thousands of times per second.
 */
export class AnswerReader {
	#format: Format = "unknown";
	#events: Writable<ChatEvent>[] = [];
	#usage: Usage | undefined;
	readonly #stream = new EventStream({
		event: (data, name) => this.#readEvent(name, data),
		stray: (line) => {
			if (this.#stray.length >= longestStray) return;
			const said = line.slice(0, longestStray);
			if (said.trim() === "[DONE]") this.done = true;
			if (this.done) return;
			if (!halfField.test(said)) this.#stray += `${said}\n`;
		},
		tooLong: () => {
			this.failure ??= eventTooLong();
		},
	});
	/** The length of text, reasoning and calls so far, in UTF-8 bytes. */
	#said = 0;
	/** The text of a page, or of a JSON line or body that is not complete yet. */
	#buffer = "";
	/** Whether the JSON is not in lines, so that only the whole body can be parsed. */
	#whole = false;
	/** Whether a line of JSON was read. */
	#readLine = false;
	/** Text in the event stream that is not part of the format, such as a proxy's error message. */
	#stray = "";
	readonly #thoughts = new ThinkTagParser();
	readonly #template = new DeltaFastPath();
	/**
	 * The event that the template learns from once another follows; not earlier, so that the first text is not delayed.
	 */
	#example: { readonly chunk: string; readonly text: string } | undefined;
	/** The content of the current chunk so far: the number of texts and ends, and the last text. */
	#brought = 0;
	#text = "";
	readonly #sink: ChunkSink = {
		text: (text) => {
			this.#brought++;
			this.#text = text;
			this.#end.said("text", text);
			this.#sayText(text);
		},
		reasoning: (text) => {
			this.#brought++;
			this.#text = text;
			this.#end.said("reasoning", text);
			// Some gateways begin with blank reasoning, and send the actual reasoning in the text.
			if (!this.#isReasoned && text.trim() !== "") {
				this.#isReasoned = true;
				this.#thoughts.keepUnopened();
			}
			this.#say([{ type: "reasoning", text }]);
		},
		usage: (usage: Usage) => {
			this.#usage = usage;
		},
		toolCalls: (list) => this.#readCalls(list),
		finished: (reason) => {
			this.#brought++;
			// The end of an answer that was cut off is unknown.
			if (!this.failure) this.#end.finished(reason);
		},
	};
	readonly #end = new AnswerEnd();
	/** The calls of a model that was offered no tools. */
	#unasked: CallAssembler | undefined;
	/** Whether the gateway separates reasoning from text. */
	#isReasoned = false;
	/** Whether text was passed on. */
	#givesText = false;
	readonly #streamed: Streamed = { text: false, reasoning: false };

	/** Whether `[DONE]` was read: nothing follows, though some gateways keep the connection open. */
	done = false;
	/** The reason why the rest cannot be an answer. */
	failure: GatewayError | undefined;

	/** @param calls receives the answer's tool calls; absent where no tools are offered. */
	constructor(
		private readonly source: AnswerSource,
		private readonly calls?: CallAssembler,
	) {}

	/** The end with the gateway's reason: the answer is complete, unless something follows. */
	get finished(): ChatEvent | undefined {
		const { reason } = this.#end;
		if (reason === undefined) return undefined;
		const unaskedTool = this.#unasked?.calls[0]?.name;
		return { type: "finished", reason, ...(unaskedTool ? { unaskedTool } : {}) };
	}

	/** Whether the answer is complete even if its connection breaks. */
	get isWhole(): boolean {
		return this.#end.holds;
	}

	/** Whether nothing except the usage is expected. */
	get isEnding(): boolean {
		return this.#end.isLast;
	}

	/**
	 * Returns the events since the last call; consecutive ones of the same kind are joined, and only the last usage is
	 * included.
	 */
	take(): readonly ChatEvent[] {
		const events = this.#events;
		this.#givesText ||= events.some(({ type }) => type === "text");
		if (this.#usage) events.push({ type: "usage", usage: this.#usage });
		this.#usage = undefined;
		if (events.length > 0) this.#events = [];
		return events;
	}

	push(text: string): void {
		if (this.failure || this.done) return;
		if (this.#format === "unknown") this.#begin(text);
		else this.#feed(text);
	}

	/** Fails the answer because it has more bytes than the limit. */
	overflow(): void {
		this.failure ??= streamTooLong();
	}

	/** Ends the reading at the end of the body. */
	end(): void {
		if (this.#format === "events") {
			// The last event may lack its blank line. If it is cut off, the answer ended early, and there is nothing to
			// quote.
			if (!this.failure) this.#endStream();
		} else if (!this.failure && this.#buffer.trim() !== "") this.#endOfText();
		this.#say(this.#thoughts.end());
		if (this.#stray.trim() === "") return;
		this.#end.brokeOff();
		if (!this.#end.reason) this.failure ??= this.#error("malformed", this.#stray);
	}

	#endStream(): void {
		this.#stream.end();
		if (this.failure?.reason === "malformed") this.failure = undefined;
	}

	#begin(text: string): void {
		// Leading whitespace is meaningless and is not kept, because it may be endless.
		this.#buffer = text.trimStart();
		const first = this.#buffer[0];
		if (first === undefined) return;
		this.#format = first === "<" ? "page" : first === "{" || first === "[" ? "json" : "events";
		const begun = this.#buffer;
		this.#buffer = "";
		this.#feed(begun);
	}

	#feed(text: string): void {
		if (this.#format === "events") {
			this.#readEvents(text);
			return;
		}
		this.#buffer += text;
		if (this.#format === "json" && !this.#whole && text.includes("\n")) this.#readLines();
		// The beginning of a page is enough to recognize it.
		if (this.#format === "page" && this.#buffer.length > gatewayLimits.errorBytes) this.#endOfText();
		const longest = this.#readLine ? gatewayLimits.eventLength : gatewayLimits.completionLength;
		if (this.#buffer.length > longest) this.failure ??= eventTooLong();
	}

	/** Reads events that match the template in place and passes their texts on together; all others are parsed. */
	#readEvents(text: string): void {
		const stream = this.#stream;
		let together = "";
		stream.begin(text);
		while (stream.hasMore && !this.done && !this.failure) {
			if (this.#example) this.#template.setExample(this.#example.chunk, this.#example.text, stream.lineBreak);
			this.#example = undefined;
			const next = stream.isBetweenEvents ? this.#template.read(text, stream.at) : -1;
			const isText = next >= 0 && this.#template.type === "text";
			if (together !== "" && !isText) {
				this.#sayText(together);
				together = "";
			}
			if (next < 0) {
				stream.readOne();
				continue;
			}
			const { type, text: said, usage } = this.#template;
			this.#end.said(type, said);
			if (isText) together += said;
			else this.#say([{ type, text: said }]);
			if (usage) this.#usage = usage;
			stream.skipTo(next);
		}
		if (together !== "") this.#sayText(together);
	}

	/** Reads lines of JSON (Ollama's own form); if the first line is not JSON, the whole body must be. */
	#readLines(): void {
		const end = this.#buffer.lastIndexOf("\n");
		for (const line of this.#buffer.slice(0, end).split("\n")) {
			if (line.trim() === "") continue;
			const chunk = parseObject(line);
			if (chunk === undefined && !this.#readLine) {
				this.#whole = true;
				return;
			}
			this.#readLine = true;
			if (chunk) this.#readJson(chunk, line, false);
			else this.failure ??= this.#unreadable(line);
		}
		this.#buffer = this.#buffer.slice(end + 1);
	}

	#endOfText(): void {
		if (this.#format === "json") {
			const chunk = parseObject(this.#buffer);
			if (chunk !== undefined) this.#readJson(chunk, this.#buffer, false);
			if (chunk !== undefined || this.#readPartial(this.#buffer)) return;
		}
		if (looksLikeHtml(this.#buffer)) this.failure = htmlError(this.source.url, this.source.response.status);
		// After complete lines, a cut-off one only means that the answer ended early.
		else if (!this.#readLine) this.failure = this.#unreadable(this.#buffer);
	}

	#readEvent(event: string, data: string): void {
		if (this.failure || this.done) return;
		// The check of the brace comes first: nearly all events begin with one, and trimming each would take time.
		const text = data[0] === "{" ? data : data.trim();
		if (text === "" || text === "null") return;
		if (text === "[DONE]") {
			this.done = true;
			return;
		}
		const chunk = parseObject(text);
		if (chunk === undefined) {
			this.#end.brokeOff();
			this.#readPartial(text);
			this.failure ??= this.#unreadable(text);
			return;
		}
		this.#brought = 0;
		this.#text = "";
		this.#readJson(chunk, text, event === "error");
		if (this.#brought === 1) this.#example = { chunk: text, text: this.#text };
	}

	/** Keeps the text of a chunk, or of a completion, that was cut off; its end and its usage may be incomplete. */
	#readPartial(text: string): boolean {
		const partial = partialJson(text);
		if (partial === undefined) return false;
		if (isErrorObject(partial)) this.failure ??= this.#reported(JSON.stringify(partial));
		else readChunk(partial as CompletionChunk, { ...this.#sink, usage() {}, finished() {} }, this.#streamed);
		return true;
	}

	#readJson(chunk: object, text: string, isError: boolean): void {
		if (isError || isErrorObject(chunk)) {
			this.#end.brokeOff();
			// The text beside the error is kept; its end does not count.
			readChunk(chunk as CompletionChunk, { ...this.#sink, finished() {} }, this.#streamed);
			this.failure ??= this.#reported(text);
			return;
		}
		this.#end.nextChunk();
		readChunk(chunk as CompletionChunk, this.#sink, this.#streamed);
	}

	#readCalls(list: unknown): void {
		if (!this.calls) this.#unasked ??= new CallAssembler();
		const calls = this.calls ?? this.#unasked;
		if (!calls) return;
		const added = calls.push(list);
		// Counts as two, so that the chunk does not become an example for texts.
		this.#brought += 2;
		if (added === 0) return;
		this.#end.said("text", "call");
		this.#said += added;
		if (this.#said <= gatewayLimits.answerText && calls.count <= gatewayLimits.toolCalls) return;
		this.failure ??= answerTooLong();
		this.#end.revoke();
	}

	/** Passes text on; drops reasoning between tags if the gateway also sends it separately (MiniMax). */
	#sayText(text: string): void {
		const pieces = this.#thoughts.push(text);
		this.#say(this.#isReasoned ? pieces.filter(({ type }) => type === "text") : pieces);
	}

	#say(pieces: readonly Piece[]): void {
		for (const { type, text } of pieces) {
			if (type === "wasReasoning") {
				// Text that was not passed on yet is passed on as reasoning directly.
				if (this.#givesText) this.#events.push({ type });
				else this.#events = textAsReasoning(this.#events);
				continue;
			}
			const room = gatewayLimits.answerText - this.#said;
			this.#said += utf8Length(text);
			const kept = this.#said > gatewayLimits.answerText ? this.#cut(text, room) : text;
			const last = this.#events[this.#events.length - 1];
			if (last?.type === type) last.text += kept;
			else if (kept !== "") this.#events.push({ type, text: kept });
		}
	}

	/** Returns the part of a text that fits into this many bytes, without half a character at its end. */
	#cut(text: string, room: number): string {
		this.failure ??= answerTooLong();
		this.#end.revoke();
		// Drops everything that follows.
		this.#said = Number.POSITIVE_INFINITY;
		return text.slice(0, utf8Prefix(text, room));
	}

	/** Returns the error for an event, a line or a body that is not valid JSON, or nested too deeply. */
	#unreadable(text: string): GatewayError {
		return isTooDeep(text) ? tooDeep(this.source.url, this.source.response.status) : this.#error("malformed", text);
	}

	#reported(body: string): GatewayError {
		return reportedError(body, this.source.url, this.source.attempt.redact) ?? this.#error("unavailable", body);
	}

	/**
	 * Returns the error for a failure after the status 200: in an event named `error`, as an `error` object, or as a
	 * proxy's raw text.
	 */
	#error(reason: "unavailable" | "malformed", text: string): GatewayError {
		const said = errorText(text, this.source.attempt.redact);
		// The page of a proxy contains no useful text.
		const message = said ? l10n.t("The gateway interrupted the answer: {0}", said) : endedEarly();
		return new GatewayError(reason, message, undefined, { said });
	}
}

/** Returns the events with their text as reasoning; whitespace alone is dropped. */
function textAsReasoning(events: readonly Writable<ChatEvent>[]): Writable<ChatEvent>[] {
	const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
	const others = events.filter(({ type }) => type !== "text");
	return text.trim() === "" ? others : [...others, { type: "reasoning", text }];
}

/** The message for an answer that ended without a `finish_reason` or any other explanation. */
export const endedEarly = (): string => l10n.t("The gateway ended the answer early.");
