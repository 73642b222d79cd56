import assert from "node:assert/strict";
import type { SessionChange } from "../../../../../src/core/chat/session/turn";
import { conversationMarkdown } from "../../../../../src/core/chat/storage/conversationMarkdown";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import type { Answer } from "../../../../../src/shared/conversation";
import { PanelState } from "../../../../../src/webview/state/panelState";
import { chatHarness } from "../chatHarness";

describe("conversation: its session", () => {
	it("reports a retry that breaks off after thoughts alone", async () => {
		const t = chatHarness();
		const said: string[] = [];
		t.session.onDidFail((message) => said.push(message));
		await t.session.ask("one?");
		await t.answerWith("answer");
		await t.session.retry(t.last().id);
		const second = t.ended();
		t.push({ type: "reasoning", text: "long thoughts" });
		t.push({ type: "interrupted", cause: new GatewayError("network", "It broke off.") });
		t.push("end");
		await second;
		const shown = t.session.messages.some((m) => m.role === "assistant" && m.state.type === "interrupted");
		assert.ok(shown || said.length > 0, "the user is told nothing at all");
	});

	it("moves text that was reasoning: in the page, in the log, in another window and in requests", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		const follower = await t.reopened();
		const shown = new PanelState();
		const changes: SessionChange["type"][] = [];
		t.session.onDidChange((change) => {
			changes.push(change.type);
			if (change.type === "message") shown.messageAdded(change.message);
			if (change.type === "text") shown.textAppended(change.answer, change.text, change.reasoning);
		});
		shown.messageAdded(t.last());
		const said = ({ reasoning, text }: Answer) => [reasoning, text];
		t.push({ type: "text", text: "Hm, " });
		t.push({ type: "text", text: "so" });
		await t.shows("so");
		t.push({ type: "wasReasoning" });
		t.push({ type: "text", text: "Two" });
		await t.shows("Two");
		assert.deepEqual(said(t.last()), ["Hm, so", "Two"]);
		assert.deepEqual(said(shown.messages.at(-1) as Answer), ["Hm, so", "Two"]);
		assert.deepEqual(changes, ["text", "text", "message", "text"]);
		await t.answerWith(".");
		await follower.refresh();
		const reopened = await t.reopened();
		for (const session of [t.session, follower, reopened]) assert.deepEqual(said(t.last(session)), ["Hm, so", "Two."]);
		assert.doesNotMatch(conversationMarkdown(t.session.conversation), /Hm/);
		await t.session.ask("three?");
		assert.deepEqual(
			t.requests[1]?.messages.map(({ content }) => content),
			["one?", "Two.", "three?"],
		);
	});

	it("moves text that was reasoning even while another version is shown", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("First.");
		const question = t.session.messages[0]?.id ?? "";
		await t.session.edit(question, "one, please?");
		t.push({ type: "text", text: "Hm" });
		await t.shows("Hm");
		const second = t.last().id;
		await t.session.showVersion(t.session.messages[0]?.id ?? "", 1);
		const changes: SessionChange["type"][] = [];
		t.session.onDidChange((change) => changes.push(change.type));
		t.push({ type: "wasReasoning" });
		await t.answerWith("Two.");
		assert.ok(!changes.includes("message"), changes.join());
		assert.deepEqual(t.texts(), ["one?", "First."]);
		const moved = t.session.conversation.message(second);
		assert.ok(moved?.role === "assistant");
		assert.deepEqual([moved.reasoning, moved.text], ["Hm", "Two."]);
	});

	it("asks, streams and ends, and sends the branch", async () => {
		const t = chatHarness();
		const changes: SessionChange["type"][] = [];
		t.session.onDidChange(({ type }) => changes.push(type));
		await t.session.ask("one?");
		const ended = t.ended();
		t.push({ type: "reasoning", text: "hm" });
		t.push({ type: "text", text: "two" });
		t.push({ type: "usage", usage: { completionTokens: 3 } });
		t.push({ type: "finished", reason: "stop" });
		t.push("end");
		await ended;
		assert.deepEqual(t.requests[0], { model: "m", messages: [{ role: "user", content: "one?" }] });
		const { text, reasoning, state, usage } = t.last();
		assert.deepEqual(
			{ text, reasoning, state, usage },
			{
				text: "two",
				reasoning: "hm",
				state: { type: "complete", finishReason: "stop" },
				usage: { completionTokens: 3 },
			},
		);
		assert.deepEqual(changes, ["reset", "message", "message", "text", "text", "ended"]);
		await t.session.ask("three?");
		assert.deepEqual(
			t.requests[1]?.messages.map(({ content }) => content),
			["one?", "two", "three?"],
		);
	});

	it("saves the first piece at once and later ones within 250 ms, and restores them", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		const restored = async () => t.last(await t.reopened());
		for (const piece of ["half ", "an ", "answer"]) {
			t.push({ type: "text", text: piece });
			await t.shows(piece);
		}
		assert.equal(t.last().text, "half an answer");
		assert.equal((await restored()).text, "half ");
		t.clock.advance(250);
		assert.equal((await restored()).text, "half an answer");
		assert.equal((await restored()).state.type, "interrupted");
	});

	it("keeps what arrived when it is stopped, and can send the next question", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		t.push({ type: "text", text: "part" });
		await t.shows("part");
		await t.session.stop();
		assert.equal(t.last().state.type, "stopped");
		assert.equal(t.last().text, "part");
		await t.session.ask("two?");
		assert.equal(t.requests.length, 2);
	});

	it("marks an answer that was still arriving when the window closed", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		t.push({ type: "text", text: "part" });
		await t.shows("part");
		await t.session.close();
		const later = await t.reopened();
		assert.equal(t.last(later).text, "part");
		assert.equal(t.last(later).state.type, "interrupted");
	});

	it("keeps the text of an interrupted answer", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("part", {
			type: "interrupted",
			cause: new GatewayError("malformed", "It broke off."),
		});
		assert.deepEqual(t.last().state, { type: "interrupted", message: "It broke off." });
		assert.equal(t.last().text, "part");
	});

	it("shows a failure with its actions, and adds a retry as a sibling", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.fail(new GatewayError("unauthorized", "The gateway refused the key.", 401));
		const first = t.last();
		assert.ok(first.state.type === "failed");
		assert.deepEqual(first.state.failure.actions, ["openMyKeys", "setApiKey", "retry"]);
		await t.session.retry(first.id);
		await t.answerWith("now");
		assert.deepEqual(
			t.session.messages.map(({ text }) => text),
			["one?", "now"],
		);
		assert.deepEqual(t.requests[1]?.messages, t.requests[0]?.messages);
	});

	it("refuses a second question while one is answered", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await assert.rejects(t.session.ask("two?"), { name: "UserError", message: /still being written/ });
		assert.equal(t.session.messages.length, 2);
	});

	it("takes a question as soon as an answer has ended", async () => {
		const t = chatHarness();
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
		const t = chatHarness();
		t.files.failure = new Error("ENOSPC: no space left on device");
		await assert.rejects(t.session.ask("one?"), { name: "UserError", message: /not sent: ENOSPC/ });
		assert.deepEqual(t.session.messages, []);
		assert.equal(t.requests.length, 0);
		t.files.failure = undefined;
		await t.session.ask("one?");
		assert.equal(t.session.messages.length, 2);
	});

	it("continues in memory and says so when an answer cannot be written", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		const said: string[] = [];
		t.session.onDidFail((message) => said.push(message));
		t.files.failure = new Error("ENOSPC");
		await t.answerWith("two");
		assert.equal(t.last().text, "two");
		assert.match(said[0] ?? "", /cannot be saved: ENOSPC/);
	});

	it("refuses a question without words", async () => {
		const t = chatHarness();
		await assert.rejects(t.session.ask(" \n\t"), { name: "UserError" });
		assert.equal(t.requests.length, 0);
	});

	it("keeps a question together if a new conversation is begun while it is written", async () => {
		const t = chatHarness();
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

	it("keeps a question in its own conversation if another is opened meanwhile, and tells the page no more of it", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		const first = t.session.conversationId;
		await t.session.newConversation();
		await t.session.ask("two?");
		await t.answerWith("second");
		const { read } = t.files;
		let go = () => {};
		const waited = new Promise<void>((resolve) => (go = resolve));
		t.files.read = async (...args) => {
			await waited;
			return read.apply(t.files, args);
		};
		const opening = t.session.open(first);
		await t.session.ask("three?");
		t.push({ type: "text", text: "third" });
		await t.shows("third");
		go();
		await opening;
		assert.deepEqual(t.texts(), ["one?", "first"]);
		const told: string[] = [];
		t.session.onDidChange(({ type }) => told.push(type));
		await t.session.ask("four?");
		await t.answerWith("fourth");
		assert.deepEqual(told, ["message", "message", "text", "ended"]);
		assert.deepEqual(t.texts(), ["one?", "first", "four?", "fourth"]);
	});

	it("sends no notification for text that arrives for a conversation that is no longer shown", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		const told: string[] = [];
		t.session.onDidChange(({ type }) => told.push(type));
		const stopped = t.session.newConversation();
		// The question is asked at the moment when the first one's answer ends.
		const again = new Promise<void>((resolve, reject) => {
			const listening = t.session.onDidChange(({ type }) => {
				if (type !== "ended") return;
				listening.dispose();
				t.session.ask("three?").then(resolve, reject);
			});
		});
		await stopped;
		await again;
		assert.deepEqual(told.slice(told.indexOf("reset")), ["reset"]);
		assert.deepEqual(t.session.messages, []);
	});

	it("shows the old answer again when a retry is empty, and says why", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("good");
		const said: string[] = [];
		t.session.onDidFail((message) => said.push(message));
		await t.session.retry(t.last().id);
		assert.equal(t.last().text, "", "the new answer is waited for");
		await t.fail(new GatewayError("network", "The gateway cannot be reached."));
		assert.equal(t.last().text, "good");
		assert.deepEqual(said, ["The gateway cannot be reached."]);
	});

	it("begins a new conversation and leaves the old one on the disk", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.session.newConversation();
		assert.deepEqual(t.session.messages, []);
		assert.equal(t.files.files.size, 1);
		const later = await t.reopened();
		assert.deepEqual(later.messages, []);
	});
});
