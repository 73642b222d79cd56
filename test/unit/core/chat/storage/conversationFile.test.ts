import assert from "node:assert/strict";
import { conversationJson, readConversationJson } from "../../../../../src/core/chat/storage/conversationFile";
import { conversationMarkdown } from "../../../../../src/core/chat/storage/conversationMarkdown";
import { ConversationStore } from "../../../../../src/core/chat/storage/conversationStore";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

/** Creates a conversation with versions, attachments, a continuation, a deletion and a later version's event. */
async function rich() {
	const t = chatHarness();
	const attachment = { id: "1", name: "a.ts", path: "src/a.ts", languageId: "typescript", text: "let a = `é`;" };
	await t.session.ask("one?", [attachment]);
	await t.answerWith("first");
	await t.session.edit(t.session.messages[0]?.id ?? "", "one, please?");
	await t.answerWith("sec", { type: "finished", reason: "length" });
	await t.session.continueAnswer(t.last().id);
	await t.answerWith("ond");
	await t.session.ask("two?");
	await t.fail(new GatewayError("network", "Nobody there."));
	await t.session.showVersion(t.session.messages[0]?.id ?? "", 1);
	const store = new ConversationStore(t.files, memoryAppendLog(), t.clock, memoryLogChannel());
	const id = t.session.conversationId;
	await t.files.append(id, "later", '{"id":"l-1","at":2000000,"type":"sung","tune":[1,{"a":null}]}', true);
	await store.change(id, { type: "titled", title: "Names" });
	return { store, conversation: (await store.load(id)).conversation };
}

describe("conversation: exporting and importing", () => {
	it("exports an imported conversation identically except for the id", async () => {
		const { conversation } = await rich();
		const json = conversationJson(conversation);
		const elsewhere = new ConversationStore(memoryAppendLog(), memoryAppendLog(), manualClock(), memoryLogChannel());
		const { events, damaged } = readConversationJson(json);
		assert.equal(damaged, 0);
		const id = await elsewhere.add(events);
		const imported = (await elsewhere.load(id)).conversation;
		assert.notEqual(id, conversation.id);
		assert.equal(conversationJson(imported), json.replace(conversation.id, id));
		assert.deepEqual(imported.branch(), conversation.branch());
		assert.ok(json.includes('"sung"') && json.includes("one, please?") && json.includes("let a = `é`;"));
	});

	it("continues an imported conversation with its branches", async () => {
		const { store, conversation } = await rich();
		const id = await store.add(readConversationJson(conversationJson(conversation)).events);
		const imported = (await store.load(id)).conversation;
		await store.change(id, { type: "shown", message: imported.versions(imported.branch()[0]?.id ?? "")[1]?.id ?? "" });
		const texts = (await store.load(id)).conversation.branch().map(({ text }) => text);
		assert.deepEqual(texts.slice(0, 2), ["one, please?", "second"]);
	});

	for (const [what, json] of Object.entries({
		text: "Dear diary",
		"another program's JSON": '{"messages":[{"role":"user"}]}',
		"a list": "[]",
		null: "null",
		"events that are no list": '{"format":"gatehouse-conversation","events":{}}',
		"no event at all": '{"format":"gatehouse-conversation","events":[{"type":"asked"}]}',
	})) {
		it(`refuses ${what}, and says what to choose`, () => {
			assert.throws(() => readConversationJson(json), { name: "UserError" });
		});
	}

	it("imports what it can from a manually edited file, and counts the rest", () => {
		const events = [{ id: "1", at: 1, type: "titled", title: "t" }, { id: "2", at: "x", type: "titled" }, 7];
		const file = `\uFEFF${JSON.stringify({ format: "gatehouse-conversation", version: 1, events })}`;
		const read = readConversationJson(file);
		assert.deepEqual([read.events.length, read.damaged], [1, 2]);
	});

	it("exports the visible branch as Markdown with its attachments, and says what is incomplete", async () => {
		const { conversation } = await rich();
		assert.equal(
			conversationMarkdown(conversation),
			"# Names\n\n## You\n\none?\n\nsrc/a.ts:\n```typescript\nlet a = `é`;\n```\n\n## m (G)\n\nfirst\n",
		);
		const t = chatHarness();
		await t.session.ask("cut?");
		await t.answerWith("hal", { type: "interrupted", cause: new GatewayError("network", "It broke off.") });
		const store = new ConversationStore(t.files, memoryAppendLog(), t.clock, memoryLogChannel());
		const markdown = conversationMarkdown((await store.load(t.session.conversationId)).conversation);
		assert.match(markdown, /hal\n\n\*It broke off\.\*\n$/);
	});

	it("exports the shown conversation with what the disk refused and what other windows wrote", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		await t.store.change(t.session.conversationId, { type: "titled", title: "Named meanwhile" });
		t.files.failure = new Error("ENOSPC");
		await t.answerWith("kept in memory alone");
		const { conversation } = t.session;
		assert.match(conversationMarkdown(conversation), /^# Named meanwhile\n[\s\S]*kept in memory alone\n$/);
		assert.match(conversationJson(conversation), /kept in memory alone/);
	});

	it("exports all of a streaming answer as Markdown, without saying that its window closed", async () => {
		const t = chatHarness();
		await t.session.ask("one?");
		for (const text of ["first ", "second"]) {
			t.push({ type: "text", text });
			await t.shows(text);
		}
		const markdown = conversationMarkdown(t.session.conversation, t.session.messages);
		assert.match(markdown, /first second\n\n\*The answer was still arriving\.\*\n$/);
	});
});
