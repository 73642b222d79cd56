import assert from "node:assert/strict";
import { ExtraHeaders, readHeaders } from "../../../../src/core/connections/extraHeaders";
import { KeyStore } from "../../../../src/core/connections/keyStore";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { probeRequest } from "../../../../src/core/gateway/request/probeRequest";
import { type DemoGateway, startGateway } from "../../../gateway/demoGateway";
import { canaryKey, clientOf, never, testGatewayServices } from "../gateway/gatewayHarness";
import { memorySecrets, memoryState } from "../memoryPorts";

const secret = "physics-department-secret";
const value = "$".concat("{secret}");

describe("headers: those of one gateway", () => {
	let gateway: DemoGateway;
	beforeEach(async () => {
		gateway = await startGateway({
			keys: [canaryKey],
			streamDelayMs: 0,
			requiredHeader: { name: "X-Access", value: `team ${secret}` },
		});
	});
	afterEach(() => gateway.close());

	/** The services of a window whose settings have this header for the gateway, and no other. */
	function servicesWith(headers: unknown) {
		const keys = new KeyStore(memorySecrets(), memoryState());
		const extra = new ExtraHeaders(() => [{ name: "Demo", url: gateway.url, headers }], keys);
		const services = testGatewayServices({ keys: keys.known, headers: (origin) => extra.of(origin) });
		return { keys, extra, services, client: clientOf(gateway.url, canaryKey, services) };
	}

	it("go with each request that has the key, with the secret of the origin", async () => {
		const { keys, extra, client } = servicesWith({ "X-Access": `team ${value}` });
		assert.ok(extra.needsSecret(gateway.url));
		await keys.setHeaderSecret(gateway.url, secret);
		assert.ok((await client.listModels(never)).length > 0);
		assert.equal(gateway.requests[0]?.headers["x-access"], `team ${secret}`);
		assert.ok(!keys.known.redact(`It was ${secret}.`).includes(secret), "it is redacted like the key");
		await keys.delete(gateway.url);
		await assert.rejects(client.listModels(never), /^UserError: A header of .* needs a secret/);
		assert.equal(gateway.requests.length, 1);
	});

	it("do not go without the key, or to another origin", async () => {
		const { keys, extra, services } = servicesWith({ "X-Access": `team ${value}` });
		await keys.setHeaderSecret(gateway.url, secret);
		const base = parseBaseUrl(gateway.url);
		await probeRequest({ base, key: "", url: `${base.href}/models` }, services, never);
		assert.equal(gateway.requests[0]?.headers["x-access"], undefined);
		assert.deepEqual(await extra.of("https://other.example.org"), {});
		assert.ok(!extra.needsSecret("https://other.example.org"));
	});

	it("prevent a request if one of them must not be sent", async () => {
		const names = [
			"Host",
			"cookie",
			"Authorization",
			"Content-Type",
			"content-length",
			"User-Agent",
			"Origin",
			"Sec-Fetch-Mode",
			"Accept-Language",
		];
		for (const name of [...names, "Proxy-Authorization", "a b", "a:b", "ä", "", "a".repeat(101)]) {
			assert.throws(() => readHeaders({ [name]: "a" }), /cannot be sent/);
			await assert.rejects(servicesWith({ [name]: "a" }).client.listModels(never), /^UserError: .*cannot be sent/);
		}
		for (const wrong of ["a\r\nHost: b", "ä", "a".repeat(2_001), 1, null])
			assert.throws(() => readHeaders({ "X-A": wrong }), /cannot be sent/);
		for (const wrong of [null, [], "X-A: 1", 1]) assert.throws(() => readHeaders(wrong), /cannot be sent/);
		assert.deepEqual(gateway.requests, []);
	});

	it("are absent if the setting has none", async () => {
		for (const none of [undefined, {}]) {
			assert.deepEqual(readHeaders(none), {});
			assert.deepEqual(await servicesWith(none).extra.of(gateway.url), {});
		}
	});
});
