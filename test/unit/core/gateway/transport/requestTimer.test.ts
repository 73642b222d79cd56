import assert from "node:assert/strict";
import type { ConnectionWatch } from "../../../../../src/core/base/ports";
import { RequestLedger } from "../../../../../src/core/gateway/ledger/requestLedger";
import { RequestTimer } from "../../../../../src/core/gateway/transport/requestTimer";
import { sseChunk } from "../../../../gateway/endpoints/sseChunk";
import { manualClock } from "../../memoryPorts";
import { canaryKey, clientOf, closing, collect, connectedGateway, never, question } from "../gatewayHarness";

const timeouts = { connect: 10, firstByte: 60, silence: 30 };

describe("time-outs: the timer", () => {
	function setUp(own = timeouts) {
		const clock = manualClock();
		const user = new AbortController();
		const timer = new RequestTimer(clock, own, "https://g.example", user.signal);
		return { clock, user, timer, advance: (seconds: number) => clock.advance(seconds * 1000) };
	}

	it("waits for the first byte up to its limit", () => {
		const t = setUp();
		t.advance(59);
		assert.equal(t.timer.signal.aborted, false);
		t.advance(1);
		assert.equal(t.timer.signal.reason.reason, "timeout");
		assert.match(t.timer.signal.reason.message, /g\.example did not begin .*60 s/);
	});

	it("has separate limits for the connection, and then for the first byte", () => {
		const t = setUp();
		t.timer.enter("connect");
		t.advance(9);
		t.timer.enter("firstByte");
		t.advance(59);
		assert.equal(t.timer.signal.aborted, false);
		t.advance(1);
		assert.match(t.timer.signal.reason.message, /60 s/);
	});

	it("ends a connection that is not accepted", () => {
		const t = setUp();
		t.timer.enter("connect");
		t.advance(10);
		assert.match(t.timer.signal.reason.message, /did not accept the connection within 10 s/);
	});

	it("measures silence from the last bytes", () => {
		const t = setUp();
		for (let i = 0; i < 5; i++) {
			t.timer.bytes();
			t.advance(29);
		}
		assert.equal(t.timer.signal.aborted, false);
		t.advance(1);
		assert.match(t.timer.signal.reason.message, /sent nothing for 30 s/);
	});

	it("waits without a limit if that is 0", () => {
		const t = setUp({ connect: 0, firstByte: 0, silence: 0 });
		t.timer.enter("connect");
		t.advance(1e6);
		t.timer.enter("firstByte");
		t.advance(1e6);
		t.timer.bytes();
		t.advance(1e6);
		assert.equal(t.timer.signal.aborted, false);
	});

	it("does nothing after it is disposed", () => {
		const t = setUp();
		t.timer.dispose();
		t.advance(1000);
		t.user.abort();
		assert.equal(t.timer.signal.aborted, false);
	});
});

/** A ledger that reports when a given piece of a body has arrived. */
class HearingLedger extends RequestLedger {
	#pieces = 0;
	#hear = () => {};

	heard(pieces: number): Promise<void> {
		return new Promise((resolve) => {
			this.#hear = () => ++this.#pieces === pieces && resolve();
		});
	}

	override begin(...facts: Parameters<RequestLedger["begin"]>) {
		const record = super.begin(...facts);
		const received = (bytes: number) => {
			record.received(bytes);
			this.#hear();
		};
		return { ...record, received };
	}
}

describe("time-outs: a real request", () => {
	const setUp = async (connections?: ConnectionWatch) =>
		connectedGateway({}, { timeouts: () => timeouts, ...(connections ? { connections } : {}) });

	it("fails with a message if the gateway does not begin to answer", async () => {
		const { server, client, clock } = await setUp();
		server.script({ chunks: [{ type: "head" }, { type: "stall" }] });
		const asked = server.nextRequest();
		const outcome = collect(client.chat(question("hello"), never));
		const request = await asked;
		clock.advance(60_000);
		await assert.rejects(outcome, { reason: "timeout", message: /did not begin to answer/ });
		assert.equal(await request.ended, "broken");
		await closing(server);
	});

	it("keeps the text of an answer that falls silent; a comment does not count as silence", async () => {
		const { server, clock, shared } = await setUp();
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));
		server.script({
			chunks: [
				{ type: "bytes", data: sseChunk("half") },
				{ type: "wait", until },
				{ type: "bytes", data: ": still there\n\n" },
				{ type: "stall" },
			],
		});
		const ledger = new HearingLedger(clock, shared.log);
		const client = clientOf(server.url, canaryKey, { ...shared, ledger });
		const heardTwice = ledger.heard(2);
		const events = client.chat(question("hello"), never)[Symbol.asyncIterator]();
		assert.deepEqual((await events.next()).value, { type: "text", text: "half" });
		clock.advance(29_000);
		const next = events.next();
		release();
		await heardTwice;
		clock.advance(29_000);
		clock.advance(1_000);
		const { value } = await next;
		assert.equal(value?.type, "interrupted");
		assert.match(value.cause.message, /sent nothing for 30 s/);
		await closing(server);
	});

	it("limits the connection's time if the platform reports it", async () => {
		let told = { connecting() {}, connected() {} };
		let disposed = 0;
		const { server, client, clock } = await setUp({
			watch: (_, __, tell) => {
				told = tell;
				return { dispose: () => disposed++ };
			},
		});
		server.script({ chunks: [{ type: "stall" }] });
		const asked = server.nextRequest();
		const outcome = client.listModels(never);
		await asked;
		told.connecting();
		clock.advance(10_000);
		await assert.rejects(outcome, { reason: "timeout", message: /did not accept the connection within 10 s/ });
		assert.equal(disposed, 1);
		await closing(server);
	});
});
