import assert from "node:assert/strict";
import { CapabilityStore } from "../../../../../src/core/gateway/capabilities/capabilityStore";
import { bulkWait } from "../../../../../src/core/gateway/limits/bulkWait";
import { DescribedLimits } from "../../../../../src/core/gateway/limits/describedLimits";
import { ReportedLimits } from "../../../../../src/core/gateway/limits/reportedLimits";
import { RequestBudget } from "../../../../../src/core/gateway/requestBudget";
import { responseError } from "../../../../../src/core/gateway/response/responseError";
import { withRetry } from "../../../../../src/core/gateway/retry";
import { Attempt } from "../../../../../src/core/gateway/transport/attempt";
import { BatchSize } from "../../../../../src/core/search/embedding/batchSize";
import { EmbeddingQueue } from "../../../../../src/core/search/embedding/embeddingQueue";
import { pick, seededRandom } from "../../../../faults/seededRandom";
import { ApiError } from "../../../../gateway/apiError";
import { type LimitDialect, limitDialects, type UsageLimit, UsageLimiter } from "../../../../gateway/usageLimit";
import { testGatewayServices } from "../../gateway/gatewayHarness";
import { manualClock, memoryState } from "../../memoryPorts";

const origin = "https://g.example";
const key = "sk-sequence";
const lengths = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 31 * 86_400_000 } as const;
/** Number of sequences in each dialect. */
const sequences = process.env.GATEHOUSE_LONG === "1" ? 1_000 : 250;
/** Number of texts in one sequence. */
const texts = 8;
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a clock that can be advanced to its next timer. */
function steppedClock(start: number) {
	const clock = manualClock(start);
	let ends: number[] = [];
	return {
		now: clock.now,
		after(milliseconds: number, run: () => void) {
			ends.push(clock.now() + milliseconds);
			return clock.after(milliseconds, run);
		},
		step() {
			ends = ends.filter((end) => end > clock.now());
			clock.advance(ends.length > 0 ? Math.min(...ends) - clock.now() : 1_000);
		},
	};
}

/** Invalid values of a header. */
const nonsense = ["-1", "9".repeat(30), "soon", "", "1e9", "NaN"];
/** Ends of past periods. */
const past = ["0", "1000000000", "Mon, 01 Jan 2001 00:00:00 GMT"];

/** Returns headers whose periods have ended. */
function overdue(headers: Readonly<Record<string, string>>, random: () => number): Readonly<Record<string, string>> {
	const ended = (name: string, value: string) =>
		/ratelimit-reset/.test(name) ? pick(past, random) : value.replace(/;t=\d+/g, ";t=0");
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, ended(name, value)]));
}

/** Creates a gateway whose limits may shrink and whose clock differs, and which records what its answers reported. */
function scriptedGateway(dialect: LimitDialect, now: () => number, random: () => number) {
	const upTo = (most: number) => 1 + Math.floor(random() * most);
	const limits: UsageLimit[] = [
		{ requests: upTo(12), period: "minute" },
		{ requests: upTo(40), period: "hour" },
	];
	// A gateway that reports nothing refuses nothing here; the number of sent requests is checked instead.
	const limiter = new UsageLimiter(dialect === "none" ? [] : limits, dialect, now);
	/** The number of accepted requests in each period. */
	const counts = new Map<string, number>();
	/** The periods that an answer reported as used up. */
	const saidUsedUp = new Set<string>();
	const idOf = ({ period }: UsageLimit) => `${period} ${Math.floor(now() / lengths[period])}`;
	const usedUp = () => limits.filter((limit) => (counts.get(idOf(limit)) ?? 0) >= limit.requests);
	/** Returns what is left of each limit, as an answer reports it: `3 of 12`. */
	const usageOf = () =>
		limits.map((limit) => `${Math.max(0, limit.requests - (counts.get(idOf(limit)) ?? 0))} of ${limit.requests}`);
	/** Returns the limits that an answer reports as used up. */
	const said = (status: number) => {
		if (dialect === "none" || (dialect === "retry" && status === 200)) return [];
		// Some dialects can report one limit, the longest used-up one. A refusal asks to wait for all.
		return status === 429 || dialect === "kong" || dialect === "ietf" ? usedUp() : usedUp().slice(-1);
	};
	return {
		limits,
		/** Answers a request; `arrived` must be called when the answer has arrived. */
		answer() {
			if (dialect !== "none" && random() < 0.03) {
				const at = Math.floor(random() * limits.length);
				const limit = limits[at];
				if (limit) limits[at] = { ...limit, requests: Math.ceil(limit.requests / 2) };
			}
			const before = usedUp().map(idOf);
			let status = 200;
			let headers: Readonly<Record<string, string>>;
			try {
				headers = limiter.take(key);
				for (const limit of limits) counts.set(idOf(limit), (counts.get(idOf(limit)) ?? 0) + 1);
			} catch (error) {
				assert.ok(error instanceof ApiError);
				status = error.status;
				headers = error.headers ?? {};
			}
			let saying = said(status).map(idOf);
			let isRight = true;
			if (status === 200 && random() < 0.05) {
				const value = pick(nonsense, random);
				headers = Object.fromEntries(Object.keys(headers).map((name) => [name, value]));
				saying = [];
				isRight = false;
			} else if (random() < 0.05) {
				headers = overdue(headers, random);
				isRight = false;
				// A refusal still asks to wait.
				if (status === 200 && dialect !== "kong") saying = [];
			}
			const response = new Response(status === 200 ? "{}" : '{"error":{"message":"Too many requests"}}', {
				status,
				headers,
			});
			return {
				response,
				/** The limits that the answer reports; `undefined` if its headers are wrong. */
				reported: isRight ? usageOf() : undefined,
				refusedBy: status === 429 ? before : [],
				arrived() {
					for (const id of saying) saidUsedUp.add(id);
				},
			};
		},
		saidUsedUp,
	};
}

/** Counts requests as a window with described limits does: a period begins with its first request. */
function windowCounts(limits: readonly UsageLimit[], now: () => number) {
	const counts = limits.map((limit) => ({ limit, since: Number.NEGATIVE_INFINITY, requests: 0 }));
	return {
		/** Returns the limits of which the index's next request would take more than half of the remaining requests. */
		exceeded: () =>
			counts
				.filter(({ limit: { requests: most, period }, since, requests }) => {
					const left = now() < since + lengths[period] ? most - requests : most;
					return left < Math.min(2, most);
				})
				.map(({ limit }) => `more than half of ${limit.requests}/${limit.period}`),
		began() {
			for (const count of counts) {
				const isOver = now() >= count.since + lengths[count.limit.period];
				Object.assign(count, isOver ? { since: now(), requests: 1 } : { requests: count.requests + 1 });
			}
		},
	};
}

/** Embeds a few texts, with questions between them, under limits that depend on a seed. */
async function embedUnderLimits(dialect: LimitDialect, seed: number) {
	const random = seededRandom(seed);
	const clock = steppedClock(1_800_000_000_000 + Math.floor(random() * lengths.hour));
	// The clock is right, nearly right, or wrong.
	const skew = [0, (random() - 0.5) * 4_000, (random() - 0.5) * 4 * lengths.hour][seed % 3] ?? 0;
	const gateway = scriptedGateway(dialect, () => Math.floor(clock.now() + skew), random);
	const state = memoryState();
	const described = new DescribedLimits(state);
	if (dialect === "none") {
		await described.set(
			origin,
			gateway.limits.map(({ requests, period }) => ({ requests, per: period === "minute" ? "minute" : "hour" })),
		);
	}
	const limits = new ReportedLimits(clock, described);
	const counts = windowCounts(dialect === "none" ? gateway.limits : [], clock.now);
	const services = testGatewayServices({ clock, limits });
	const capabilities = new CapabilityStore(memoryState());
	await capabilities.record("href", "model", { embeddingArrays: false });
	const pause = (milliseconds: number) => new Promise<void>((resolve) => void clock.after(milliseconds, resolve));
	/** The index's requests that were refused by a limit that an earlier answer had reported as used up. */
	const late: string[] = [];
	/** The reports of the answers that have arrived, with their times. */
	const arrivals: { readonly at: number; readonly reported: readonly string[] | undefined }[] = [];
	let compared = 0;
	const request = async (isBulk: boolean) => {
		const saidBefore = new Set(gateway.saidUsedUp);
		if (isBulk) late.push(...counts.exceeded());
		counts.began();
		let refusedBy: readonly string[] = [];
		let arrived = () => {};
		let reported: readonly string[] | undefined;
		const sentAt = clock.now();
		const response = await limits.sending(origin, key, isBulk ? "embeddings" : "chat", async () => {
			await pause(random() * 1_500);
			const answer = gateway.answer();
			({ refusedBy, arrived, reported } = answer);
			await pause(random() * 1_500);
			arrivals.push({ at: clock.now(), reported });
			return answer.response;
		});
		arrived();
		for (const { left = 0, limit = left, resetsAt = Number.POSITIVE_INFINITY } of limits.current(origin))
			assert.ok(left >= 0 && left <= limit && resetsAt > clock.now(), "only what can be right is shown");
		// Answers that overtook this one may have reported less.
		const since = arrivals.filter(({ at }) => at > sentAt).map((one) => one.reported);
		if (dialect !== "none" && !since.includes(undefined)) {
			const right = new Set(since.flatMap((some) => some ?? []));
			for (const { left, limit, resetsAt } of limits.current(origin)) {
				compared++;
				assert.ok(
					right.has(`${left} of ${limit}`),
					`${left} of ${limit} until ${resetsAt}: ${[...right].join()} (${dialect}, ${seed})`,
				);
			}
		}
		if (isBulk) late.push(...refusedBy.filter((id) => saidBefore.has(id)));
		return response;
	};
	const bulk = { wait: () => bulkWait(origin, { clock, limits }), began: () => limits.bulkBegan(origin) };
	let kept = 0;
	const queue = new EmbeddingQueue({
		missing: async (after, most) =>
			Array.from({ length: Math.min(most, texts - after) }, (_, i) => ({
				id: after + i + 1,
				text: "text",
				path: "a.ts",
			})),
		embed: (sent, _, signal, onWait) =>
			withRetry(
				async () => {
					const response = await request(true);
					if (response.ok) return sent.map(() => new Float32Array([1, 2]));
					const attempt = new Attempt(services, { operation: "embeddings" }, origin, key, signal);
					throw await responseError(response, origin, attempt).finally(() => attempt.end());
				},
				{ clock, random, signal, budget: new RequestBudget(), log: services.log, onWait, bulk },
			),
		saveVectors: async (embedded) => {
			kept += embedded.length;
		},
		refuse: async () => {},
		batchSize: new BatchSize("href", "model", capabilities),
		clock,
		onKept: () => {},
		onWait: () => {},
		limits: bulk,
	});
	let ended = false;
	const run = queue.run(new AbortController().signal).finally(() => {
		ended = true;
	});
	const questions: Promise<Response>[] = [];
	while (!ended) {
		await soon();
		if (random() < 0.05) questions.push(request(false));
		clock.step();
	}
	await run;
	return { kept, late, compared };
}

describe("index: seeded sequences of answers", () => {
	for (const dialect of limitDialects) {
		it(`never lead to a request that exceeds a reported limit (${dialect})`, async () => {
			let all = 0;
			for (let seed = 1; seed <= sequences; seed++) {
				const { kept, late, compared } = await embedUnderLimits(dialect, seed);
				assert.deepEqual({ kept, late }, { kept: texts, late: [] }, `seed ${seed}`);
				all += compared;
			}
			// These dialects report nothing.
			if (dialect !== "none" && dialect !== "retry") assert.ok(all > sequences, `${all} reports were compared`);
		}).timeout(120_000);
	}
});
