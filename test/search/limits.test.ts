import assert from "node:assert/strict";
import { progressText } from "../../src/core/search/building/buildTexts";
import type { BuildProgress } from "../../src/core/search/model/semanticIndex";
import { parseUsageLimits } from "../gateway/usageLimit";
import { hurriedClock } from "./world/hurriedClock";
import { never, searchWorld } from "./world/searchWorld";

const minute = 60_000;
const hour = 60 * minute;

describe("search: an index at a gateway with limits", () => {
	it("of 2,000 chunks is built at 30 requests a minute and 200 an hour, without a refusal, and says why it waits", async () => {
		const clock = hurriedClock();
		const t = await searchWorld({
			clock,
			gateway: { limits: parseUsageLimits("30/minute,200/hour"), limitDialect: "kong", now: clock.now },
		});
		try {
			// One request for each text is the maximum that an index can need.
			await t.capabilities.record(`${t.gateway.url}/v1`, "demo-embed", { embeddingArrays: false });
			const files = Array.from({ length: 2_000 }, (_, i) => [`file${i}.txt`, `The chapter ${i} of the report.\n`]);
			await t.write(Object.fromEntries(files));
			await t.prepare();
			const times: number[] = [];
			t.gateway.onRequest(({ path }) => path === "/v1/embeddings" && times.push(clock.now()));
			const waits: BuildProgress[] = [];
			const began = clock.now();
			const outcome = await t.index.build(never, (progress) => progress.wait && waits.push(progress));
			assert.deepEqual(outcome, { embedded: 2_000, refused: [] });
			assert.equal(times.length, 2_000, "a refused request would have been sent again");
			for (const [period, most] of [
				[minute, 30],
				[hour, 200],
			] as const) {
				const counts = new Map<number, number>();
				for (const time of times)
					counts.set(Math.floor(time / period), (counts.get(Math.floor(time / period)) ?? 0) + 1);
				assert.ok(Math.max(...counts.values()) <= most, `${Math.max(...counts.values())} of ${most}`);
			}
			const hours = (clock.now() - began) / hour;
			assert.ok(hours > 10 && hours < 48, `${hours} hours`);
			assert.ok(waits.every(({ wait }) => wait?.cause.status === undefined));
			assert.match(
				progressText(waits.at(-1) as BuildProgress, "en"),
				/waiting until .*: The gateway limits requests \(left: \d+ of \d+\); half of them are kept for your own questions\./,
			);
		} finally {
			await t.close();
		}
	}).timeout(120_000);
});
