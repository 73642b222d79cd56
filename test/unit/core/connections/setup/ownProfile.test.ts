import assert from "node:assert/strict";
import { profileBytes } from "../../../../../src/core/connections/setup/gatewaysFile";
import { type ProbeFile, requestOwnProfile } from "../../../../../src/core/connections/setup/ownProfile";
import { parseBaseUrl } from "../../../../../src/core/gateway/baseUrl";
import { probeRequest } from "../../../../../src/core/gateway/request/probeRequest";
import { type DemoGateway, type GatewayOptions, startGateway } from "../../../../gateway/demoGateway";
import { never, testGatewayServices } from "../../gateway/gatewayHarness";
import { manualClock } from "../../memoryPorts";

const path = "/.well-known/gatehouse.json";

describe("connect: the gateway's description of itself", () => {
	const open: DemoGateway[] = [];
	afterEach(async () => {
		await Promise.all(open.splice(0).map((gateway) => gateway.close()));
	});

	async function gatewayWith(options: GatewayOptions = {}) {
		const gateway = await startGateway({ streamDelayMs: 0, ...options });
		open.push(gateway);
		const services = testGatewayServices();
		const probe: ProbeFile = (base, url, signal) =>
			probeRequest({ base, key: "", url, mostBytes: profileBytes }, services, signal);
		return { gateway, request: () => requestOwnProfile(parseBaseUrl(gateway.url), probe, manualClock(), never) };
	}

	it("is requested once, without a key, and read", async () => {
		const { gateway, request } = await gatewayWith({ name: "Example" });
		const { profile, refusal } = await request();
		assert.equal(refusal, undefined);
		assert.equal(profile.name, "Example");
		assert.equal(profile.keysPage, `${gateway.url}/keys`);
		assert.deepEqual(profile.models, { chat: ["demo-chat", "demo-echo"], embedding: ["demo-embed"] });
		assert.deepEqual(
			gateway.requests.map(({ path: asked, headers }) => [asked, headers.authorization]),
			[[path, undefined]],
		);
	});

	it("is missing where there is a page, an error, or no answer", async () => {
		const { gateway, request } = await gatewayWith();
		assert.deepEqual(await request(), { profile: {} });
		for (const status of [404, 401, 429, 500]) {
			gateway.script({ match: path, status, json: { error: { message: "No" } } });
			assert.deepEqual(await request(), { profile: {} });
		}
		gateway.script({ match: path, chunks: [{ type: "reset" }] });
		assert.deepEqual(await request(), { profile: {} });
	});

	it("is not accepted with a key, too large, or at another origin, and the reason is given", async () => {
		const { gateway, request } = await gatewayWith();
		const { gateway: other } = await gatewayWith({ name: "Other" });
		const answers: readonly (readonly [object, RegExp])[] = [
			[{ json: { name: "Example", key: "x" } }, /seems to contain a key/],
			[{ json: { name: "Example", keysPage: `https://evil.example/` } }, /not on the same site/],
			[{ body: `"${"a".repeat(10_000_000)}"`, headers: { "content-type": "application/json" } }, /larger than 64 KB/],
			[{ status: 302, headers: { location: `${other.url}${path}` } }, /was not used: .*redirects to/],
		];
		for (const [answer, reason] of answers) {
			gateway.script({ match: path, ...answer });
			const { profile, refusal } = await request();
			assert.deepEqual(profile, {});
			assert.match(refusal ?? "", reason);
		}
		assert.deepEqual(other.requests, []);
	});

	it("is not waited for when it arrives slowly, and the user can leave the step", async () => {
		const base = parseBaseUrl("https://chat.example.org");
		const clock = manualClock();
		const endless: ProbeFile = (_base, _url, signal) =>
			new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		const requested = requestOwnProfile(base, endless, clock, never);
		clock.advance(10_000);
		assert.deepEqual(await requested, { profile: {} });
		const leaving = new AbortController();
		const left = requestOwnProfile(base, endless, clock, leaving.signal);
		leaving.abort();
		await assert.rejects(left);
		assert.equal(clock.pending, 0);
	});

	it("is not looked for in circular redirects", async () => {
		const { gateway, request } = await gatewayWith();
		gateway.script({ match: path, status: 302, headers: { location: path }, times: Number.POSITIVE_INFINITY });
		assert.match((await request()).refusal ?? "", /was not used: .*redirects to/);
		assert.equal(gateway.requests.length, 6);
	});
});
