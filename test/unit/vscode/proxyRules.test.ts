import assert from "node:assert/strict";
import { proxyByRules } from "../../../src/vscode/adapters/proxyRules";

const settings = { proxy: "", proxySupport: "override", noProxy: [] as string[], strictSsl: true };
const address = "https://llm.example.org/v1";

describe("proxy: by VS Code's rules", () => {
	for (const [name, changes, environment, expected] of [
		["nothing named: it cannot be known", {}, {}, { type: "unknown" }],
		[
			"the setting",
			{ proxy: "http://p:1" },
			{ HTTPS_PROXY: "http://q:2" },
			{ type: "proxy", url: "http://p:1", from: "setting" },
		],
		["the environment", {}, { http_proxy: "http://q:2" }, { type: "proxy", url: "http://q:2", from: "environment" }],
		[
			"small letters first",
			{},
			{ https_proxy: "http://a:1", HTTPS_PROXY: "http://b:1" },
			{ type: "proxy", url: "http://a:1", from: "environment" },
		],
		["support off", { proxy: "http://p:1", proxySupport: "off" }, {}, { type: "direct", because: "switchedOff" }],
		[
			"an exception of the setting's",
			{ proxy: "http://p:1", noProxy: ["example.org"] },
			{},
			{ type: "direct", because: "exception" },
		],
		[
			"an exception of the environment's",
			{ proxy: "http://p:1" },
			{ NO_PROXY: "x, .example.org" },
			{ type: "direct", because: "exception" },
		],
		[
			"an exception with the port",
			{},
			{ NO_PROXY: "llm.example.org:443", HTTP_PROXY: "http://q:2" },
			{ type: "direct", because: "exception" },
		],
		[
			"an exception with another port",
			{},
			{ NO_PROXY: "llm.example.org:80", HTTP_PROXY: "http://q:2" },
			{ type: "proxy", url: "http://q:2", from: "environment" },
		],
		[
			"a part of a name is none",
			{},
			{ NO_PROXY: "ample.org", HTTP_PROXY: "http://q:2" },
			{ type: "proxy", url: "http://q:2", from: "environment" },
		],
		[
			"the setting's exceptions go before the environment's",
			{ noProxy: ["other.org"] },
			{ NO_PROXY: "*", HTTP_PROXY: "http://q:2" },
			{ type: "proxy", url: "http://q:2", from: "environment" },
		],
		["a star is everything", { proxy: "http://p:1" }, { no_proxy: "*" }, { type: "direct", because: "exception" }],
		["what is no address is no proxy", { proxy: "proxy.example.org:3128" }, {}, { type: "unknown" }],
	] as const) {
		it(name, () => assert.deepEqual(proxyByRules(address, { ...settings, ...changes }, environment), expected));
	}

	for (const own of ["http://localhost:8080/v1", "http://127.0.0.1:1/v1", "http://[::1]:9/v1"]) {
		it(`never to this computer: ${own}`, () => {
			const found = proxyByRules(own, { ...settings, proxy: "http://p:1" }, {});
			assert.deepEqual(found, { type: "direct", because: "loopback" });
		});
	}
});
