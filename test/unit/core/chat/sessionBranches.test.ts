import assert from "node:assert/strict";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { type Attachment, makesRoom } from "../../../../src/shared/conversation";
import { chatHarness } from "./chatHarness";

const attachment: Attachment = { id: "1", name: "a.ts", path: "a.ts", languageId: "typescript", text: "let a;" };

describe("conversation: branches", () => {
	it("add an edited question as a sibling with the same attachments; the old one is another version", async () => {
		const t = chatHarness();
		await t.session.ask("one?", [attachment]);
		await t.answerWith("first");
		const [question] = t.session.messages;
		await t.session.edit(question?.id ?? "", "one, please?");
		await t.answerWith("second");
		assert.deepEqual(t.texts(), ["one, please?", "second"]);
		assert.deepEqual(t.session.messages[0]?.versions, [2, 2]);
		assert.deepEqual(t.session.messages[0]?.role === "user" && t.session.messages[0].attachments, [attachment]);
		assert.match(String(t.requests[1]?.messages[0]?.content), /one, please\?\s[\s\S]*let a;/);
		await t.session.showVersion(t.session.messages[0]?.id ?? "", 1);
		assert.deepEqual(t.texts(), ["one?", "first"]);
		const later = await t.reopened();
		assert.deepEqual(t.texts(later), ["one?", "first"], "the shown version is remembered");
	});

	it("are not changed by an edit that cannot be asked", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		await assert.rejects(t.session.edit(t.session.messages[0]?.id ?? "", "  "), { name: "UserError" });
		await assert.rejects(t.session.edit(t.session.messages[1]?.id ?? "", "an answer?"), { name: "UserError" });
		assert.deepEqual(t.texts(), ["one?", "first"]);
		assert.equal(t.session.messages[0]?.versions, undefined);
	});

	it("let any answer be retried; what followed the old one stays after it", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		await t.session.ask("two?");
		await t.answerWith("more");
		await t.session.retry(t.session.messages[1]?.id ?? "");
		await t.answerWith("other");
		assert.deepEqual(t.texts(), ["one?", "other"]);
		await t.session.showVersion(t.session.messages[1]?.id ?? "", 1);
		assert.deepEqual(t.texts(), ["one?", "first", "two?", "more"]);
	});

	it("keep a question's model when it is retried, continued or edited, even after a reload", async () => {
		const t = chatHarness();
		await t.session.ask("one?", [], "other");
		await t.answerWith("first", { type: "finished", reason: "length" });
		await t.session.continueAnswer(t.last().id);
		await t.answerWith(" and more");
		await t.session.retry(t.last().id);
		await t.answerWith("second");
		await t.session.edit(t.session.messages[0]?.id ?? "", "one, please?");
		await t.answerWith("third");
		const later = await t.reopened();
		await later.retry(t.last(later).id);
		await t.answerWith("fourth", undefined, later);
		assert.deepEqual(
			t.requests.map(({ model }) => model),
			["other", "other", "other", "other", "other"],
		);
		await later.ask("two?");
		assert.equal(t.requests.at(-1)?.model, "m", "the next question is for the chosen one");
	});

	it("offer to leave out only what exists after a gateway refuses too long a request", async () => {
		const t = chatHarness();
		const tooMuch = () => new GatewayError("contextOverflow", "Too long.");
		const offered = () => {
			const { state } = t.last();
			assert.equal(state.type, "failed");
			return state.type === "failed" ? state.failure.actions.filter(makesRoom) : [];
		};
		await t.session.ask("one?");
		await t.fail(tooMuch());
		assert.deepEqual(offered(), []);
		await t.session.retry(t.last().id);
		await t.answerWith("first");
		await t.session.ask("two?");
		await t.fail(tooMuch());
		assert.deepEqual(offered(), ["leaveOutOldest"]);
		await t.session.newConversation();
		await t.session.ask("one?", [attachment]);
		await t.fail(tooMuch());
		assert.deepEqual(offered(), ["leaveOutAttachments"]);
		await t.session.ask("two?");
		await t.fail(tooMuch());
		assert.deepEqual(offered(), ["leaveOutOldest", "leaveOutAttachments"]);
	});

	it("continue a stopped answer where it stopped", async () => {
		const t = chatHarness();
		await t.session.ask("Count");
		t.push({ type: "text", text: "one, " });
		await t.until(t.session, () => t.last().text === "one, ");
		await t.session.stop();
		assert.equal(t.last().state.type, "stopped");
		await t.session.continueAnswer(t.last().id);
		await t.answerWith("two");
		assert.equal(t.last().text, "one, two");
		assert.deepEqual(t.last().state, { type: "complete", finishReason: "stop" });
	});

	it("continue an interrupted answer where it stopped", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("The ans", { type: "interrupted", cause: new GatewayError("network", "It broke off.") });
		await t.session.continueAnswer(t.last().id);
		assert.equal(t.last().state.type, "streaming");
		await t.answerWith("wer.");
		assert.equal(t.last().text, "The answer.");
		assert.deepEqual(t.last().state, { type: "complete", finishReason: "stop" });
		const [, partial, instruction] = t.requests[1]?.messages ?? [];
		assert.deepEqual(partial, { role: "assistant", content: "The ans" });
		assert.equal(instruction?.role, "user");
		assert.deepEqual(t.texts(await t.reopened()), ["one?", "The answer."]);
	});

	it("keep the interrupted text if its continuation fails, and say what helps", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("The ans", { type: "finished", reason: "length" });
		await t.session.continueAnswer(t.last().id);
		await t.fail(new GatewayError("unauthorized", "The gateway refused the key."));
		assert.equal(t.last().text, "The ans");
		assert.deepEqual(t.last().state, {
			type: "interrupted",
			message: "The gateway refused the key.",
			actions: ["openMyKeys", "setApiKey", "retry"],
		});
	});

	it("do not continue an answer that has no text", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.fail(new GatewayError("network", "Nobody there."));
		await assert.rejects(t.session.continueAnswer(t.last().id), { name: "UserError" });
		assert.equal(t.requests.length, 1);
	});

	it("lose a deleted question with what follows it, and regain it when it is restored", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		await t.session.ask("two?");
		await t.answerWith("more");
		const two = t.session.messages[2]?.id ?? "";
		await t.session.deleteQuestion(two);
		assert.deepEqual(t.texts(), ["one?", "first"]);
		assert.equal(t.session.deletedQuestion, two);
		assert.deepEqual(t.texts(await t.reopened()), ["one?", "first"]);
		await t.session.restoreQuestion(two);
		assert.deepEqual(t.texts(), ["one?", "first", "two?", "more"]);
		assert.equal(t.session.deletedQuestion, null);
	});

	it("stop a streaming answer before its question is deleted", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.session.deleteQuestion(t.session.messages[0]?.id ?? "");
		assert.deepEqual(t.session.messages, []);
		await t.session.ask("two?");
		await t.answerWith("fine");
		assert.deepEqual(t.texts(), ["two?", "fine"]);
	});
});

describe("conversation: a session in each of two windows", () => {
	it("shows the other window's question and streaming answer in the same order", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		const other = await t.reopened();
		await t.session.ask("two?");
		t.push({ type: "text", text: "so " });
		await t.until(other, () => t.texts(other).at(-1) === "so ");
		assert.equal(t.last(other).state.type, "streaming");
		const kinds: string[] = [];
		other.onDidChange(({ type }) => kinds.push(type));
		t.clock.advance(200);
		await t.answerWith("it is");
		await t.until(other, () => t.last(other).state.type === "complete");
		assert.deepEqual(t.texts(other), ["one?", "first", "two?", "so it is"]);
		assert.ok(kinds.includes("text") && kinds.includes("ended") && !kinds.includes("reset"), kinds.join());
	});

	it("stops the answer that streams in the other window", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		t.push({ type: "text", text: "on and " });
		const other = await t.reopened();
		t.push({ type: "text", text: "on" });
		t.clock.advance(200);
		await t.until(other, () => t.last(other).state.type === "streaming");
		const ended = t.ended();
		await other.stop();
		await ended;
		assert.equal(t.last().state.type, "stopped");
		assert.equal(t.last(other).state.type, "stopped");
	});

	it("marks an answer whose window was killed as interrupted, and can continue it", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		t.push({ type: "text", text: "half" });
		await t.until(t.session, () => t.last().text === "half");
		const other = await t.reopened();
		assert.equal(t.last(other).state.type, "interrupted");
		await other.continueAnswer(t.last(other).id);
		await t.answerWith(" and half", undefined, other);
		assert.equal(t.last(other).text, "half and half");
	});
});

describe("conversation: unreadable files and lines", () => {
	it("are skipped, and the number of lost lines is reported", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		const [folder] = t.files.files.keys();
		const writers = t.files.files.get(folder ?? "");
		const [writer] = writers?.keys() ?? [];
		writers?.set(writer ?? "", `${writers.get(writer ?? "")}{"id":"torn`);
		writers?.set("alien", "<html>\n<body>not ours</body>\n");
		const said: string[] = [];
		const later = t.another();
		later.onDidFail((message) => said.push(message));
		await later.restore();
		assert.deepEqual(t.texts(later), ["one?", "first"]);
		assert.equal(said.length, 1);
		assert.match(said[0] ?? "", /^3 lines of the conversation could not be read/);
	});

	it("do not affect other files, and are read later when that is possible", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		const other = await t.reopened();
		await other.ask("two?");
		await t.answerWith("second", undefined, other);
		const [folder = ""] = t.files.files.keys();
		const [, late = ""] = t.files.files.get(folder)?.keys() ?? [];
		t.files.unreadable.add(late);
		const said: string[] = [];
		const later = t.another();
		later.onDidFail((message) => said.push(message));
		await later.restore();
		assert.deepEqual(t.texts(later), ["one?", "first"]);
		assert.match(said.join(), /^A part of the conversation cannot be read; .* says which file and why/);
		t.files.unreadable.clear();
		await later.refresh();
		assert.deepEqual(t.texts(later), ["one?", "first", "two?", "second"]);
	});

	it("are reported if they are all there is, and the previous conversation stays", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.answerWith("first");
		const later = t.another();
		await later.ask("two?");
		await t.answerWith("second", undefined, later);
		const [folder = ""] = t.files.files.keys();
		for (const writer of t.files.files.get(folder)?.keys() ?? []) t.files.unreadable.add(writer);
		await later.newConversation();
		await later.ask("three?");
		await assert.rejects(later.open(folder), /EACCES/);
		assert.deepEqual(t.texts(later), ["three?", ""]);
		await t.answerWith("third", undefined, later);
		assert.equal(t.last(later).state.type, "complete", "what streams goes on");
	});
});
