import assert from "node:assert/strict";
import { readLimitHeaders } from "../../../src/core/gateway/limits/limitHeaders";
import { limitDialects, parseUsageLimits } from "../../gateway/usageLimit";
import { closeGatewaysAfterEach, embedPath, openGateway } from "./gatewayHarness";

const body = { model: "demo-embed", input: "bees" };

describe("gateway: limits of each key", () => {
	closeGatewaysAfterEach();
	const noon = Date.UTC(2026, 0, 1, 12, 0, 10);

	for (const limitDialect of limitDialects) {
		it(`are enforced, and reported in the dialect ${limitDialect}`, async () => {
			let time = noon;
			const limits = parseUsageLimits("2/minute,3/hour");
			const { post } = await openGateway({ limits, limitDialect, now: () => time });
			const ask = async () => {
				const { status, headers } = await post(embedPath, body);
				return { status, headers, told: readLimitHeaders(headers, time) };
			};
			const first = await ask();
			assert.equal(first.status, 200);
			const reported = !["retry", "none"].includes(limitDialect);
			// Only one limit is reported if the dialect has no room for more.
			const several = ["kong", "ietf"].includes(limitDialect);
			assert.deepEqual(first.told.map(({ left }) => left).sort(), reported ? (several ? [1, 2] : [1]) : []);
			if (reported) assert.equal(first.told.find(({ left }) => left === 1)?.resetsAt, time + 50_000);
			assert.equal((await ask()).status, 200);
			const refused = await ask();
			assert.equal(refused.status, 429);
			const waits = { retry: [null, "50000"], none: [null, null] };
			assert.deepEqual(
				[refused.headers.get("retry-after"), refused.headers.get("retry-after-ms")],
				waits[limitDialect as keyof typeof waits] ?? ["50", null],
			);
			time += 60_000;
			assert.equal((await ask()).status, 200);
			assert.equal((await ask()).status, 429, "the hour's limit is used up");
			time += 3_600_000;
			assert.equal((await ask()).status, 200);
		});
	}

	it("of a month end with it, in UTC", async () => {
		let time = Date.UTC(2026, 1, 27, 12);
		const { post } = await openGateway({ limits: parseUsageLimits("1/month"), now: () => time });
		const { headers } = await post(embedPath, body);
		assert.equal(readLimitHeaders(headers, time)[0]?.resetsAt, Date.UTC(2026, 2));
		const refused = await post(embedPath, body);
		assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, String(1.5 * 86_400)]);
		time = Date.UTC(2026, 2);
		assert.equal((await post(embedPath, body)).status, 200);
	});

	it("count each key for itself", async () => {
		const keys = ["key-one", "key-two"];
		const { post } = await openGateway({ keys, limits: parseUsageLimits("1/day"), now: () => noon });
		const ask = async (key: string) =>
			(await post(embedPath, body, { headers: { authorization: `Bearer ${key}` } })).status;
		assert.deepEqual([await ask("key-one"), await ask("key-one"), await ask("key-two")], [200, 429, 200]);
	});

	it("are refused if they cannot be read", () => {
		for (const text of ["", "30", "30/week", "0/minute", "-1/minute", "30/minute,"])
			assert.throws(() => parseUsageLimits(text), /--limit takes/);
	});
});

describe("gateway: an extra header", () => {
	closeGatewaysAfterEach();

	it("is required of each operation", async () => {
		const { get } = await openGateway({ requiredHeader: { name: "X-Department", value: "physics" } });
		assert.equal((await get("/v1/models")).status, 403);
		assert.equal((await get("/v1/models", { headers: { "x-department": "art" } })).status, 403);
		assert.equal((await get("/v1/models", { headers: { "x-department": "physics" } })).status, 200);
	});
});

describe("gateway: the file in which it describes itself", () => {
	closeGatewaysAfterEach();
	const path = "/.well-known/gatehouse.json";

	it("is served without a key", async () => {
		const { gateway } = await openGateway({ name: "Example", limits: parseUsageLimits("30/minute,200/hour") });
		const response = await fetch(gateway.url + path);
		assert.deepEqual(await response.json(), {
			name: "Example",
			keysPage: `${gateway.url}/keys`,
			models: { chat: ["demo-chat", "demo-echo"], embedding: ["demo-embed"] },
			limits: [
				{ requests: 30, per: "minute" },
				{ requests: 200, per: "hour" },
			],
			help: `${gateway.url}/`,
		});
	});

	it("is a page like any other if the gateway does not describe itself", async () => {
		const { gateway } = await openGateway();
		assert.match((await fetch(gateway.url + path)).headers.get("content-type") ?? "", /^text\/html/);
	});
});
