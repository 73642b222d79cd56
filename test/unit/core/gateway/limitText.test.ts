import assert from "node:assert/strict";
import { gatewayTrouble } from "../../../../src/core/doctor/steps/gatewayTrouble";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { bulkWait } from "../../../../src/core/gateway/limits/bulkWait";
import { usedUpLimit } from "../../../../src/core/gateway/limits/limitHeaders";
import { usedUpText } from "../../../../src/core/gateway/limits/limitText";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { requestedDelay } from "../../../../src/core/gateway/limits/retryAfter";
import { planLimitText } from "../../../../src/core/search/building/buildTexts";
import { parseUsageLimits } from "../../../gateway/usageLimit";
import { connectedGateway, never } from "./gatewayHarness";

const hour = 3_600_000;

describe("limits: their texts", () => {
	const now = new Date(2026, 0, 5, 12, 0).getTime();

	it("name the limit that is used up, and when it ends", () => {
		const limit = { id: "a", unit: "requests", limit: 200, left: 0, resetsAt: now + hour / 2 } as const;
		const text = (more: object) => usedUpText({ ...limit, ...more }, now, "en-GB");
		assert.equal(text({ period: hour }), "The gateway's limit of requests per hour (200) is used up until 12:30.");
		assert.equal(text({}), "The gateway's limit of requests (200) is used up until 12:30.");
		assert.equal(text({ unit: "tokens" }), "The gateway's limit of tokens (200) is used up until 12:30.");
		assert.equal(text({ limit: undefined }), "The gateway's limit is used up until 12:30.");
		const nextMonth = { period: 31 * 24 * hour, resetsAt: new Date(2026, 1, 1).getTime() };
		assert.equal(
			text(nextMonth),
			"The gateway's limit of requests per month (200) is used up until 1 Feb 2026, 00:00.",
		);
	});

	it("have numbers and times in the language's format", () => {
		const limit = { id: "a", unit: "requests", limit: 3_000, left: 0, period: hour, resetsAt: now + hour / 2 } as const;
		const month = { ...limit, period: 31 * 24 * hour, resetsAt: new Date(2026, 1, 1).getTime() };
		const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");
		assert.equal(
			plain(usedUpText(limit, now, "en")),
			"The gateway's limit of requests per hour (3,000) is used up until 12:30 PM.",
		);
		assert.equal(
			plain(usedUpText(month, now, "fr")),
			"The gateway's limit of requests per month (3 000) is used up until 1 févr. 2026, 00:00.",
		);
		const limits = new ReportedLimits({ now: () => now });
		limits.record(
			"https://g.example",
			"key",
			new Response("", { headers: { "x-ratelimit-limit-day": "3000", "x-ratelimit-remaining-day": "1001" } }),
		);
		limits.bulkBegan("https://g.example");
		const wait = bulkWait("https://g.example", { clock: { now: () => now }, limits, language: "fr" });
		assert.match(plain(wait?.cause.message ?? ""), /\(left: 1 001 of 3 000\)/);
	});

	it("name, of several that are used up, the one that lasts longest", () => {
		const headers = new Headers({
			"x-ratelimit-limit-minute": "30",
			"x-ratelimit-remaining-minute": "0",
			"x-ratelimit-limit-hour": "200",
			"x-ratelimit-remaining-hour": "0",
			"x-ratelimit-limit-day": "1000",
			"x-ratelimit-remaining-day": "5",
		});
		assert.equal(usedUpLimit({ status: 429, headers }, now)?.limit, 200);
		assert.equal(usedUpLimit({ status: 500, headers }, now), undefined);
	});

	it("use the delay that the refusal asks for if the end of the limit is not reported", async () => {
		const { server, client } = await connectedGateway({}, { language: "en-GB" });
		const headers = {
			"retry-after": "100000",
			"x-ratelimit-limit-requests": "60",
			"x-ratelimit-remaining-requests": "0",
		};
		server.script({ match: "/v1/models", times: 20, status: 429, headers, json: { error: { message: "No." } } });
		try {
			const error = await client.listModels(never).catch((thrown: unknown) => thrown);
			assert.ok(error instanceof GatewayError);
			assert.match(error.message, /^The gateway's limit of requests \(60\) is used up until \d.*\. Try again then/);
		} finally {
			await server.close();
		}
	});

	it("are part of a refusal", async () => {
		const options = { limits: parseUsageLimits("1/day"), now: () => now };
		const { server, client } = await connectedGateway(options, { language: "en-GB" });
		try {
			await client.listModels(never);
			const left = new AbortController();
			const said = await new Promise<string>((resolve) => {
				client.listModels(left.signal, (wait) => wait && resolve(wait.cause.message)).catch(() => {});
			});
			left.abort();
			assert.match(
				said,
				/^The gateway's limit of requests per day \(1\) is used up until \d.* It said: The limit of 1 request/,
			);
		} finally {
			await server.close();
		}
	});

	it("are the whole message for a limit that lasts too long to wait, and the check says when to try again", async () => {
		const options = { limits: parseUsageLimits("1/month"), now: () => now };
		const { server, client } = await connectedGateway(options, { language: "en-GB" });
		try {
			await client.listModels(never);
			const error = await client.listModels(never).catch((thrown: unknown) => thrown);
			assert.ok(error instanceof GatewayError);
			assert.match(
				error.message,
				/^The gateway's limit of requests per month \(1\) is used up until \d+ \w+ \d{4}, \d\d:\d\d\. Try again then, .* It said: The limit/,
			);
			assert.match(gatewayTrouble(error).fix ?? "", /when the limit is renewed/);
		} finally {
			await server.close();
		}
	});

	it("say what a build takes, and how long with half of the limit", () => {
		const limits = [
			{ id: "m", unit: "requests", limit: 30, left: 30, period: 60_000 },
			{ id: "h", unit: "requests", limit: 200, left: 170, period: hour },
		] as const;
		assert.equal(planLimitText(15, limits, "en", now), "Requests: about 15; left now: 170");
		assert.equal(
			planLimitText(300, limits, "en", now),
			"Requests: about 300; left now: 170; about 3 h 0 min if half of the limit is used",
		);
		// The text names the limit of which a build leaves least, and the duration for the limit that takes longest.
		const month = { id: "d", unit: "requests", limit: 3_000, left: 2_800, period: 31 * 24 * hour } as const;
		const saia = [...limits, month];
		assert.equal(planLimitText(10, saia, "en", now), "Requests: about 10; left now: 170");
		assert.equal(
			planLimitText(40, saia, "en", now),
			"Requests: about 40; left now: 170; about 2 min 40 s if half of the limit is used",
		);
		assert.equal(planLimitText(10, limits.slice(0, 1), "en", now), "Requests: about 10; left now: 30");
		for (const limit of [undefined, 500]) {
			const endless = { id: "e", unit: "requests", left: 400, ...(limit && { limit }) } as const;
			assert.equal(planLimitText(300, [endless], "en", now), "Requests: about 300; left now: 400");
			assert.match(
				planLimitText(300, [...limits, endless], "en", now),
				/left now: 170; about .* if half of the limit is used/,
			);
		}
		// A period that is not reported lasts at least until the limit is renewed.
		const renewed = { id: "r", unit: "requests", limit: 200, left: 190, resetsAt: now + hour } as const;
		assert.equal(
			planLimitText(400, [...limits.slice(0, 1), renewed], "en", now),
			"Requests: about 400; left now: 190; about 4 h 0 min if half of the limit is used",
		);
		assert.equal(planLimitText(0, limits, "en", now), "");
		assert.equal(planLimitText(300, [], "en", now), "");
		assert.equal(planLimitText(300, [{ id: "t", unit: "tokens", limit: 1, left: 1, period: hour }], "en", now), "");
	});
});

describe("limits: the delay that a refusal asks for", () => {
	const delay = (headers: Record<string, string>) => requestedDelay(new Headers(headers), 0);

	it("is exact, in milliseconds or in seconds", () => {
		assert.equal(delay({ "retry-after-ms": "1500", "retry-after": "2" }), 1500);
		assert.equal(delay({ "retry-after": "2" }), 2000);
	});

	it("may be a date by the gateway's clock, which may differ", () => {
		for (const server of [0, 3_600_000, -3_600_000]) {
			const [date, until] = [server, server + 90_000].map((time) => new Date(time).toUTCString());
			assert.equal(delay({ date: date ?? "", "retry-after": until ?? "" }), 90_000);
		}
		assert.equal(delay({ "retry-after": new Date(90_000).toUTCString() }), 90_000);
	});

	it("is not read from invalid values", () => {
		for (const wrong of ["-5", "soon", "", "1e9", "9".repeat(40)]) {
			assert.equal(delay({ "retry-after-ms": wrong }), undefined);
			assert.equal(delay({ "retry-after-ms": wrong, "retry-after": "2" }), 2000);
		}
	});
});
