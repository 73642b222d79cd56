import { jsonFits } from "../../../shared/untrusted/jsonShape";
import { limits } from "../../../shared/untrusted/limits";
import type { LoggedEvent } from "./conversationEvent";
import { parseEvent } from "./parseEvent";

/** An event with the values that determine its position. */
export interface PlacedEvent {
	readonly event: LoggedEvent;
	/** The time that determines the order; never before that of an earlier line of the same writer. */
	readonly at: number;
	readonly writer: string;
	readonly line: number;
}

/** Compares two events: by time, then by writer, then by line. The order is the same wherever it is computed. */
export function compareEvents(a: PlacedEvent, b: PlacedEvent): number {
	return a.at - b.at || (a.writer < b.writer ? -1 : a.writer > b.writer ? 1 : a.line - b.line);
}

/** Reads one writer's file as it grows. */
export class WriterLines {
	#line = 0;
	/**
	 * The latest time so far: a writer's events keep their order even if its clock was set back between two of them.
	 */
	#latest = Number.NEGATIVE_INFINITY;

	constructor(private readonly writer: string) {}

	/** Returns the writer's next event with its position. */
	place(event: LoggedEvent): PlacedEvent {
		this.#latest = Math.max(this.#latest, event.at);
		return { event, at: this.#latest, writer: this.writer, line: this.#line++ };
	}

	/**
	 * Reads the lines that follow those already read.
	 *
	 * @returns the events, and the number of lines that are not events: cut off, damaged, too long, or something else
	 * altogether.
	 */
	read(text: string): { events: PlacedEvent[]; damaged: number } {
		const events: PlacedEvent[] = [];
		let damaged = 0;
		for (const json of linesOf(text)) {
			if (json.trim() === "") continue;
			const event = parseLine(json);
			if (event) events.push(this.place(event));
			else damaged++;
		}
		return { events, damaged };
	}
}

/** Yields the lines of a text one by one: an array of a million empty ones would take more memory than the text. */
function* linesOf(text: string): Iterable<string> {
	for (let begin = 0; begin < text.length; ) {
		const newline = text.indexOf("\n", begin);
		const end = newline < 0 ? text.length : newline;
		yield text.slice(begin, end);
		begin = end + 1;
	}
}

function parseLine(json: string): LoggedEvent | undefined {
	if (json.length > limits.conversationEventLength || !jsonFits(json)) return undefined;
	try {
		return parseEvent(JSON.parse(json));
	} catch {
		return undefined;
	}
}
