import assert from "node:assert/strict";
import type { OnWait } from "../../../../src/core/gateway/retry";
import type { ExpectedAnswer } from "../../../gateway/quirks/answer";
import { chatQuirks } from "../../../gateway/quirks/chat";
import { embeddingsQuirks } from "../../../gateway/quirks/embeddings";
import { echoQuirks, errorQuirks } from "../../../gateway/quirks/errors";
import { modelsQuirks } from "../../../gateway/quirks/models";
import type { ExpectedFailure } from "../../../gateway/quirks/quirk";
import { streamQuirks } from "../../../gateway/quirks/streams";
import { canaryKey, collect, connectedGatewayEach, never, question } from "./gatewayHarness";

// These tests send every fixture of test/gateway/quirks through the real client over HTTP.

/** Returns the forms in which servers echo the key. */
const encodings = (key: string) => {
	const percent = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
	return [key, percent, Buffer.from(`user:${key}`).toString("base64"), "\\u0073\\u006b"];
};

describe("gateway quirks: responses of real gateways", () => {
	const t = connectedGatewayEach();

	const fails = (outcome: Promise<unknown>, { failed, says }: ExpectedFailure) =>
		assert.rejects(outcome, { name: "GatewayError", reason: failed, message: says });

	describe("for the list of models", () => {
		for (const { name, script, expected } of modelsQuirks) {
			it(name, async () => {
				t.server.script(script);
				const listing = t.client.listModels(never);
				if ("failed" in expected) return fails(listing, expected);
				assert.deepEqual(await listing, expected);
			});
		}
	});

	describe("for chat", () => {
		for (const { name, script, expected } of [...chatQuirks, ...streamQuirks]) {
			it(name, async () => {
				t.server.script(script);
				await comesTo(collect(t.client.chat(question("hello"), never)), expected);
				assert.equal(t.server.requests.length, 1);
			});
		}
	});

	async function comesTo(outcome: ReturnType<typeof collect>, expected: ExpectedAnswer): Promise<void> {
		if ("failed" in expected) return fails(outcome, expected);
		const { text, reasoning, end, events } = await outcome;
		assert.deepEqual({ text, reasoning }, { text: expected.text, reasoning: expected.reasoning });
		const counted = events.find(({ type }) => type === "usage");
		assert.deepEqual(counted?.type === "usage" ? counted.usage : undefined, expected.usage);
		if (typeof expected.end === "string") assert.deepEqual(end, { type: "finished", reason: expected.end });
		else {
			assert.ok(end?.type === "interrupted");
			assert.equal(end.cause.reason, expected.end.interrupted);
			assert.match(end.cause.message, expected.end.says);
		}
	}

	describe("for embeddings", () => {
		for (const { name, script, expected, texts, arrays, batches } of embeddingsQuirks) {
			it(name, async () => {
				if (arrays) await t.shared.capabilities.record(`${t.server.url}/v1`, "demo-embed", { embeddingArrays: true });
				t.server.script(script);
				const embedding = t.client.embed("demo-embed", texts, never);
				if ("failed" in expected) return fails(embedding, expected);
				const vectors = (await embedding).map((vector) => [...vector]);
				if (expected.length > 0) assert.deepEqual(vectors, expected);
				assert.deepEqual(
					vectors.map(({ length }) => length),
					texts.map(() => expected[0]?.length ?? 384),
				);
				const inputs = t.server.requests.map(({ json }) => (json as { input: unknown }).input);
				assert.deepEqual(
					inputs.map((input) => (Array.isArray(input) ? input.length : 1)),
					batches,
				);
			});
		}
	});

	describe("for refusals", () => {
		for (const { name, script, expected } of [...errorQuirks, ...echoQuirks(canaryKey)]) {
			it(name, async () => {
				t.server.script(script);
				const waits: number[] = [];
				const hurry: OnWait = (wait) => {
					if (wait) waits.push(wait.until - t.clock.now());
					t.hurry(wait);
				};
				const { reason, says } = expected;
				for (const ask of [
					() => t.client.listModels(never, hurry),
					() => collect(t.client.chat(question("hello"), never, hurry)),
					() => t.client.embed("demo-embed", ["x"], never, hurry),
				]) {
					const before = t.server.requests.length;
					waits.length = 0;
					await assert.rejects(ask(), (error: Error & { reason?: unknown }) => {
						assert.deepEqual({ name: error.name, reason: error.reason }, { name: "GatewayError", reason });
						assert.match(error.message, says);
						assert.ok(!encodings(canaryKey).some((form) => error.message.includes(form)), error.message);
						return true;
					});
					assert.equal(t.server.requests.length - before, expected.requests);
					// The wait for a date is known only for the first request; later, the date has passed.
					if (expected.waits !== undefined && before === 0) assert.equal(waits[0], expected.waits);
				}
			});
		}
	});
});
