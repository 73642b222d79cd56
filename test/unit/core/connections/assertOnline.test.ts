import assert from "node:assert/strict";
import type { ProxyFinding } from "../../../../src/core/base/ports";
import { assertOnline } from "../../../../src/core/connections/assertOnline";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { proxyByRules } from "../../../../src/vscode/adapters/proxyRules";
import { fakeProbe } from "../doctor/doctorHarness";

describe("connection: asking while the computer is offline", () => {
	const base = parseBaseUrl("https://llm.example.org");
	const connection = { name: "G", base, keysPage: base.origin };
	const probe = (offline: boolean, way: ProxyFinding) =>
		fakeProbe({ isOffline: () => offline, proxyFor: async () => way });

	it("is refused before anything is sent, with an action that helps", async () => {
		const error = { name: "UserError", message: /offline/, actions: ["diagnose"] };
		await assert.rejects(assertOnline(connection, probe(true, { type: "unknown" })), error);
		await assert.rejects(assertOnline(connection, probe(true, { type: "direct", because: "exception" })), error);
	});

	for (const url of ["http://127.0.0.2:8080", "http://127.0.1.1:8080", "http://llm.localhost:8080"]) {
		it(`is tried at ${url}, which is this computer`, async () => {
			const rules = { proxy: "", proxySupport: "override", noProxy: [], strictSsl: true };
			const here = fakeProbe({ isOffline: () => true, proxyFor: async (href) => proxyByRules(href, rules, {}) });
			await assertOnline({ ...connection, base: parseBaseUrl(url) }, here);
		});
	}

	for (const [name, offline, way] of [
		["there is a network", false, { type: "unknown" }],
		["the gateway is on this computer", true, { type: "direct", because: "loopback" }],
		["a proxy is set up", true, { type: "proxy", url: "http://127.0.0.1:3128", from: "setting" }],
	] as const) {
		it(`is tried if ${name}`, async () => {
			await assertOnline(connection, probe(offline, way));
		});
	}
});
