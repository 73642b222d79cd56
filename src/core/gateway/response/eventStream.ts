import { gatewayLimits } from "../../../shared/untrusted/limits";

/** Receives the content of an event stream. */
interface EventSink {
	/** Receives an event: its joined lines of data, and its name, which is empty for most. */
	event(data: string, name: string): void;
	/** Receives a line that is not part of the format. */
	stray(line: string): void;
	/** Is called when an event has more lines or characters than the limits. */
	tooLong(): void;
}

const lineFeed = 0x0a;
const blank = 0x20;
const dataField = "data:";

/** Fields that are irrelevant to the answer. */
const otherFields = new Set(["id", "retry"]);

/**
 * Parses text/event-stream according to the HTML standard, without ids and reconnection times. Also separates events of
 * JSON that have no blank line between them. Reads one event at a time, so that the caller can read events of a known form
 * itself. Of an incomplete event, it keeps no more than `gatewayLimits.eventLength` and `eventLines` allow.
 */
export class EventStream {
	#text = "";
	#at = 0;
	/** The next line feed and carriage return; the text's length if there is none, -1 if not searched yet. */
	#feed = -1;
	#return = -1;
	/** The beginning of a line whose end has not arrived. */
	#rest = "";
	/** Whether a line feed that comes next belongs to the previous line. */
	#afterReturn = false;
	#name = "";
	/** The first line of data, which is usually the only one, and the others. */
	#data = "";
	#more: string[] = [];
	#lines = 0;
	/** The number of characters of the event so far. */
	#length = 0;

	/** The line break after the last line. */
	lineBreak = "\n";

	constructor(private readonly sink: EventSink) {}

	/** Sets the next part of the stream; the previous one has been read. */
	begin(text: string): void {
		this.#text = text;
		this.#at = 0;
		this.#feed = -1;
		this.#return = -1;
		if (this.#afterReturn && text !== "") {
			if (text.charCodeAt(0) === lineFeed) this.#at = 1;
			this.#afterReturn = false;
		}
	}

	/** The position in the part where the next event begins. */
	get at(): number {
		return this.#at;
	}

	/** Whether some of the part is left. */
	get hasMore(): boolean {
		return this.#at < this.#text.length;
	}

	/** Whether nothing of an event has been read yet. */
	get isBetweenEvents(): boolean {
		return this.#lines === 0 && this.#rest === "" && this.#name === "";
	}

	/** Continues at a position up to which the caller has read. */
	skipTo(at: number): void {
		this.#at = at;
		this.#length = 0;
	}

	/** Reads to the end of the next event, or of the part. */
	readOne(): void {
		const text = this.#text;
		while (this.#at < text.length) {
			const at = this.#at;
			if (this.#feed < at) this.#feed = indexOrEnd(text, "\n", at);
			if (this.#return < at) this.#return = indexOrEnd(text, "\r", at);
			const end = Math.min(this.#feed, this.#return);
			this.#length += end - at + 1;
			if (this.#length > gatewayLimits.eventLength) {
				this.sink.tooLong();
				return;
			}
			if (end === text.length) {
				this.#rest += text.slice(at);
				this.#at = end;
				return;
			}
			this.#at = this.#behindBreak(end);
			if (this.#rest === "") {
				if (this.#readLine(text, at, end)) return;
			} else {
				const line = this.#rest + text.slice(at, end);
				this.#rest = "";
				if (this.#readLine(line, 0, line.length)) return;
			}
		}
	}

	/** Ends the stream: its last line and event count even if no line break follows. */
	end(): void {
		const line = this.#rest;
		this.#rest = "";
		if (line !== "") this.#readLine(line, 0, line.length);
		// The line may have ended the event before it, and begun the last one.
		this.#endEvent();
	}

	#behindBreak(end: number): number {
		const next = end + 1;
		const isPair = end === this.#return && this.#text.charCodeAt(next) === lineFeed;
		this.lineBreak = end === this.#feed ? "\n" : isPair ? "\r\n" : "\r";
		if (end === this.#return && next === this.#text.length) this.#afterReturn = true;
		return isPair ? next + 1 : next;
	}

	/** @returns whether to stop reading, because an event has ended or is too long. */
	#readLine(text: string, start: number, end: number): boolean {
		if (start === end) return this.#endEvent();
		if (text.startsWith(dataField, start)) return this.#addData(text, start + dataField.length, end);
		// Only the line is searched: the rest of the stream may have no colon, and would be searched again for each
		// line.
		const line = text.slice(start, end);
		const colon = indexOrEnd(line, ":", 0);
		if (colon === 0) return false;
		const field = line.slice(0, colon);
		if (field === "data") return this.#addData(line, line.length, line.length);
		if (field === "event") this.#name = fieldValue(line, colon + 1, line.length);
		else if (!otherFields.has(field)) this.sink.stray(line);
		return false;
	}

	#addData(text: string, start: number, end: number): boolean {
		const value = fieldValue(text, start, end);
		const isNext = this.#lines > 0 && this.#endsBefore(value);
		if (isNext) {
			this.#endEvent();
			// The line was counted before it was known to begin an event.
			this.#length = end - start + dataField.length + 1;
		}
		if (this.#lines === 0) this.#data = value;
		else this.#more.push(value);
		this.#lines++;
		if (this.#lines <= gatewayLimits.eventLines) return isNext;
		this.#clear();
		this.sink.tooLong();
		return true;
	}

	/**
	 * Returns whether a line of data begins another event though no blank line came before, as from some servers: within
	 * one JSON text, no line with an opening brace at its beginning follows one with a closing brace at its end.
	 */
	#endsBefore(value: string): boolean {
		const last = this.#more[this.#more.length - 1] ?? this.#data;
		return last.endsWith("}") && (value.startsWith("{") || value.startsWith("[DONE]"));
	}

	#endEvent(): boolean {
		this.#length = 0;
		if (this.#lines === 0) {
			this.#name = "";
			return false;
		}
		const data = this.#lines === 1 ? this.#data : [this.#data, ...this.#more].join("\n");
		const name = this.#name;
		this.#clear();
		this.sink.event(data, name);
		return true;
	}

	#clear(): void {
		this.#name = "";
		this.#data = "";
		if (this.#lines > 1) this.#more = [];
		this.#lines = 0;
	}
}

function indexOrEnd(text: string, searched: string, from: number): number {
	const at = text.indexOf(searched, from);
	return at < 0 ? text.length : at;
}

/** Returns a field's value: the text after the colon, without a space directly after it. */
function fieldValue(text: string, start: number, end: number): string {
	if (start >= end) return "";
	return text.slice(text.charCodeAt(start) === blank ? start + 1 : start, end);
}
