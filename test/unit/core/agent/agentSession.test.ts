import assert from "node:assert/strict";
import { agentInstructions } from "../../../../src/core/agent/agentTask";
import { UserError } from "../../../../src/core/base/errors";
import { encodeEvent } from "../../../../src/core/chat/conversation/conversationEvent";
import { Conversation } from "../../../../src/core/chat/conversation/loadedConversation";
import type { SessionChange } from "../../../../src/core/chat/session/turn";
import { conversationJson, readConversationJson } from "../../../../src/core/chat/storage/conversationFile";
import { conversationMarkdown } from "../../../../src/core/chat/storage/conversationMarkdown";
import type { ChatEvent } from "../../../../src/core/gateway/gateway";
import { chatBody } from "../../../../src/core/gateway/request/chatBody";
import { approvalText } from "../../../../src/shared/agentApproval";
import { withAgentEvent } from "../../../../src/shared/agentSteps";
import type { Answer, Usage } from "../../../../src/shared/conversation";
import { agentWindows, edit, read } from "./agentWindows";
import type { ModelTurn } from "./agentWorld";

describe("agent: in a conversation", () => {
	it("works on a task in one answer, asks once, and shows what it did", async () => {
		const { model, workspace, open } = agentWindows([read, edit, { text: "Done with it." }]);
		const { session, agent, last, asks, ends, ask } = open();
		const asked = asks();
		const ended = ends();
		await ask();
		await asked;
		assert.deepEqual(
			last().agent?.rows.map(({ state, target }) => [state, target]),
			[
				["done", "a.ts"],
				["asking", "a.ts"],
			],
		);
		assert.equal(last().agent?.rows[0]?.note, "I read it.");
		assert.equal(workspace.files["a.ts"], "old\n");
		session.decide(last().id, 0, { type: "allowed" });
		session.decide("another", 1, { type: "allowed" });
		assert.equal(last().agent?.rows[1]?.state, "asking");
		session.decide(last().id, 1, { type: "allowed" });
		await ended;
		const { text, state, agent: work } = last();
		assert.deepEqual([text, state], ["Done with it.", { type: "complete", finishReason: "stop" }]);
		assert.equal(work?.turns, 3);
		assert.equal(workspace.files["a.ts"], "new\n");
		const markdown = conversationMarkdown(session.conversation);
		assert.ok(markdown.includes("\n\nI read it.\n\n- Read a.ts\n- Edit a.ts\n\nDone with it.\n"), markdown);
		const [system, question] = model.requests[0]?.messages ?? [];
		assert.equal(system?.content, `${agentInstructions}\n\nBe brief.`);
		assert.equal(question?.content, "Change it.");
		const files = [{ path: "a.ts", kind: "changed", added: 1, removed: 1 }];
		assert.deepEqual(await agent.changes(last().id), {
			task: last().id,
			files,
			steps: [{ step: 2, paths: ["a.ts"] }],
		});
		await agent.undo(last().id);
		assert.equal(workspace.files["a.ts"], "old\n");
		assert.deepEqual((await agent.changes(last().id)).files, []);
	});

	it("gives the page, which applies the same steps, the same rows", async () => {
		const long: ModelTurn = {
			calls: [
				["search", { glob: "x".repeat(5_000), text: "old" }],
				["read_file", "{".repeat(5_000)],
			],
		};
		const { open } = agentWindows([read, edit, long, { text: "Done." }]);
		const { session, last, ends, ask } = open();
		let shown: Answer | undefined;
		session.onDidChange((change) => {
			if (change.type === "message" && change.message.role === "assistant") shown = change.message;
			if (!shown) return;
			if (change.type === "text") shown = { ...shown, text: shown.text + change.text };
			if (change.type === "agent") shown = withAgentEvent(shown, change.event, change.at);
			if (change.type === "agent" && change.event.type === "asking")
				queueMicrotask(() => session.decide(change.answer, 1, { type: "allowed" }));
		});
		const ended = ends();
		await ask();
		await ended;
		assert.deepEqual(shown?.agent, last().agent);
		assert.equal(shown?.text, last().text);
	});

	it("counts the tokens of all its requests, and those of them that came from the cache", async () => {
		const call = { id: "a", name: "read_file", arguments: { path: "a.ts" } };
		const turn = (event: ChatEvent, usage: Usage): ModelTurn => ({
			events: [event, { type: "usage", usage }, { type: "finished", reason: "stop" }],
		});
		const { conversations, open } = agentWindows([
			turn({ type: "toolCall", call }, { promptTokens: 1_000, completionTokens: 10 }),
			turn({ type: "toolCall", call }, { promptTokens: 1_100, completionTokens: 20, cachedTokens: 896 }),
			turn({ type: "text", text: "Done." }, { promptTokens: 1_100, completionTokens: 20, cachedTokens: 1_024 }),
		]);
		const { session, last, ends, ask } = open();
		const ended = ends();
		await ask();
		await ended;
		const total = { promptTokens: 3_200, completionTokens: 50, cachedTokens: 1_920 };
		assert.deepEqual(last().usage, total);
		const stored = [...conversations.files.values()].flatMap((writers) => [...writers.values()]).join("");
		const usageIn = (log: string) => {
			const { conversation } = Conversation.load(session.conversationId, new Map([["w", log]]));
			const answer = conversation.branch().at(-1);
			return answer?.role === "assistant" ? answer.usage : undefined;
		};
		assert.deepEqual(usageIn(stored), total);
		// Earlier versions stored no cache.
		const earlier = stored.replace(/,"cachedTokens":1920/, "");
		assert.deepEqual(usageIn(earlier), { promptTokens: 3_200, completionTokens: 50 });
	});

	it("previews a task's first request exactly as it is sent", async () => {
		const { model, open } = agentWindows([{ text: "Done." }]);
		const { session, agent, ends, ask } = open();
		const settings = { model: "m", systemPrompt: "Be brief.", parameters: {} };
		const { request } = session.nextRequest("Change it.", [], settings, undefined, agent.parts);
		const ended = ends();
		await ask();
		await ended;
		assert.deepEqual(model.requests, [request]);
	});

	it("is exported and imported with its steps, and importing runs nothing", async () => {
		const { model, open } = agentWindows([read, { text: "Done." }]);
		const { session, last, ends, ask } = open();
		const ended = ends();
		await ask();
		await ended;
		const { events, damaged } = readConversationJson(conversationJson(session.conversation));
		assert.equal(damaged, 0);
		const text = events.map(encodeEvent).join("\n");
		const { conversation } = Conversation.load("imported", new Map([["w", text]]));
		const answer = conversation.branch().at(-1);
		assert.deepEqual(answer?.role === "assistant" && answer.agent, last().agent);
		assert.equal(model.requests.length, 2);
	});

	it("passes a rejection on with its reason", async () => {
		const { model, workspace, open } = agentWindows([edit, { text: "I did not." }]);
		const { session, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		session.decide(last().id, 0, { type: "rejected", reason: "Not this file." });
		await ended;
		assert.equal(last().agent?.rows[0]?.state, "rejected");
		assert.match(
			String(model.requests[1]?.messages.at(-1)?.content),
			/rejected this call\. Their reason: Not this file\./,
		);
		assert.equal(workspace.files["a.ts"], "old\n");
	});

	it("shows the lines of a private file that it asks about, and keeps them out of the log and the export", async () => {
		const given = { path: ".env", edits: [{ search: "PASSWORD=", replace: "PASS=" }] };
		const model: ModelTurn[] = [{ calls: [["edit_file", given]] }, { text: "I did not." }];
		const { conversations, open } = agentWindows(model, { ".env": "PASSWORD=hunter2-canary\n" });
		const { session, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		const [row] = last().agent?.rows ?? [];
		assert.match((row?.approval && approvalText(row.approval)) ?? "", /-PASSWORD=hunter2-canary/);
		// In another window, the row is marked: these lines are withheld from it.
		const other = open();
		await other.session.open(session.conversationId);
		const [seen] = other.last().agent?.rows ?? [];
		assert.deepEqual([seen?.approval?.withheld, row?.approval?.withheld], [true, undefined]);
		session.decide(last().id, 0, { type: "rejected", reason: "" });
		await ended;
		const logs = [...conversations.files.values()].flatMap((writers) => [...writers.values()]).join("");
		assert.match(logs, /"asking".*"secretName"/);
		for (const text of [logs, conversationJson(session.conversation), conversationMarkdown(session.conversation)])
			assert.doesNotMatch(text, /canary/);
	});

	it("stops while it waits for the user, and writes nothing", async () => {
		const { workspace, open } = agentWindows([edit]);
		const { session, last, asks, ask } = open();
		const asked = asks();
		await ask();
		await asked;
		await session.stop();
		assert.deepEqual(last().state, { type: "stopped" });
		assert.equal(last().agent?.rows[0]?.state, "skipped");
		assert.equal(workspace.files["a.ts"], "old\n");
	});

	it("shows reasoning as reasoning, even if it is recognized late, and sends none of it back", async () => {
		const { open, model } = agentWindows([
			{
				events: [
					{ type: "reasoning", text: "First" },
					{ type: "reasoning", text: " thought." },
					{ type: "toolCall", call: { id: "c", name: "read_file", arguments: { path: "a.ts" } } },
					{ type: "finished", reason: "tool_calls" },
				],
			},
			{
				events: [
					{ type: "text", text: "Second thought." },
					{ type: "wasReasoning" },
					{ type: "text", text: "Done." },
					{ type: "finished", reason: "stop" },
				],
			},
		]);
		const { session, last, ends, ask } = open();
		let shown: Answer | undefined;
		session.onDidChange((change) => {
			if (change.type === "message" && change.message.role === "assistant") shown = change.message;
			if (shown && change.type === "text")
				shown = { ...shown, text: shown.text + change.text, reasoning: shown.reasoning + change.reasoning };
			if (shown && change.type === "agent") shown = withAgentEvent(shown, change.event, change.at);
		});
		const ended = ends();
		await ask();
		await ended;
		for (const answer of [last(), shown]) {
			assert.equal(answer?.text, "Done.");
			assert.equal(answer?.reasoning, "First thought.\n\nSecond thought.");
		}
		const again = ends();
		await ask();
		await again;
		assert.equal(model.requests.length, 3);
		for (const request of model.requests) assert.doesNotMatch(JSON.stringify(chatBody(request, {})), /thought/);
	});

	it("offers no tools in Ask mode, even after a task whose calls are in the conversation", async () => {
		const { open, model } = agentWindows([read, { text: "Done." }, { text: "Because." }]);
		const { session, ends, ask } = open();
		for (const [isAgent, text] of [
			[true, "Read it."],
			[false, "Why?"],
		] as const) {
			const ended = ends();
			await (isAgent ? ask(text) : session.ask(text, []));
			await ended;
		}
		assert.deepEqual(
			model.requests.map(({ tools = [] }) => tools.length > 0),
			[true, true, false],
		);
		const asked = model.requests.at(-1)?.messages ?? [];
		assert.ok(asked.every(({ role, toolCalls }) => role !== "tool" && !toolCalls));
	});

	it("shows the beginning of a long change, and sends the page no whole change and no long arguments", async () => {
		const content = "a long line of a new file\n".repeat(4_000);
		const { open } = agentWindows([
			{ calls: [["edit_file", { content, path: "new.ts" }]] },
			{ calls: [["edit_file", { content: `${content}2`, path: "package.json" }]] },
		]);
		const { session, last, asks, ask } = open();
		const sent: SessionChange[] = [];
		session.onDidChange((change) => sent.push(change));
		const asked = asks();
		await ask();
		await asked;
		const [row] = last().agent?.rows ?? [];
		assert.equal(row?.approval && approvalText(row.approval).length, 20_000);
		assert.equal(row?.approval?.cut, true);
		assert.equal(row?.target, "new.ts");
		const again = asks();
		session.decide(last().id, 0, { type: "allowed" });
		await again;
		const [first, second] = last().agent?.rows ?? [];
		assert.deepEqual([first?.approval && approvalText(first.approval), first?.approval?.cut], ["", undefined]);
		assert.equal(second?.approval && approvalText(second.approval).length, 20_000);
		await session.stop();
		assert.ok(JSON.stringify(session.messages).length < 10_000);
		assert.ok(sent.every((change) => JSON.stringify(change).length < 50_000));
		// The log has the whole change, for the editor that shows it.
		const details = session.conversation.events.flatMap((event) =>
			event.type === "agent" && event.event.type === "asking" ? approvalText(event.event.approval).length : [],
		);
		assert.ok(details.every((length) => length > content.length));
	});

	it("ignores a decision that comes after the end", async () => {
		const { open } = agentWindows([edit, { text: "Done." }]);
		const { session, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		session.decide(last().id, 0, { type: "allowed" });
		await ended;
		session.decide(last().id, 0, { type: "allowed" });
	});

	it("shows which steps changed which files, and undoes one of them", async () => {
		const more = ["edit_file", { path: "b.ts", content: "b\n" }] as const;
		const { workspace, open } = agentWindows([edit, { calls: [[...more]] }, { text: "Done." }]);
		const { session, agent, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		session.decide(last().id, 0, { type: "allowed" });
		await ended;
		assert.deepEqual((await agent.changes(last().id)).steps, [
			{ step: 1, paths: ["a.ts"] },
			{ step: 2, paths: ["b.ts"] },
		]);
		await agent.undo(last().id, { step: 1 });
		assert.deepEqual(workspace.files, { "a.ts": "old\n", "b.ts": "b\n" });
		assert.deepEqual((await agent.changes(last().id)).steps, [{ step: 2, paths: ["b.ts"] }]);
	});

	it("finds no journal by the id of an imported answer that is a path", async () => {
		const { open } = agentWindows([]);
		const { agent } = open();
		for (const id of ["../../repo/evil", "task", "", "c0ffee00-0000-0000-0000-000000000000/.."]) {
			await assert.rejects(agent.changes(id), UserError);
			await assert.rejects(agent.keep(id), UserError);
			await assert.rejects(agent.undo(id), UserError);
		}
	});

	it("is refused with the reason, and nothing is asked", async () => {
		const { model, open, refuse } = agentWindows([read]);
		const { session, ask } = open();
		refuse("Not trusted.");
		await assert.rejects(ask(), new UserError("Not trusted."));
		assert.equal(model.requests.length, 0);
		assert.deepEqual(session.messages, []);
	});

	it("uses tools again when a task is retried, and none for a question in chat", async () => {
		const { model, open } = agentWindows((request) => ({ text: request.tools ? "With tools." : "Without." }));
		const { session, last, ends, ask } = open();
		const first = ends();
		await ask();
		await first;
		const second = ends();
		await session.retry(last().id);
		await second;
		assert.equal(last().text, "With tools.");
		assert.deepEqual(last().versions, [2, 2]);
		const third = ends();
		await session.ask("And now?");
		await third;
		assert.equal(last().text, "Without.");
		assert.equal(last().agent, undefined);
		const sent = model.requests.at(-1)?.messages.map(({ content }) => content);
		assert.deepEqual(sent, ["Be brief.", "Change it.", "With tools.", "And now?"]);
	});
});
