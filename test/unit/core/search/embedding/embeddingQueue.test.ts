import assert from "node:assert/strict";
import type { Capabilities } from "../../../../../src/core/gateway/capabilities/capabilities";
import { CapabilityStore } from "../../../../../src/core/gateway/capabilities/capabilityStore";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { BatchSize } from "../../../../../src/core/search/embedding/batchSize";
import { EmbeddingQueue, type EmbedTexts } from "../../../../../src/core/search/embedding/embeddingQueue";
import { manualClock, memoryState } from "../../memoryPorts";

const never = new AbortController().signal;
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a queue of some texts, and collects what was kept. */
async function setUp(texts: readonly string[], embed: EmbedTexts, known: Capabilities = {}) {
	const clock = manualClock();
	const capabilities = new CapabilityStore(memoryState());
	await capabilities.record("href", "model", known);
	const contents = texts.map((text, i) => ({ id: i + 1, text, path: "a.ts" }));
	const kept: number[] = [];
	const queue = new EmbeddingQueue({
		missing: async (after, limit) => contents.slice(after, after + limit),
		embed,
		saveVectors: async (embedded) => void kept.push(...embedded.map(({ id }) => id)),
		refuse: async () => {},
		batchSize: new BatchSize("href", "model", capabilities),
		clock,
		onKept: () => {},
		onWait: () => {},
	});
	return { clock, kept, queue };
}

const vectorsOf = (texts: readonly string[]) => texts.map(() => new Float32Array([1, 2]));

describe("index: the embedding queue", () => {
	it("continues after a burst of refusals, however many requests were running", async () => {
		const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
		let answers: (() => void)[] = [];
		let busyUntil = 0;
		const embed: EmbedTexts = (asked) =>
			new Promise((resolve, reject) =>
				answers.push(() => {
					const retryAfter = busyUntil - clock.now();
					if (retryAfter <= 0) resolve(vectorsOf(asked));
					else reject(new GatewayError("rateLimited", "Slow down.", 429, { retryAfter }));
				}),
			);
		const { clock, kept, queue } = await setUp(texts, embed, { embeddingArrays: false });
		let ended = false;
		const run = queue.run(never).finally(() => {
			ended = true;
		});
		while (!ended) {
			for (let i = 0; i < 10; i++) await soon();
			const due = answers;
			answers = [];
			if (busyUntil === 0 && due.length > 6) busyUntil = clock.now() + 7_000;
			for (const answer of due) answer();
			clock.advance(1_000);
		}
		await run;
		assert.ok(busyUntil > 0, "there was one");
		assert.equal(kept.length, texts.length);
	});

	for (const dimension of [384, 1024, 1536, 2048])
		it(`sends about as many requests as estimated, to a model of which nothing is known: ${dimension} dimensions`, async () => {
			const estimated = new BatchSize("href", "model", new CapabilityStore(memoryState())).requestsFor(4_000);
			let sent = 0;
			const embed: EmbedTexts = async (asked) => {
				sent++;
				return asked.map(() => new Float32Array(dimension));
			};
			const texts = Array.from({ length: 4_000 }, (_, i) => `text ${i}`);
			const { clock, kept, queue } = await setUp(texts, embed);
			let ended = false;
			const run = queue.run(never).finally(() => {
				ended = true;
			});
			while (!ended) {
				for (let i = 0; i < 10; i++) await soon();
				clock.advance(1_000);
			}
			await run;
			assert.equal(kept.length, texts.length);
			assert.ok(estimated <= sent * 2 && sent <= estimated * 2, `${estimated} estimated, ${sent} sent`);
		});

	it("ends with an error that waiting cannot resolve, whatever else it waits for", async () => {
		let waits = () => {};
		const waiting = new Promise<void>((resolve) => {
			waits = resolve;
		});
		let keyGone = false;
		const embed: EmbedTexts = async (texts, _sources, signal) => {
			if (texts.includes("poison")) throw new GatewayError("refused", "No.", 400);
			if (texts.includes("b")) await waiting;
			if (texts.includes("c")) {
				waits();
				await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
			}
			keyGone ||= texts.includes("d");
			if (keyGone) throw new GatewayError("unauthorized", "The key is gone.", 401);
			return vectorsOf(texts);
		};
		const { queue } = await setUp(["poison", "b", "c", "d", "e"], embed);
		await assert.rejects(queue.run(never), { reason: "unauthorized" });
	});
});
