import { jsonFits } from "../../shared/untrusted/jsonShape";
import { limits } from "../../shared/untrusted/limits";
import type { LoggedEvent } from "./conversationEvent";
import { parseEvent } from "./parseEvent";

/** An event with what its place among the others is decided by. */
export interface PlacedEvent {
	readonly event: LoggedEvent;
	/** When it counts as having happened, never before an earlier line of the same writer's. */
	readonly at: number;
	readonly writer: string;
	readonly line: number;
}

/** The one order of a conversation's events, the same wherever it is computed: by time, then by writer, then by line. */
export function compareEvents(a: PlacedEvent, b: PlacedEvent): number {
	return a.at - b.at || (a.writer < b.writer ? -1 : a.writer > b.writer ? 1 : a.line - b.line);
}

/** Reads one writer's file as it grows. */
export class WriterLines {
	#line = 0;
	/** A writer's own events keep their order even if its clock was set back between two of them. */
	#latest = Number.NEGATIVE_INFINITY;

	constructor(private readonly writer: string) {}

	/** The place of the writer's next event. */
	place(event: LoggedEvent): PlacedEvent {
		this.#latest = Math.max(this.#latest, event.at);
		return { event, at: this.#latest, writer: this.writer, line: this.#line++ };
	}

	/**
	 * The events of the lines that follow those already read.
	 *
	 * @returns the events, and how many lines are none: torn, garbled, too long, or of something else altogether.
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

/** The lines of a text, one after the other: a list of a million empty ones would cost more than the text. */
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
