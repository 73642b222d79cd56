import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import { TokenCounters } from "../../../../src/core/context/tokens/tokenCounter";
import { EditConversation } from "../../../../src/core/edits/editConversation";
import { RefusedAnswer } from "../../../../src/core/edits/parse/refusedAnswer";
import type { ChatEvent, ChatRequest } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { usesTools } from "../../../../src/core/gateway/tools/toolMessages";
import { manualClock, memoryLogChannel, memoryState } from "../memoryPorts";

/** Creates a conversation with these answers, one after the other. */
function conversation(answers: readonly (readonly ChatEvent[])[], limit: number | null = null) {
	const requests: ChatRequest[] = [];
	const gateway = {
		listModels: async () => [],
		embed: async () => [],
		hasSpareRequests: () => true,
		async *chat(request: ChatRequest, signal: AbortSignal) {
			requests.push(request);
			signal.throwIfAborted();
			yield* answers[requests.length - 1] ?? [];
		},
	};
	const counter = new TokenCounters(memoryState()).for("https://g.example/v1", "m");
	const target = {
		gateway,
		gatewayName: "G",
		model: "m",
		systemPrompt: "Be brief.",
		parameters: { temperature: 0 },
		window: { limit, counter },
	};
	const models: (string | undefined)[] = [];
	const chatTarget = async (model?: string) => {
		models.push(model);
		return { ...target, model: model ?? target.model };
	};
	const instruction = { form: "Answer with code.", otherForm: "Answer with blocks." };
	const deps = { chatTarget, clock: manualClock(), log: memoryLogChannel() };
	const taken: string[] = [];
	const following = {
		take: (text: string) => taken.push(text),
		signal: new AbortController().signal,
		onWait: () => {},
	};
	const use = (answer: string) => {
		if (answer === "no code") throw new RefusedAnswer("There is no code in it.", answer);
		if (answer === "versions") throw new RefusedAnswer("There are two.", answer, "unusable", ["one", "two"]);
		return answer;
	};
	return { edit: new EditConversation(deps, instruction, use), requests, models, taken, following, gateway };
}

const said = (text: string): readonly ChatEvent[] => [
	{ type: "text", text },
	{ type: "finished", reason: "stop" },
];
const question = (text: string) => ({ text, attachments: [] });
const contents = (request: ChatRequest | undefined) => request?.messages.map(({ content }) => content);

describe("edit: its conversation", () => {
	it("asks for the required form of the answer, and reports the answer as it streams", async () => {
		const t = conversation([[{ type: "text", text: "a" }, { type: "reasoning", text: "hm" }, ...said("b")]]);
		assert.equal(await t.edit.ask(question("Do it."), t.following), "ab");
		assert.deepEqual(t.taken, ["a", "ab"]);
		assert.deepEqual(contents(t.requests[0]), ["Be brief.\n\nAnswer with code.", "Do it."]);
		assert.equal(t.requests[0]?.temperature, 0);
	});

	it("offers no tools, also in a follow-up", async () => {
		const t = conversation([said("one"), said("two")]);
		await t.edit.ask(question("Do it."), t.following);
		await t.edit.askAgain(t.following);
		assert.equal(t.requests.length, 2);
		for (const request of t.requests) assert.ok(!usesTools(request));
	});

	it("uses no text that turns out to be reasoning", async () => {
		const t = conversation([[{ type: "text", text: "hm" }, { type: "wasReasoning" }, ...said("b")]]);
		assert.equal(await t.edit.ask(question("Do it."), t.following), "b");
		assert.deepEqual(t.taken, ["hm", "", "b"]);
	});

	it("asks the model of its question, also for a follow-up", async () => {
		const t = conversation([said("one"), said("two"), said("three")]);
		await t.edit.ask({ ...question("Do it."), model: "large" }, t.following);
		await t.edit.askAgain(t.following);
		await t.edit.ask(question("Otherwise."), t.following);
		assert.deepEqual(t.models, ["large", "large", "large"]);
		assert.deepEqual(
			t.requests.map(({ model }) => model),
			t.models,
		);
	});

	it("asks again as if there had been no answer, and continues from the last one", async () => {
		const t = conversation([said("one"), said("two"), said("three")]);
		await t.edit.ask(question("Do it."), t.following);
		assert.equal(await t.edit.askAgain(t.following), "two");
		assert.deepEqual(contents(t.requests[1])?.slice(1), ["Do it."]);
		await t.edit.ask(question("Otherwise."), t.following);
		assert.deepEqual(contents(t.requests[2])?.slice(1), ["Do it.", "two", "Otherwise."]);
	});

	it("refuses and drops an incomplete answer, whatever cut it off", async () => {
		const cut: readonly (readonly ChatEvent[])[] = [
			[{ type: "text", text: "half" }],
			[
				{ type: "text", text: "half" },
				{ type: "finished", reason: "length" },
			],
			[
				{ type: "text", text: "half" },
				{ type: "finished", reason: "content_filter" },
			],
		];
		const t = conversation([...cut, said("whole"), said("more")]);
		for (const _ of cut) {
			await assert.rejects(
				t.edit.ask(question("Do it."), t.following),
				(error) => error instanceof RefusedAnswer && error.answer === "half",
			);
		}
		assert.equal(await t.edit.ask(question("Do it."), t.following), "whole");
		const [again, ...none] = contents(t.requests[3])?.slice(1) ?? [];
		assert.match(String(again), /^Do it\.\n\nYour last 3 answers to this could not be used\./);
		assert.deepEqual(none, []);
		assert.equal(await t.edit.ask(question("And more."), t.following), "more");
		assert.deepEqual(contents(t.requests[4])?.slice(1), ["Do it.", "whole", "And more."]);
	});

	it("says why an answer broke off if the gateway says so", async () => {
		const cause = new GatewayError("unavailable", "The gateway is out of memory.");
		const t = conversation([
			[
				{ type: "text", text: "half" },
				{ type: "interrupted", cause },
			],
		]);
		await assert.rejects(
			t.edit.ask(question("Do it."), t.following),
			(error) => error instanceof RefusedAnswer && error.message.startsWith("The gateway is out of memory."),
		);
	});

	it("continues from the last used answer, whatever happened to later questions", async () => {
		const half: readonly ChatEvent[] = [{ type: "text", text: "half" }];
		const t = conversation([said("one"), half, said("no code"), said("no code"), half, said("two"), said("three")]);
		await t.edit.ask(question("Do it."), t.following);
		await assert.rejects(t.edit.askAgain(t.following), RefusedAnswer);
		await assert.rejects(t.edit.ask(question("Sing."), t.following), RefusedAnswer);
		await assert.rejects(t.edit.ask(question("Dance."), t.following), RefusedAnswer);
		assert.equal(await t.edit.ask(question("Otherwise."), t.following), "two");
		assert.deepEqual(contents(t.requests[5])?.slice(1), ["Do it.", "one", "Otherwise."]);
		assert.equal(await t.edit.askAgain(t.following), "three");
		assert.deepEqual(contents(t.requests[6])?.slice(1), ["Do it.", "one", "Otherwise."]);
	});

	it("repeats the last answered question after a cancelled one", async () => {
		const t = conversation([said("one"), [], said("two")]);
		await t.edit.ask(question("Do it."), t.following);
		await assert.rejects(t.edit.ask(question("Cancelled."), { ...t.following, signal: AbortSignal.abort() }));
		assert.equal(await t.edit.askAgain(t.following), "two");
		assert.deepEqual(contents(t.requests[2])?.slice(1), ["Do it."]);
	});

	it("asks a second time with the reason after an unusable answer, and says so", async () => {
		const t = conversation([said("no code"), said("code"), said("more")]);
		let seconds = 0;
		const following = { ...t.following, onSecondRequest: () => seconds++ };
		assert.equal(await t.edit.ask(question("Do it."), following), "code");
		assert.equal(seconds, 1);
		assert.deepEqual(contents(t.requests[1])?.slice(1), [
			"Do it.\n\nYour last answer to this could not be used. The reason: There is no code in it.\n\nAnswer with blocks.",
		]);
		await t.edit.ask(question("Otherwise."), following);
		assert.deepEqual(contents(t.requests[2])?.slice(1), ["Do it.", "code", "Otherwise."]);
	});

	it("keeps the unusable answer when the second request fails", async () => {
		const t = conversation([said("no code")]);
		const { chat } = t.gateway;
		t.gateway.chat = async function* (request, signal) {
			if (t.requests.length === 1) throw new Error("The server is down.");
			yield* chat(request, signal);
		};
		const seen: string[] = [];
		const following = { ...t.following, onSecondRequest: (answer: string) => seen.push(answer) };
		await assert.rejects(
			t.edit.ask(question("Do it."), following),
			(error) => error instanceof RefusedAnswer && error.answer === "no code",
		);
		assert.deepEqual(seen, ["no code"]);
	});

	it("asks at most twice by itself, and never repeats a question unchanged after a refusal", async () => {
		const t = conversation([said("no code"), said("no code"), said("no code"), said("no code")]);
		const refused = () => assert.rejects(t.edit.ask(question("Do it."), t.following), RefusedAnswer);
		await refused();
		assert.equal(t.requests.length, 2);
		await refused();
		await refused();
		assert.equal(t.requests.length, 4);
		assert.equal(new Set(t.requests.map((request) => JSON.stringify(request.messages))).size, 4);
	});

	it("does not ask a second time if few requests are left, or the answer was cut off", async () => {
		const t = conversation([said("no code")]);
		t.gateway.hasSpareRequests = () => false;
		await assert.rejects(t.edit.ask(question("Do it."), t.following), RefusedAnswer);
		assert.equal(t.requests.length, 1);
		const cut = conversation([[{ type: "text", text: "half" }]]);
		await assert.rejects(cut.edit.ask(question("Do it."), cut.following), RefusedAnswer);
		assert.equal(cut.requests.length, 1);
	});

	it("lets the user choose among several versions, and continues from them", async () => {
		const t = conversation([said("versions"), said("three")]);
		await assert.rejects(
			t.edit.ask(question("Do it."), t.following),
			(error) => error instanceof RefusedAnswer && error.alternatives.length === 2,
		);
		assert.equal(t.requests.length, 1);
		await t.edit.ask(question("Otherwise."), t.following);
		assert.deepEqual(contents(t.requests[1])?.slice(1), ["Do it.", "versions", "Otherwise."]);
	});

	it("reports a question that does not fit into the model's context", async () => {
		const t = conversation([], 100);
		await assert.rejects(t.edit.ask(question("word ".repeat(500)), t.following), UserError);
		assert.equal(t.requests.length, 0);
	});
});
