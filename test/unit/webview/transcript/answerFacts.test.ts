import assert from "node:assert/strict";
import { withAgentEvent } from "../../../../src/shared/agentSteps";
import { type AgentRow, newWork } from "../../../../src/shared/agentWork";
import type { Answer } from "../../../../src/shared/conversation";
import { answerFacts, answerTurn, thoughtTitle } from "../../../../src/webview/transcript/answerFacts";

const row: AgentRow = { tool: "read_file", target: "a.ts", note: "", state: "done", given: "", result: "" };
const answer = (parts: Partial<Answer>): Answer => ({
	role: "assistant",
	id: "a",
	parent: "q",
	model: "demo-chat",
	gateway: "demo",
	text: "",
	reasoning: "",
	state: { type: "complete", finishReason: "stop" },
	at: 1000,
	...parts,
});

describe("transcript: the details under an answer", () => {
	it("are the time, the tokens and their rate from the first one on", () => {
		const parts = { firstAt: 2100, endedAt: 3100, usage: { promptTokens: 900, completionTokens: 1318 } };
		assert.equal(answerFacts(answer(parts), "en"), "2.1 s · 1,318 tokens · 1,318/s");
	});

	it("include the tokens of the question that the gateway had in its cache", () => {
		const usage = { promptTokens: 9000, completionTokens: 2, cachedTokens: 8192 };
		assert.match(answerFacts(answer({ usage }), "en"), /^2 tokens · 8,192 tokens .*cache$/);
	});

	it("are only those that are known", () => {
		assert.equal(answerFacts(answer({}), "en"), "");
		assert.equal(answerFacts(answer({ endedAt: 13_456, usage: {} }), "en"), "12 s");
		assert.equal(answerFacts(answer({ usage: { completionTokens: 1 } }), "en"), "1 token");
		assert.equal(answerFacts(answer({ endedAt: 7800, usage: { completionTokens: 0 } }), "en"), "6.8 s");
	});

	it("have no rate for an answer that came at once, and never a negative one", () => {
		const usage = { completionTokens: 2 };
		assert.equal(answerFacts(answer({ endedAt: 900, usage }), "en"), "0 s · 2 tokens");
		assert.equal(answerFacts(answer({ firstAt: 3000, endedAt: 3020, usage }), "en"), "2 s · 2 tokens");
		assert.equal(answerFacts(answer({ firstAt: 3000, endedAt: 900, usage }), "en"), "0 s · 2 tokens");
	});

	it("have no time for an answer that failed at once", () => {
		const failed = { type: "failed", failure: { reason: "server", message: "No.", actions: [] } } as const;
		assert.equal(answerFacts(answer({ endedAt: 1010, state: failed }), "en"), "");
		assert.equal(answerFacts(answer({ endedAt: 1210, state: failed }), "en"), "0.2 s");
	});

	it("have no tokens under a task's answer, which are beside its steps with those of all requests", () => {
		const usage = { promptTokens: 900, completionTokens: 29, cachedTokens: 8 };
		const agent = { ...newWork, rows: [row] };
		assert.equal(answerFacts(answer({ firstAt: 2000, endedAt: 41_000, usage, agent }), "en").split(" · ")[0], "40 s");
		assert.doesNotMatch(answerFacts(answer({ firstAt: 2000, endedAt: 41_000, usage, agent }), "en"), /29|\/s/);
		assert.match(answerFacts(answer({ usage, agent }), "en"), /^8 tokens .*cache$/);
	});

	it("have the time of a task's work, without the waits for the user", () => {
		let task = answer({ agent: { ...newWork, rows: [row, row] } });
		const approval = { kind: "write", path: "a.ts", reasons: ["firstEdit"], detail: "" } as const;
		const allowed = { type: "allowed" } as const;
		for (const [at, event] of [
			[2_000, { type: "asking", call: 0, approval }],
			[62_000, { type: "decided", call: 0, decision: allowed }],
			[62_000, { type: "running", call: 0 }],
			[63_000, { type: "result", call: 0, failed: false, text: "", target: "" }],
			[64_000, { type: "asking", call: 1, approval }],
		] as const)
			task = withAgentEvent(task, event, at);
		assert.deepEqual([task.agent?.waited, task.agent?.askedAt], [60_000, 64_000]);
		// Stopped while it waits.
		task = withAgentEvent(task, { type: "ended", stop: { type: "stopped" } }, 94_000);
		assert.equal(answerFacts({ ...task, endedAt: 94_000 }, "en"), "3 s");
	});

	it("use the number format of the language", () => {
		assert.equal(answerFacts(answer({ endedAt: 3100 }), "fr"), "2,1 s");
	});
});

describe("transcript: the fold around a model's reasoning", () => {
	it("says whether the model is still reasoning, and how long it did", () => {
		const streaming = answer({ state: { type: "streaming" }, reasoning: "hm" });
		assert.equal(thoughtTitle(streaming, undefined), "Thinking…");
		assert.match(thoughtTitle({ ...streaming, text: "So" }, 4200), /^Thought .*\b4 s$/);
		assert.match(thoughtTitle({ ...streaming, text: "So" }, 20), /^Thought .*\b1 s$/);
		assert.equal(thoughtTitle(answer({ reasoning: "hm" }), undefined), "Thought");
	});

	it("says neither between the steps of a task, which may wait for the user", () => {
		const agent = { ...newWork, rows: [row] };
		const task = answer({ state: { type: "streaming" }, reasoning: "hm", agent });
		assert.equal(thoughtTitle(task, undefined), "Thought");
		assert.equal(thoughtTitle({ ...task, text: "Done." }, 21_000), "Thought");
		assert.equal(thoughtTitle({ ...task, agent: newWork }, undefined), "Thinking…");
	});
});

describe("transcript: the announcement to screen readers", () => {
	it("says that an answer begins or ends, never its text", () => {
		const begins = answerTurn(answer({ state: { type: "streaming" }, text: "secret" }), "en") ?? "";
		assert.match(begins, /^demo-chat .*answering/);
		const ends = answerTurn(answer({ text: "secret" }), "en") ?? "";
		assert.match(ends, /complete/);
		assert.doesNotMatch(begins + ends, /secret/);
		assert.match(answerTurn(answer({ state: { type: "stopped" } }), "en") ?? "", /stopped/);
		assert.equal(
			answerTurn(answer({ state: { type: "interrupted", message: "It broke off." } }), "en"),
			"It broke off.",
		);
	});

	it("says that an answer was cut off, by the length limit or by a filter", () => {
		const ended = (finishReason: string) =>
			answerTurn(answer({ text: "So", state: { type: "complete", finishReason } }), "en") ?? "";
		assert.match(ended("length"), /length limit/);
		assert.match(ended("content_filter"), /content filter/);
		assert.match(ended("safety"), /content filter/);
		assert.match(ended("tool_calls"), /complete/);
	});

	it("says that an answer without text is none, unless it is the work of an agent", () => {
		for (const parts of [{}, { reasoning: "hm" }, { text: "\n\n" }, { agent: newWork }]) {
			assert.match(answerTurn(answer(parts), "en") ?? "", /no answer/, JSON.stringify(parts));
		}
		assert.match(answerTurn(answer({ agent: { ...newWork, rows: [row] } }), "en") ?? "", /complete/);
		assert.match(answerTurn(answer({ state: { type: "stopped" } }), "en") ?? "", /stopped/);
		assert.match(answerTurn(answer({ state: { type: "complete", finishReason: "length" } }), "en") ?? "", /limit/);
	});
});
