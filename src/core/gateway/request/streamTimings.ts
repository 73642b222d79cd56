import { parseObject } from "../parseObject";
import { EventStream } from "../response/eventStream";
import { type ChunkSink, type CompletionChunk, readChunk } from "../response/readChunk";
import type { ProbeAnswer } from "./probeRequest";

/** The times at which the text of a streamed answer arrived, in milliseconds since the request was sent. */
export interface StreamTimings {
	/** The number of events with text, and of the network pieces that they arrived in. */
	readonly events: number;
	readonly pieces: number;
	/** Absent when there was no text. */
	readonly firstAt?: number;
	readonly lastAt?: number;
	/** Whether the gateway counted tokens. */
	readonly usage: boolean;
}

/** Determines when each piece of text arrived; the text itself does not matter. */
export function streamTimings({ pieces }: ProbeAnswer): StreamTimings {
	const times: number[] = [];
	let piecesWithText = 0;
	let usage = false;
	let now = 0;
	const sink: ChunkSink = {
		text: () => times.push(now),
		reasoning: () => times.push(now),
		usage: () => {
			usage = true;
		},
		finished: () => {},
	};
	let isTooLong = false;
	const stream = new EventStream({
		event: (data) => readEvent(data, sink),
		stray: () => {},
		tooLong: () => {
			isTooLong = true;
		},
	});
	const decoder = new TextDecoder();
	for (const { at, bytes } of pieces) {
		now = at;
		const before = times.length;
		stream.begin(decoder.decode(bytes, { stream: true }));
		// Stops at an event that is too long, as when an answer is read.
		while (stream.hasMore && !isTooLong) stream.readOne();
		if (isTooLong) break;
		if (times.length > before) piecesWithText++;
	}
	if (!isTooLong) stream.end();
	const [firstAt] = times;
	const lastAt = times.at(-1);
	return {
		events: times.length,
		pieces: piecesWithText,
		...(firstAt === undefined || lastAt === undefined ? {} : { firstAt, lastAt }),
		usage,
	};
}

/** Reads an event; `[DONE]` and anything else that is not JSON is ignored. */
function readEvent(data: string, sink: ChunkSink): void {
	const chunk = parseObject(data);
	if (chunk) readChunk(chunk as CompletionChunk, sink);
}
