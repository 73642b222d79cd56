import assert from "node:assert/strict";
import { groupSize, IncrementalTranscript } from "../../../../src/webview/transcript/incrementalTranscript";

/** The idle callbacks that wait, as in a page that is never idle until `idle` is called. */
let waiting: (() => void)[] = [];

/** Runs what waits for the page to be idle. */
async function idle(): Promise<void> {
	const due = waiting;
	waiting = [];
	for (const run of due) run();
	// The drawing of a step resolves.
	await Promise.resolve();
}

const messages = (count: number, length: number) => Array.from({ length: count }, () => ({ text: "x".repeat(length) }));

describe("the transcript of a long conversation", () => {
	before(() => {
		Object.assign(globalThis, {
			requestIdleCallback: (run: () => void) => waiting.push(run),
			cancelIdleCallback: () => {
				waiting = [];
			},
		});
	});

	beforeEach(() => {
		waiting = [];
	});

	after(() => {
		for (const name of ["requestIdleCallback", "cancelIdleCallback"]) Reflect.deleteProperty(globalThis, name);
	});

	it("is drawn from its end: as many messages as fill a screen, in whole groups", () => {
		for (const [length, from] of [
			[10, 984],
			[4_000, 992],
			[100_000, 992],
		] as const) {
			const drawn = new IncrementalTranscript(async () => {});
			drawn.begin(messages(1_000, length));
			assert.equal(drawn.from, from, `messages of ${length} characters`);
			assert.equal(drawn.isEarlier(from - 1), true);
			assert.equal(drawn.isEarlier(from), false);
		}
	});

	it("is drawn whole at once if it is short", () => {
		const drawn = new IncrementalTranscript(async () => {});
		drawn.begin(messages(groupSize - 1, 100_000));
		assert.deepEqual([drawn.from, drawn.filling, waiting.length], [0, false, 0]);
	});

	it("is drawn to its beginning while the page is idle", async () => {
		const froms: number[] = [];
		const drawn: IncrementalTranscript = new IncrementalTranscript(async () => void froms.push(drawn.from));
		drawn.begin(messages(100, 10));
		while (drawn.filling) await idle();
		assert.equal(froms.at(-1), 0);
		assert.ok(froms.length > 1, `in ${froms.length} steps`);
		assert.ok(froms.every((from) => from % groupSize === 0));
	});

	it("begins again if another, shorter branch ends before what is drawn", () => {
		const drawn = new IncrementalTranscript(async () => {});
		drawn.begin(messages(1_000, 4_000));
		drawn.changed(messages(1_001, 4_000));
		assert.equal(drawn.from, 992);
		drawn.changed(messages(500, 4_000));
		assert.equal(drawn.from, 496);
	});
});
