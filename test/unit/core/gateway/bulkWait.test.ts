import assert from "node:assert/strict";
import { collectAnswer } from "../../../../src/core/gateway/collectAnswer";
import { bulkWait } from "../../../../src/core/gateway/limits/bulkWait";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { startGateway } from "../../../gateway/demoGateway";
import { parseUsageLimits } from "../../../gateway/usageLimit";
import { manualClock } from "../memoryPorts";
import { canaryKey, clientOf, never, question, testGatewayServices } from "./gatewayHarness";

const origin = "https://g.example";
const key = "sk-one";
/** 10:20:30 on a Wednesday, in UTC. */
const start = Date.UTC(2026, 10, 25, 10, 20, 30);

function limitsOfKey() {
	const clock = manualClock(start);
	const limits = new ReportedLimits(clock);
	const refuse = (seconds: string, status = 429) =>
		limits.record(origin, key, new Response("", { status, headers: { "retry-after": seconds } }));
	return { clock, limits, refuse };
}

describe("limits: what bulk requests wait for", () => {
	it("is as long as a refusal asks for, and no longer", () => {
		const { clock, limits, refuse } = limitsOfKey();
		refuse("90");
		refuse("30");
		assert.deepEqual(limits.bulkPause(origin), { milliseconds: 90_000 });
		const wait = bulkWait(origin, { clock, limits });
		assert.match(wait?.cause.message ?? "", /refused .*this key .*wait/);
		assert.equal(wait?.until, start + 90_000);
		clock.advance(90_000);
		assert.equal(bulkWait(origin, { clock, limits }), undefined);
		refuse("90", 503);
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("is nothing to a question, which the real client sends at once and without a pause", async () => {
		const clock = manualClock(start);
		const shared = testGatewayServices({ clock });
		const server = await startGateway({
			keys: [canaryKey],
			streamDelayMs: 0,
			limits: parseUsageLimits("30/minute,200/hour"),
			limitDialect: "kong",
			now: clock.now,
		});
		try {
			const client = clientOf(server.url, canaryKey, shared);
			const waits: unknown[] = [];
			const ask = () =>
				collectAnswer(client, question("Is it there?"), {
					signal: never,
					log: shared.log,
					onWait: (wait) => waits.push(wait),
				});
			let reports = 0;
			client.onDidReportLimits?.(() => reports++);
			await ask();
			assert.ok(reports > 0, "the index is told");
			// The index's next request is due some time after the last one.
			client.bulkBegan?.();
			const wait = client.bulkWait?.();
			assert.ok(wait && wait.until > start, "the index pauses");
			assert.equal(wait.ahead, true, "nothing has failed");
			const stop = new AbortController();
			server.script({ match: "/v1/embeddings", status: 503, json: { error: { message: "Try again." } } });
			let embedded: Promise<unknown> = Promise.resolve();
			await new Promise<void>((resolve) => {
				embedded = client.embed("demo-embed", ["text"], stop.signal, (pause) => pause && resolve());
			});
			const before = server.requests.length;
			assert.match((await ask()).text, /Is it there/);
			assert.equal(server.requests.length, before + 1);
			assert.deepEqual({ waits, now: clock.now() }, { waits: [], now: start });
			assert.ok(client.bulkWait?.(), "the index still pauses");
			stop.abort();
			await assert.rejects(embedded);
		} finally {
			await server.close();
		}
	});

	it("ends with an answer to a later request of the same kind, but not of another kind or an earlier one", () => {
		const { clock, limits } = limitsOfKey();
		const sentAt = clock.now();
		clock.advance(1_000);
		const refusal = { status: 429, headers: { "retry-after": "600" } };
		limits.record(origin, key, new Response("", refusal), { kind: "embeddings m" });
		const answered = (facts: { kind: string; sentAt?: number }) => limits.record(origin, key, new Response(""), facts);
		answered({ kind: "chat m" });
		answered({ kind: "embeddings m", sentAt });
		assert.equal(limits.bulkPause(origin).milliseconds, 600_000);
		answered({ kind: "embeddings m" });
		assert.equal(limits.bulkPause(origin).milliseconds, 0);
	});

	it("is named with its end if that is too late to wait for", () => {
		const { clock, limits } = limitsOfKey();
		const headers = { "x-ratelimit-limit-month": "3000", "x-ratelimit-remaining-month": "0" };
		limits.record(origin, key, new Response("", { status: 429, headers }));
		assert.match(
			bulkWait(origin, { clock, limits, language: "en-GB" })?.cause.message ?? "",
			/\(left: 0 of 3,000\).* from \d+ \w+ 2026, \d\d:\d\d on/,
		);
	});

	it("does not end earlier than at the gateway, whose clock may be a little slow", () => {
		const { clock, limits } = limitsOfKey();
		const headers = {
			"x-ratelimit-limit-minute": "30",
			"x-ratelimit-remaining-minute": "0",
			date: new Date(start - 1_400).toUTCString(),
		};
		limits.record(origin, key, new Response("", { headers }));
		assert.ok((bulkWait(origin, { clock, limits })?.until ?? 0) >= start + 31_400);
	});

	it("uses the lowest report of answers that may have overtaken each other, but not of later ones", () => {
		const { clock, limits } = limitsOfKey();
		const left = () => limits.current(origin).map((limit) => limit.left);
		const hour = (rest: number) =>
			new Response("", { headers: { "x-ratelimit-limit-hour": "200", "x-ratelimit-remaining-hour": String(rest) } });
		const sentAt = clock.now();
		clock.advance(1_000);
		limits.record(origin, key, hour(0), { sentAt });
		clock.advance(1_000);
		limits.record(origin, key, hour(1), { sentAt });
		assert.deepEqual(left(), [0]);
		limits.record(origin, key, hour(1));
		assert.deepEqual(left(), [1]);
		clock.advance(3_600_000);
		limits.record(origin, key, hour(199), { sentAt });
		assert.deepEqual(left(), [199]);
	});
});
