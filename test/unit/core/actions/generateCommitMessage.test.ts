import assert from "node:assert/strict";
import { splitDiff } from "../../../../src/core/actions/fileDiffs";
import { generateCommitMessage } from "../../../../src/core/actions/generateCommitMessage";
import { UserError } from "../../../../src/core/base/errors";
import { TokenCounters } from "../../../../src/core/context/tokens/tokenCounter";
import { messageTokens } from "../../../../src/core/context/tokens/tokenEstimate";
import { RefusedAnswer } from "../../../../src/core/edits/parse/refusedAnswer";
import type { ChatEvent, ChatRequest, Gateway } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { usesTools } from "../../../../src/core/gateway/tools/toolMessages";
import { memoryLogChannel, memoryState } from "../memoryPorts";

const diffs = splitDiff("diff --git a/a.ts b/a.ts\n+++ b/a.ts\n+x");
const finished: ChatEvent = { type: "finished", reason: "stop" };
const text = (piece: string): ChatEvent => ({ type: "text", text: piece });

/** Generates a message from these events; a test may limit the model's context to 200 tokens. */
async function written(events: readonly ChatEvent[], { of = diffs, limit = null as number | null } = {}) {
	const abort = new AbortController();
	const shown: string[] = [];
	let request: ChatRequest | undefined;
	const counter = new TokenCounters(memoryState()).for("g", "m");
	const chat: Gateway["chat"] = async function* (asked) {
		request = asked;
		yield* events;
	};
	const result = await generateCommitMessage(
		of,
		{ lastMessages: [], begun: "" },
		{
			target: {
				gateway: { chat } as Gateway,
				gatewayName: "G",
				model: "m",
				systemPrompt: "Answer in rhymes.",
				parameters: { temperature: 0.5 },
				window: { limit, counter },
			},
			signal: abort.signal,
			onWait: () => {},
			log: memoryLogChannel(),
			show: (message) => {
				shown.push(message);
				if (message.includes("stop!")) abort.abort();
			},
		},
	);
	return { result, shown, request, counter };
}

describe("commit message: writing", () => {
	it("shows the message as it arrives, without its fence, and never shows thoughts", async () => {
		const events = [{ type: "reasoning", text: "Hm." } as const, text("```\nAdd"), text(" a\n"), text("```"), finished];
		const { result, shown } = await written(events);
		assert.deepEqual(result, { whole: true });
		assert.deepEqual(shown, ["Add", "Add a", "Add a"]);
	});

	it("offers no tools", async () => {
		const { request } = await written([text("Add a"), finished]);
		assert.ok(request && !usesTools(request));
	});

	it("uses no text that turns out to be reasoning", async () => {
		const { shown } = await written([text("Hm."), { type: "wasReasoning" }, text("Add"), text(" a"), finished]);
		assert.deepEqual(shown, ["Hm.", "Add", "Add a"]);
	});

	it("uses the parameters of the settings without their system prompt; the ledger has the files", async () => {
		const { request } = await written([text("Add"), finished]);
		assert.equal(request?.temperature, 0.5);
		assert.deepEqual(request?.sources, ["a.ts"]);
		const moved = splitDiff("diff --git a/x b/y\nrename from x\nrename to y\n");
		assert.deepEqual((await written([text("Move"), finished], { of: moved })).request?.sources, ["y", "x"]);
		assert.doesNotMatch(JSON.stringify(request?.messages), /rhymes/);
	});

	it("says when the changes were too long to be sent completely", async () => {
		const long = splitDiff(`diff --git a/a b/a\n${"+some words in a line\n".repeat(2000)}`);
		const { result, request } = await written([text("Add"), finished], { of: long, limit: 1000 });
		assert.deepEqual(result, { whole: false });
		assert.match(JSON.stringify(request?.messages), /more lines\]/);
		assert.ok(JSON.stringify(request?.messages).length < 6000);
	});

	it("learns from the tokens that the gateway counted", async () => {
		assert.equal((await written([text("Add"), finished])).counter.corrected, false);
		const usage: ChatEvent = { type: "usage", usage: { promptTokens: 100_000 } };
		const of = splitDiff(`diff --git a/a b/a\n${"+some words in a line\n".repeat(200)}`);
		const { counter, request } = await written([text("Add"), usage, finished], { of });
		assert.equal(counter.corrected, true);
		assert.ok(counter.ofMessages(request?.messages ?? []) > messageTokens(request?.messages ?? []));
	});

	it("returns nothing when it is cancelled", async () => {
		assert.equal((await written([text("Add, stop!")])).result, undefined);
	});

	it("fails when the answer is cut off or ends early, instead of returning half a message", async () => {
		for (const reason of ["length", "content_filter"])
			await assert.rejects(written([text("Add a bud"), { type: "finished", reason }]), RefusedAnswer, reason);
	});

	it("fails with the gateway's error when the answer breaks off, and with a message when it is empty", async () => {
		const cause = new GatewayError("network", "The connection broke.");
		await assert.rejects(written([text("Add"), { type: "interrupted", cause }]), cause);
		await assert.rejects(written([text("```\n```"), finished]), UserError);
	});
});
