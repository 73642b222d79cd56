import assert from "node:assert/strict";
import type { ProxyFinding } from "../../../../src/core/base/ports";
import { assertOnline } from "../../../../src/core/connections/assertOnline";
import { parseBaseUrl } from "../../../../src/core/wire/baseUrl";
import { fakeProbe } from "../doctor/doctorHarness";

describe("asking while the computer is offline", () => {
	const base = parseBaseUrl("https://llm.example.org");
	const connection = { name: "G", base, keysPage: base.origin };
	const probe = (offline: boolean, way: ProxyFinding) =>
		fakeProbe({ isOffline: () => offline, proxyFor: async () => way });

	it("is refused before anything is sent, with what helps", async () => {
		const error = { name: "UserError", message: /offline/, actions: ["diagnose"] };
		await assert.rejects(assertOnline(connection, probe(true, { type: "unknown" })), error);
		await assert.rejects(assertOnline(connection, probe(true, { type: "direct", because: "exception" })), error);
	});

	for (const [name, offline, way] of [
		["there is a network", false, { type: "unknown" }],
		["the gateway is on this computer", true, { type: "direct", because: "loopback" }],
		["a proxy is set up", true, { type: "proxy", url: "http://127.0.0.1:3128", from: "setting" }],
	] as const) {
		it(`is tried where ${name}`, async () => {
			await assertOnline(connection, probe(offline, way));
		});
	}
});
