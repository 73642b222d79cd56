import assert from "node:assert/strict";
import { type CollectOptions, collectAnswer } from "../../../../src/core/gateway/collectAnswer";
import type { ChatEvent, RequestMessage } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { memoryLogChannel } from "../memoryPorts";
import { never, question } from "./gatewayHarness";

const finished: ChatEvent = { type: "finished", reason: "stop" };
const failure = new GatewayError("network", "The connection broke.");

/** Collects an answer from these events, and records what was reported; `error` is thrown at their end. */
async function collected(events: readonly ChatEvent[], options: Partial<CollectOptions> = {}, error?: Error) {
	const chat = async function* () {
		yield* events;
		if (error) throw error;
	};
	const reported: unknown[] = [];
	const answer = collectAnswer({ chat }, question("Hello"), {
		signal: never,
		log: memoryLogChannel(),
		onText: (piece, text) => reported.push(["text", piece, text]),
		onReasoning: (piece) => reported.push(["reasoning", piece]),
		onWasReasoning: () => reported.push("wasReasoning"),
		onUsage: (usage) => reported.push(usage),
		...options,
	});
	return { answer: await answer, reported };
}

describe("collectAnswer", () => {
	it("collects text and reasoning, and reports each piece with the text so far", async () => {
		const { answer, reported } = await collected([
			{ type: "reasoning", text: "hm" },
			{ type: "text", text: "a" },
			{ type: "text", text: "b" },
			finished,
		]);
		assert.deepEqual(answer, { text: "ab", reasoning: "hm", finishReason: "stop" });
		assert.deepEqual(reported, [
			["reasoning", "hm"],
			["text", "a", "a"],
			["text", "b", "ab"],
		]);
	});

	it("collects a text that turns out to be reasoning as reasoning", async () => {
		const { answer, reported } = await collected([
			{ type: "text", text: "hm" },
			{ type: "wasReasoning" },
			{ type: "text", text: "a" },
			finished,
		]);
		assert.deepEqual(answer, { text: "a", reasoning: "hm", finishReason: "stop" });
		assert.deepEqual(reported, [["text", "hm", "hm"], "wasReasoning", ["text", "a", "a"]]);
	});

	it("returns the error of an interrupted answer, and neither error nor reason for a stopped one", async () => {
		const text: ChatEvent = { type: "text", text: "a" };
		const interrupted = await collected([text, { type: "interrupted", cause: failure }]);
		assert.deepEqual(interrupted.answer, { text: "a", reasoning: "", interruption: failure });
		assert.deepEqual((await collected([text])).answer, { text: "a", reasoning: "" });
	});

	it("corrects the counter once with the last count, even of a failed answer", async () => {
		const counts: unknown[] = [];
		const counter = {
			correct: async (messages: readonly RequestMessage[], promptTokens: number) => {
				counts.push([messages, promptTokens]);
			},
		};
		const usage = (promptTokens: number): ChatEvent => ({ type: "usage", usage: { promptTokens } });
		const learned = [[question("Hello").messages, 8]];
		const { reported } = await collected([usage(7), usage(8), finished], { counter });
		assert.deepEqual(counts.splice(0), learned);
		assert.deepEqual(reported, [{ promptTokens: 7 }, { promptTokens: 8 }]);
		await assert.rejects(collected([usage(8)], { counter }, failure), failure);
		assert.deepEqual(counts.splice(0), learned);
		await collected([{ type: "usage", usage: { completionTokens: 1 } }, finished], { counter });
		assert.deepEqual(counts, []);
	});

	it("logs that a count cannot be saved, and returns the answer", async () => {
		const log = memoryLogChannel();
		const counter = { correct: () => Promise.reject(new Error("disk full")) };
		const usage: ChatEvent = { type: "usage", usage: { promptTokens: 7 } };
		const { answer } = await collected([usage, finished], { counter, log });
		await new Promise(setImmediate);
		assert.equal(answer.finishReason, "stop");
		assert.match(log.lines.join(), /disk full/);
	});
});
