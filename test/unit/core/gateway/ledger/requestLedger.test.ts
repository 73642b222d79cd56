import assert from "node:assert/strict";
import { RequestLedger } from "../../../../../src/core/gateway/ledger/requestLedger";
import { requestTable } from "../../../../../src/core/gateway/request/requestTable";
import { manualClock, memoryLogChannel } from "../../memoryPorts";
import { canaryKey, closing, collect, connectedGateway, never, question } from "../gatewayHarness";

describe("request list: the results of completions", () => {
	it("are counted for each model at each gateway, for the latest models", () => {
		const { completions } = new RequestLedger(manualClock(), memoryLogChannel());
		completions.count("a", "one", "requests");
		for (const what of ["served", "served", "fromCache", "accepted"] as const) completions.count("a", "one", what);
		completions.count("a", "two", "requests");
		assert.deepEqual(completions.of("a", "one"), { requests: 1, served: 2, fromCache: 1, accepted: 1 });
		assert.deepEqual(completions.of("a", "two"), { requests: 1, served: 0, fromCache: 0, accepted: 0 });
		for (let model = 0; model < 60; model++) completions.count(`m${model}`, "one", "requests");
		assert.equal(completions.records.length, 50);
		assert.equal(completions.records.at(-1)?.model, "m59");
	});
});

describe("request list: the ledger", () => {
	it("has a line for each request, with the sent and received bytes", async () => {
		const { server, client, shared, clock, hurry } = await connectedGateway();
		await client.listModels(never);
		server.script({ status: 503, body: "busy" });
		const asked = server.nextRequest(({ path }) => path.endsWith("/chat/completions"));
		await collect(client.chat({ ...question("a secret question"), sources: ["src/a.ts", "b.py"] }, never, hurry));
		const bytesOut = (await asked).body.length;
		await assert.rejects(client.embed("demo-chat", ["text"], never));
		const { records } = shared.ledger;
		assert.deepEqual(
			records.map(({ operation, method, model, status, failure }) => [operation, method, model, status, failure]),
			[
				["models", "GET", undefined, 200, undefined],
				["chat", "POST", "demo-echo", 503, "unavailable"],
				["chat", "POST", "demo-echo", 200, undefined],
				["embeddings", "POST", "demo-chat", 400, "unknownModel"],
			],
		);
		for (const { host, bytesIn, duration, at } of records) {
			assert.equal(host, new URL(server.url).host);
			assert.ok(bytesIn > 0);
			assert.ok((duration ?? -1) >= 0);
			assert.ok(at <= clock.now());
		}
		assert.equal(records[1]?.bytesOut, bytesOut);
		assert.deepEqual(records[2]?.sources, ["src/a.ts", "b.py"]);
		const text = JSON.stringify(records) + requestTable(records);
		assert.ok(!text.includes("secret question") && !text.includes(canaryKey));
		await assert.rejects(client.embed(`up/${canaryKey}`, ["text"], never));
		assert.equal(records.at(-1)?.model, "up/[key]");
		await closing(server);
	});

	it("notifies when a request begins and ends, and counts dropped entries", () => {
		const clock = manualClock();
		const ledger = new RequestLedger(clock, memoryLogChannel());
		let told = 0;
		ledger.onDidChange(() => told++);
		for (let i = 0; i < 10_002; i++) {
			const record = ledger.begin({ operation: "embeddings" }, "POST", new URL("https://g.example/v1"), i);
			record.end();
			record.end("twice");
		}
		assert.equal(told, 2 * 10_002);
		assert.deepEqual([ledger.records.length, ledger.dropped, ledger.records[0]?.bytesOut], [10_000, 2, 2]);
		assert.equal(ledger.records.at(-1)?.failure, undefined);
	});

	it("records which hosts the last request did not reach, and notifies when that changes", () => {
		const ledger = new RequestLedger(manualClock(), memoryLogChannel());
		const url = new URL("https://a.example/v1/models");
		let changes = 0;
		ledger.onDidChangeReach(() => changes++);
		const ends = (failure?: string, status?: number) => {
			const open = ledger.begin({ operation: "models" }, "GET", url, 0);
			if (status !== undefined) open.answered(status);
			open.end(failure);
			return [ledger.isUnreached("a.example"), changes];
		};
		assert.deepEqual(ends(undefined, 200), [false, 0]);
		assert.deepEqual(ends("network"), [true, 1]);
		assert.deepEqual(ends("timeout"), [true, 1]);
		assert.deepEqual(ends("cancelled"), [true, 1]);
		assert.deepEqual(ends("unauthorized", 401), [false, 2]);
		// The answer broke off, but the gateway was reached.
		assert.deepEqual(ends("network", 200), [false, 2]);
		assert.deepEqual(ends("certificate"), [true, 3]);
		assert.equal(ledger.isUnreached("b.example"), false);
	});

	it("is exported as CSV that a spreadsheet reads only as text", () => {
		const ledger = new RequestLedger(manualClock(0), memoryLogChannel());
		const record = ledger.begin(
			{ operation: "chat", model: '=cmd"x', sources: ["a,b.ts", "c.ts"], requester: "=other" },
			"POST",
			new URL("https://g.example/v1"),
			10,
		);
		record.answered(200);
		record.received(20);
		record.end();
		assert.equal(
			requestTable(ledger.records),
			"time,operation,method,host,model,bytesOut,bytesIn,status,milliseconds,failure,files,requester\r\n" +
				'1970-01-01T00:00:00.000Z,chat,POST,g.example,"\'=cmd""x",10,20,200,0,,"a,b.ts; c.ts",\'=other\r\n',
		);
	});
});
