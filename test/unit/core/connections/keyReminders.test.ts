import assert from "node:assert/strict";
import type { KeyFacts } from "../../../../src/core/connections/connection";
import { KeyReminders } from "../../../../src/core/connections/keyReminders";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { manualClock, memoryLogChannel, memoryState } from "../memoryPorts";

const day = 24 * 60 * 60 * 1000;

/** Waits until everything that does not need a timer has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates a window with one gateway, whose key ends 30 days after the clock's start. */
function setUp(shared: Partial<{ state: ReturnType<typeof memoryState>; clock: ReturnType<typeof manualClock> }> = {}) {
	const { state = memoryState(), clock = manualClock() } = shared;
	const base = parseBaseUrl("https://llm.example.org");
	const connection = { name: "Mine", base, keysPage: base.origin };
	const facts: { current: KeyFacts | undefined } = { current: { addedAt: 0, endsAt: clock.now() + 30 * day } };
	const window = { focused: true, connections: [connection] };
	const reminded: number[] = [];
	const reminders = new KeyReminders({
		connections: () => window.connections,
		facts: () => facts.current,
		state,
		clock,
		log: memoryLogChannel(),
		attended: () => window.focused,
		remind: ({ days }) => reminded.push(days),
	});
	/** Lets time pass as on a running computer: every timer runs when it is due. */
	const pass = async (time: number) => {
		for (let left = time; left > 0; left -= day / 8) {
			clock.advance(Math.min(left, day / 8));
			await settled();
		}
	};
	return { state, clock, facts, window, reminded, reminders, pass };
}

describe("key: reminders", () => {
	it("appear once each at 7, 3 and 1 days and at the end, in a window that stays open", async () => {
		const t = setUp();
		t.reminders.check();
		await t.pass(22.9 * day);
		assert.deepEqual(t.reminded, []);
		await t.pass(0.2 * day);
		assert.deepEqual(t.reminded, [7]);
		await t.pass(4 * day);
		assert.deepEqual(t.reminded, [7, 3]);
		await t.pass(2 * day);
		assert.deepEqual(t.reminded, [7, 3, 1]);
		await t.pass(10 * day);
		assert.deepEqual(t.reminded, [7, 3, 1, 0]);
	});

	it("appear to the hour, and never need a longer timer than is possible", async () => {
		const waits: number[] = [];
		const clock = manualClock();
		const { after } = clock;
		clock.after = (milliseconds, run) => {
			waits.push(milliseconds);
			return after(milliseconds, run);
		};
		const t = setUp({ clock });
		t.reminders.check();
		await t.pass(23 * day);
		assert.deepEqual(t.reminded, [7]);
		assert.ok(waits.length > 23 && Math.max(...waits) < 2 ** 31);
	});

	it("do not say at once what was known when the key was added", async () => {
		const t = setUp();
		const addedAt = t.clock.now();
		t.facts.current = { addedAt, endsAt: addedAt + 3 * day, days: 3 };
		t.reminders.check();
		await t.pass(1.9 * day);
		assert.deepEqual(t.reminded, []);
		await t.pass(2 * day);
		assert.deepEqual(t.reminded, [1, 0]);
	});

	it("are not repeated after a reload, or in another window", async () => {
		const t = setUp();
		t.reminders.check();
		await t.pass(23.5 * day);
		assert.deepEqual(t.reminded, [7]);
		const reloaded = setUp(t);
		reloaded.facts.current = t.facts.current;
		reloaded.reminders.check();
		await settled();
		assert.deepEqual(reloaded.reminded, []);
		await reloaded.pass(3.5 * day);
		assert.deepEqual([...t.reminded, ...reloaded.reminded], [7, 3]);
	});

	it("show the key's state once when they start late", async () => {
		const t = setUp();
		await t.pass(28.5 * day);
		t.reminders.check();
		t.reminders.check();
		await settled();
		assert.deepEqual(t.reminded, [2]);
	});

	it("wait until the window has the focus", async () => {
		const t = setUp();
		t.window.focused = false;
		t.reminders.check();
		await t.pass(25 * day);
		assert.deepEqual(t.reminded, []);
		t.window.focused = true;
		t.reminders.check();
		await settled();
		assert.deepEqual(t.reminded, [5]);
	});

	it("start again with a renewed key, and do not appear for permanent ones", async () => {
		const t = setUp();
		t.reminders.check();
		await t.pass(29.5 * day);
		t.facts.current = { addedAt: 0, endsAt: t.clock.now() + 30 * day };
		t.reminders.check();
		await t.pass(22 * day);
		assert.deepEqual(t.reminded, [7, 3, 1]);
		await t.pass(2 * day);
		assert.deepEqual(t.reminded, [7, 3, 1, 7]);
		t.facts.current = { addedAt: 0 };
		t.reminders.check();
		await t.pass(90 * day);
		assert.deepEqual(t.reminded, [7, 3, 1, 7]);
	});

	it("appear once for a key, however many gateways use it", async () => {
		const t = setUp();
		t.window.connections = [...t.window.connections, ...t.window.connections];
		t.reminders.check();
		await t.pass(23.5 * day);
		assert.deepEqual(t.reminded, [7]);
	});

	it("end when they are disposed", async () => {
		const t = setUp();
		t.reminders.check();
		t.reminders.dispose();
		await t.pass(31 * day);
		assert.deepEqual(t.reminded, []);
	});
});
