import assert from "node:assert/strict";
import { ChatSession } from "../../../../src/core/chat/chatSession";
import { ConversationStore } from "../../../../src/core/chat/conversationStore";
import type { SessionChange } from "../../../../src/core/chat/sessionChange";
import { GatewayError } from "../../../../src/core/wire/gatewayError";
import type { Answer } from "../../../../src/shared/conversation";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../memoryPorts";
import { fedGateway } from "./fedGateway";

function setUp() {
	const fed = fedGateway();
	const files = memoryAppendLog();
	const workspaceFiles = memoryAppendLog();
	const clock = manualClock();
	const log = memoryLogChannel();
	const target = async () => ({ gateway: fed.gateway, gatewayName: "G", model: "m", systemPrompt: "", parameters: {} });
	const open = () => new ChatSession(new ConversationStore(files, workspaceFiles, clock, log), target, clock, log);
	const session = open();
	const changes: SessionChange[] = [];
	const waiting: { fits: (change: SessionChange) => boolean; resolve: () => void }[] = [];
	session.onDidChange((change) => {
		changes.push(change);
		for (const { fits, resolve } of waiting) if (fits(change)) resolve();
	});
	const next = (fits: (change: SessionChange) => boolean) =>
		new Promise<void>((resolve) => waiting.push({ fits, resolve }));
	const ended = () => next(({ type }) => type === "ended");
	const text = (wanted: string) => next((change) => change.type === "text" && change.text === wanted);
	const answer = (of = session) => {
		const last = of.messages.at(-1);
		assert.ok(last?.role === "assistant");
		return last as Answer;
	};
	return { ...fed, files, clock, log, open, session, changes, ended, text, answer };
}

describe("ChatSession", () => {
	it("review: a retry that breaks off after thoughts alone says so", async () => {
		const t = setUp();
		const said: string[] = [];
		t.session.onDidFail((message) => said.push(message));
		await t.session.ask("one?");
		const first = t.ended();
		t.push({ type: "text", text: "answer" });
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await first;
		await t.session.retry(t.answer().id);
		const second = t.ended();
		t.push({ type: "reasoning", text: "long thoughts" });
		t.push({ type: "interrupted", cause: new GatewayError("network", "It broke off.") });
		t.push("end");
		await second;
		const shown = t.session.messages.some((m) => m.role === "assistant" && m.state.type === "interrupted");
		assert.ok(shown || said.length > 0, "the user is told nothing at all");
	});

	it("asks, streams and ends; what is sent is the branch", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const ended = t.ended();
		t.push({ type: "reasoning", text: "hm" });
		t.push({ type: "text", text: "two" });
		t.push({ type: "usage", usage: { completionTokens: 3 } });
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await ended;
		assert.deepEqual(t.requests[0], { model: "m", messages: [{ role: "user", content: "one?" }] });
		const { text, reasoning, state, usage } = t.answer();
		assert.deepEqual(
			{ text, reasoning, state, usage },
			{
				text: "two",
				reasoning: "hm",
				state: { type: "complete", finishReason: "stop" },
				usage: { completionTokens: 3 },
			},
		);
		assert.deepEqual(
			t.changes.map(({ type }) => type),
			["reset", "message", "message", "text", "text", "ended"],
		);
		await t.session.ask("three?");
		assert.deepEqual(
			t.requests[1]?.messages.map(({ content }) => content),
			["one?", "two", "three?"],
		);
	});

	it("has the first piece on the disk at once, later ones within 250 ms, and brings them back", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const restored = async () => {
			const later = t.open();
			await later.restore();
			return t.answer(later);
		};
		for (const piece of ["half ", "an ", "answer"]) {
			const shown = t.text(piece);
			t.push({ type: "text", text: piece });
			await shown;
		}
		assert.equal(t.answer().text, "half an answer");
		assert.equal((await restored()).text, "half ");
		t.clock.advance(250);
		assert.equal((await restored()).text, "half an answer");
		assert.equal((await restored()).state.type, "interrupted");
	});

	it("stops: what arrived is kept and the next question goes", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const shown = t.text("part");
		t.push({ type: "text", text: "part" });
		await shown;
		await t.session.stop();
		assert.equal(t.answer().state.type, "stopped");
		assert.equal(t.answer().text, "part");
		await t.session.ask("two?");
		assert.equal(t.requests.length, 2);
	});

	it("marks an answer that was on its way when the window closed", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const shown = t.text("part");
		t.push({ type: "text", text: "part" });
		await shown;
		await t.session.close();
		const later = t.open();
		await later.restore();
		assert.equal(t.answer(later).text, "part");
		assert.equal(t.answer(later).state.type, "interrupted");
	});

	it("keeps the text of an interrupted answer", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const ended = t.ended();
		t.push({ type: "text", text: "part" });
		t.push({ type: "interrupted", cause: new GatewayError("malformed", "The gateway ended the answer early.") });
		t.push("end");
		await ended;
		assert.deepEqual(t.answer().state, { type: "interrupted", message: "The gateway ended the answer early." });
		assert.equal(t.answer().text, "part");
	});

	it("shows a failure with its actions, and retries as a sibling", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const failed = t.ended();
		t.push(new GatewayError("unauthorized", "The gateway refused the key.", 401));
		await failed;
		const first = t.answer();
		assert.ok(first.state.type === "failed");
		assert.deepEqual(first.state.failure.actions, ["openMyKeys", "setApiKey", "retry"]);
		await t.session.retry(first.id);
		const ended = t.ended();
		t.push({ type: "text", text: "now" });
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await ended;
		assert.deepEqual(
			t.session.messages.map(({ text }) => text),
			["one?", "now"],
		);
		assert.deepEqual(t.requests[1]?.messages, t.requests[0]?.messages);
	});

	it("refuses a second question while one is answered", async () => {
		const t = setUp();
		await t.session.ask("one?");
		await assert.rejects(t.session.ask("two?"), { name: "UserError", message: /still on its way/ });
		assert.equal(t.session.messages.length, 2);
	});

	it("can be asked again the moment an answer has ended", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const again = new Promise<void>((resolve, reject) => {
			t.session.onDidChange(({ type }) => type === "ended" && t.session.ask("two?").then(resolve, reject));
		});
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await again;
		assert.equal(t.requests.length, 2);
	});

	it("refuses a question that cannot be written, and changes nothing", async () => {
		const t = setUp();
		t.files.failure = new Error("ENOSPC: no space left on device");
		await assert.rejects(t.session.ask("one?"), { name: "UserError", message: /not sent: ENOSPC/ });
		assert.deepEqual(t.session.messages, []);
		assert.equal(t.requests.length, 0);
		t.files.failure = undefined;
		await t.session.ask("one?");
		assert.equal(t.session.messages.length, 2);
	});

	it("goes on in memory and says so when an answer cannot be written", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const said: string[] = [];
		t.session.onDidFail((message) => said.push(message));
		t.files.failure = new Error("ENOSPC");
		const ended = t.ended();
		t.push({ type: "text", text: "two" });
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await ended;
		assert.equal(t.answer().text, "two");
		assert.match(said[0] ?? "", /cannot be saved: ENOSPC/);
	});

	it("refuses a question without words", async () => {
		const t = setUp();
		await assert.rejects(t.session.ask(" \n\t"), { name: "UserError" });
		assert.equal(t.requests.length, 0);
	});

	it("a new conversation begun while a question is written does not tear it apart", async () => {
		const t = setUp();
		const asking = t.session.ask("one?");
		await t.session.newConversation();
		await asking;
		assert.deepEqual(t.session.messages, []);
		const [folder] = t.files.files.keys();
		assert.equal(t.files.files.size, 1, "the question and its answer are in one conversation");
		const types = [...(t.files.files.get(folder ?? "")?.values() ?? [])].join("").matchAll(/"type":"(\w+)"/g);
		assert.deepEqual(
			[...types].map(([, type]) => type).filter((type) => type !== "stopped"),
			["asked", "answering", "ended"],
		);
	});

	it("shows the old answer again when a retry brings nothing, and says why", async () => {
		const t = setUp();
		await t.session.ask("one?");
		const ended = t.ended();
		t.push({ type: "text", text: "good" });
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await ended;
		const said: string[] = [];
		t.session.onDidFail((message) => said.push(message));
		await t.session.retry(t.answer().id);
		assert.equal(t.answer().text, "", "the new answer is waited for");
		const failed = t.ended();
		t.push(new GatewayError("network", "The gateway cannot be reached."));
		await failed;
		assert.equal(t.answer().text, "good");
		assert.deepEqual(said, ["The gateway cannot be reached."]);
	});

	it("begins anew and leaves the old conversation on the disk", async () => {
		const t = setUp();
		await t.session.ask("one?");
		await t.session.newConversation();
		assert.deepEqual(t.session.messages, []);
		assert.equal(t.files.files.size, 1);
		const later = t.open();
		await later.restore();
		assert.deepEqual(later.messages, []);
	});
});
