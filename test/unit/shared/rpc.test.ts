import assert from "node:assert/strict";
import type { Failure } from "../../../src/shared/conversation";
import {
	type Channel,
	callsOver,
	forwardMethods,
	type Handlers,
	type MethodNames,
	notification,
	notifierOver,
	RpcError,
	serveCalls,
	serveNotifications,
	serveTrusted,
	type ViewOf,
} from "../../../src/shared/rpc";

interface Host {
	add(a: number, b: number): Promise<number>;
	fail(): Promise<void>;
	wait(): Promise<string>;
}

const isText = (value: unknown): value is string => typeof value === "string";

const notifications = { shown: notification<[text: string]>(isText), hidden: notification<[]>() };

type View = ViewOf<typeof notifications>;

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Connects two ends directly: each receives the other's messages at once, and records them. */
function channelPair() {
	const end = () => ({ listeners: new Set<(message: unknown) => void>(), received: [] as unknown[] });
	const left = end();
	const right = end();
	const channel = (own: typeof left, other: typeof left): Channel => ({
		post(message) {
			other.received.push(message);
			for (const listener of other.listeners) listener(message);
		},
		onMessage(listener) {
			own.listeners.add(listener);
			return { dispose: () => own.listeners.delete(listener) };
		},
	});
	return { page: channel(left, right), host: channel(right, left), pageReceived: left.received, left };
}

function serveHost(channel: Channel) {
	const ran: string[] = [];
	const waiting: ((text: string) => void)[] = [];
	const handlers: Handlers<Host> = {
		add: {
			checks: [isNumber, isNumber],
			run: (a, b) => {
				ran.push("add");
				return a + b;
			},
		},
		fail: {
			checks: [],
			run: () => {
				throw new Error("secret detail");
			},
		},
		wait: { checks: [], run: () => new Promise<string>((resolve) => waiting.push(resolve)) },
	};
	const serving = serveCalls<Host>(channel, handlers, () => failure("It did not work."));
	return { ran, waiting, serving };
}

const failure = (message: string): Failure => ({ reason: "user", message, actions: ["connect"] });

describe("rpc calls", () => {
	it("answer with the result", async () => {
		const { page, host } = channelPair();
		serveHost(host);
		assert.equal(await callsOver<Host>(page).remote.add(2, 3), 5);
	});

	it("reject with the other end's sentence for the error", async () => {
		const { page, host } = channelPair();
		serveHost(host);
		await assert.rejects(callsOver<Host>(page).remote.fail(), new RpcError(failure("It did not work.")));
	});

	it("are each answered to their own caller, in any order", async () => {
		const { page, host } = channelPair();
		const { waiting } = serveHost(host);
		const { remote } = callsOver<Host>(page);
		const [first, second] = [remote.wait(), remote.wait()];
		waiting[1]?.("second");
		waiting[0]?.("first");
		assert.deepEqual(await Promise.all([first, second]), ["first", "second"]);
	});

	it("wait for their prerequisite, then run and answer in one turn, so that no notification comes between them", async () => {
		const { page, host, pageReceived } = channelPair();
		let ready = () => {};
		const before = () => new Promise<void>((resolve) => (ready = resolve));
		const { shown } = notifierOver<View>(host);
		const run = () => {
			void Promise.resolve().then(() => shown("later"));
			return "snapshot";
		};
		serveCalls<{ take(): Promise<string> }>(host, { take: { checks: [], before, run } }, (error) =>
			failure(String(error)),
		);
		const taken = callsOver<{ take(): Promise<string> }>(page).remote.take();
		assert.deepEqual(pageReceived, []);
		ready();
		assert.equal(await taken, "snapshot");
		await Promise.resolve();
		assert.deepEqual(
			pageReceived.map((message) => (message as { kind: string }).kind),
			["result", "notify"],
		);
	});

	it("fail if their prerequisite fails", async () => {
		const { page, host } = channelPair();
		const take = { checks: [], before: () => Promise.reject(new Error("no disk")), run: () => "snapshot" } as const;
		serveCalls<{ take(): Promise<string> }>(host, { take }, (error) => failure((error as Error).message));
		await assert.rejects(callsOver<{ take(): Promise<string> }>(page).remote.take(), new RpcError(failure("no disk")));
	});

	it("go through an object at each end whose methods are created from their names", async () => {
		class Counter {
			#sum = 1;
			async add(a: number, b = 0): Promise<number> {
				this.#sum += a + b;
				return this.#sum;
			}
			async fail(): Promise<void> {
				throw new Error("no disk");
			}
		}
		const names: MethodNames<Counter> = { add: true, fail: true };
		const { page, host } = channelPair();
		const counter = new Counter();
		serveTrusted<Counter>(
			host,
			forwardMethods(names, (run) => run(counter)),
			(error) => failure((error as Error).message),
		);
		const { remote } = callsOver<Counter>(page);
		let calls = 0;
		const client = forwardMethods(names, (run) => {
			calls++;
			return run(remote);
		});
		assert.deepEqual([await client.add(1, 2), await client.add(5)], [4, 9]);
		await assert.rejects(client.fail(), new RpcError(failure("no disk")));
		assert.deepEqual([calls, Object.keys(client)], [3, ["add", "fail"]]);
	});

	it("refuse a method that is not served, including the names of every object's methods", () => {
		const { page, host, pageReceived } = channelPair();
		const { ran } = serveHost(host);
		const names = ["drop", "constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", ""];
		names.forEach((method, id) => {
			page.post({ kind: "call", id, method, args: [] });
		});
		assert.deepEqual(
			pageReceived,
			names.map((method, id) => ({
				kind: "result",
				id,
				error: { reason: "unexpected", message: `There is no method ${method}.`, actions: [] },
			})),
		);
		assert.deepEqual(ran, []);
	});

	it("refuse invalid arguments, and run nothing", () => {
		const { page, host, pageReceived } = channelPair();
		const { ran } = serveHost(host);
		for (const args of [[], [1], [1, "2"], [1, 2, 3], [null, null]])
			page.post({ kind: "call", id: 1, method: "add", args });
		assert.equal(pageReceived.length, 5);
		for (const answer of pageReceived) {
			assert.deepEqual(answer, {
				kind: "result",
				id: 1,
				error: { reason: "unexpected", message: "The arguments of add do not fit.", actions: [] },
			});
		}
		assert.deepEqual(ran, []);
	});

	it("ignore messages that are not calls", () => {
		const { page, host, pageReceived } = channelPair();
		const { ran } = serveHost(host);
		const malformed = [
			undefined,
			null,
			7,
			"call",
			[],
			{},
			{ kind: "call" },
			{ kind: "call", id: "1", method: "add", args: [1, 2] },
			{ kind: "call", id: 1, method: 7, args: [] },
			{ kind: "call", id: 1, method: "add", args: { length: 2, 0: 1, 1: 2 } },
			{ kind: "order", id: 1, method: "add", args: [1, 2] },
		];
		for (const message of malformed) page.post(message);
		assert.deepEqual(pageReceived, []);
		assert.deepEqual(ran, []);
	});

	it("ignore a result without a waiting call", async () => {
		const { page, host } = channelPair();
		serveHost(host);
		const { remote } = callsOver<Host>(page);
		host.post({ kind: "result", id: 99, ok: "stray" });
		assert.equal(await remote.add(1, 1), 2);
	});

	it("that wait when the channel closes are rejected, as are later ones", async () => {
		const { page, host, left } = channelPair();
		serveHost(host);
		const calls = callsOver<Host>(page);
		const waiting = calls.remote.wait();
		calls.dispose();
		await assert.rejects(
			waiting,
			new RpcError({ reason: "unexpected", message: "The channel is closed.", actions: [] }),
		);
		await assert.rejects(
			calls.remote.add(1, 2),
			new RpcError({ reason: "unexpected", message: "The channel is closed.", actions: [] }),
		);
		assert.equal(left.listeners.size, 0);
	});

	it("are no longer served after serving was disposed of", () => {
		const { page, host, pageReceived } = channelPair();
		serveHost(host).serving.dispose();
		page.post({ kind: "call", id: 1, method: "add", args: [1, 2] });
		assert.deepEqual(pageReceived, []);
	});

	it("do not make the remote look like a promise when it is awaited", async () => {
		const { page } = channelPair();
		const { remote } = callsOver<Host>(page);
		assert.equal(await remote, remote);
	});
});

describe("rpc notifications", () => {
	function setUp() {
		const { page, host } = channelPair();
		const told: string[] = [];
		const view: View = { shown: (text) => told.push(text), hidden: () => told.push("hidden") };
		let gaps = 0;
		const serving = serveNotifications(page, notifications, view, () => gaps++);
		return { host, told, serving, gaps: () => gaps };
	}

	it("arrive in order", () => {
		const { host, told, serving } = setUp();
		serving.resync();
		const notifier = notifierOver<View>(host);
		notifier.shown("a");
		notifier.hidden();
		notifier.shown("b");
		assert.deepEqual(told, ["a", "hidden", "b"]);
	});

	it("from before the first snapshot are dropped, because they are in it", () => {
		const { host, told, serving, gaps } = setUp();
		const notifier = notifierOver<View>(host);
		notifier.shown("before");
		serving.resync();
		notifier.shown("after");
		assert.deepEqual(told, ["after"]);
		assert.equal(gaps(), 0);
	});

	it("with a gap request a new snapshot once, and wait for it", () => {
		const { host, told, serving, gaps } = setUp();
		serving.resync();
		const tell = (seq: number, text: string) => host.post({ kind: "notify", seq, method: "shown", args: [text] });
		tell(1, "one");
		tell(3, "three");
		tell(4, "four");
		tell(7, "seven");
		assert.deepEqual(told, ["one"]);
		assert.equal(gaps(), 1);
		serving.resync();
		tell(8, "eight");
		assert.deepEqual(told, ["one", "eight"]);
		assert.equal(gaps(), 1);
	});

	it("are ignored if the view lacks the method", () => {
		const { host, told, serving } = setUp();
		serving.resync();
		["constructor", "toString", "gone"].forEach((method, i) => {
			host.post({ kind: "notify", seq: i + 1, method, args: ["x"] });
		});
		host.post({ kind: "notify", seq: "4", method: "shown", args: ["x"] });
		assert.deepEqual(told, []);
	});

	it("with invalid arguments run nothing, and request a new snapshot, like a gap", () => {
		for (const args of [[], [7], ["a", "b"], [null]]) {
			const { host, told, serving, gaps } = setUp();
			serving.resync();
			host.post({ kind: "notify", seq: 1, method: "shown", args });
			host.post({ kind: "notify", seq: 2, method: "shown", args: ["not in the page's state"] });
			assert.deepEqual(told, []);
			assert.equal(gaps(), 1);
			serving.resync();
			host.post({ kind: "notify", seq: 3, method: "shown", args: ["after"] });
			assert.deepEqual(told, ["after"]);
		}
	});

	it("each need a handler: a view without one does not compile, and is refused when it is served", () => {
		const view = { shown: () => {} };
		assert.throws(() => {
			// @ts-expect-error There is no handler for `hidden`.
			serveNotifications(channelPair().page, notifications, view, () => {});
		}, TypeError);
	});

	it("end when serving ends", () => {
		const { host, told, serving } = setUp();
		serving.resync();
		serving.dispose();
		notifierOver<View>(host).shown("late");
		assert.deepEqual(told, []);
	});
});
