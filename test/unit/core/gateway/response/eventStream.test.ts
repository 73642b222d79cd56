import assert from "node:assert/strict";
import { EventStream } from "../../../../../src/core/gateway/response/eventStream";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

/** Returns the data of the events in a stream that arrives in pieces of this size, with "too long" for such an event. */
function eventsOf(text: string, size: number): readonly string[] {
	const events: string[] = [];
	let isTooLong = false;
	const stream = new EventStream({
		event: (data) => events.push(data),
		stray: (line) => events.push(`stray: ${line}`),
		tooLong() {
			isTooLong = true;
			events.push("too long");
		},
	});
	for (let at = 0; at < text.length && !isTooLong; at += size) {
		stream.begin(text.slice(at, at + size));
		while (stream.hasMore && !isTooLong) stream.readOne();
	}
	if (!isTooLong) stream.end();
	return events;
}

describe("answer: event streams without blank lines", () => {
	for (const last of ['{"finish_reason":"stop"}', "[DONE]"]) {
		for (const end of ["", "\n", "\n\n"]) {
			it(`yield the last event, ${last}, before ${JSON.stringify(end)} and the end`, () => {
				for (const size of [1, 7, 1_000])
					assert.deepEqual(eventsOf(`data: {"a":1}\ndata: ${last}${end}`, size), ['{"a":1}', last]);
			});
		}
	}

	it("end at the limit of one event, including its first line", () => {
		const { eventLength } = gatewayLimits;
		const first = `data: {"a":1}\ndata: {"b":"${"x".repeat(eventLength / 2)}",\n`;
		const second = `data: "c":"${"x".repeat(eventLength / 2)}"}\n\n`;
		const events = eventsOf(first + second, 64 * 1024);
		assert.deepEqual([events.length, events.at(-1)], [2, "too long"]);
	});

	it("may be longer in total than the limit of one event", () => {
		const data = `{"a":"${"x".repeat(gatewayLimits.eventLength / 4)}"}`;
		const events = eventsOf(`data: ${data}\n`.repeat(6), 64 * 1024);
		assert.deepEqual([events.length, events.every((event) => event === data)], [6, true]);
	});
});
