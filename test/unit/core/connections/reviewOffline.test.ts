import { parseBaseUrl } from "../../../../src/core/wire/baseUrl";
import { assertOnline } from "../../../../src/core/connections/assertOnline";
import { proxyByRules } from "../../../../src/vscode/adapters/proxyRules";
import { fakeProbe } from "../doctor/doctorHarness";

describe("review: offline", () => {
	for (const url of ["http://127.0.0.2:8080", "http://127.0.1.1:8080", "http://llm.localhost:8080"]) {
		it(`a gateway on this computer is tried all the same: ${url}`, async () => {
			const rules = { proxy: "", proxySupport: "override", noProxy: [], strictSsl: true };
			const probe = fakeProbe({ isOffline: () => true, proxyFor: async (href) => proxyByRules(href, rules, {}) });
			await assertOnline({ name: "x", base: parseBaseUrl(url), keysPage: "" }, probe);
		});
	}
});
