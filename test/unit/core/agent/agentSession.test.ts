import assert from "node:assert/strict";
import { Agent } from "../../../../src/core/agent/agent";
import { agentInstructions } from "../../../../src/core/agent/agentTask";
import { UserError } from "../../../../src/core/base/errors";
import type { Clock } from "../../../../src/core/base/ports";
import { encodeEvent } from "../../../../src/core/chat/conversation/conversationEvent";
import { Conversation } from "../../../../src/core/chat/conversation/loadedConversation";
import { ChatSession } from "../../../../src/core/chat/session/chatSession";
import type { TaskWorker } from "../../../../src/core/chat/session/taskWorker";
import type { SessionChange } from "../../../../src/core/chat/session/turn";
import { conversationJson, readConversationJson } from "../../../../src/core/chat/storage/conversationFile";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import type { Gateway } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { withAgentEvent } from "../../../../src/shared/agentSteps";
import type { Answer } from "../../../../src/shared/conversation";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../memoryPorts";
import { type ModelTurn, scriptedModel } from "./agentWorld";
import { MemoryWorkspace } from "./memoryWorkspace";

const read: ModelTurn = { text: "I read it.", calls: [["read_file", { path: "a.ts" }]] };
const edit: ModelTurn = {
	calls: [["edit_file", { path: "a.ts", edits: [{ search: "old", replace: "new" }] }]],
};

/** Windows over one disk, whose sessions work on tasks with a scripted model. */
function agentWindows(turns: Parameters<typeof scriptedModel>[0], files = { "a.ts": "old\n" }) {
	const model = scriptedModel(turns);
	const workspace = new MemoryWorkspace(files);
	const [conversations, shown] = [memoryAppendLog(), memoryAppendLog()];
	let journal = memoryAppendLog();
	const [clock, log] = [manualClock(), memoryLogChannel()];
	let refusal: string | undefined;
	const gateway: Gateway = { ...model, listModels: async () => [], embed: async () => [] };
	const target = async () => ({ gateway, gatewayName: "G", model: "m", systemPrompt: "Be brief.", parameters: {} });
	const open = () => {
		let stalled = false;
		const own: Clock = { now: clock.now, after: (time, run) => clock.after(time, () => stalled || run()) };
		const store = {
			get journal() {
				return journal;
			},
			contents: workspace.disk.stored,
			clock,
			writer: crypto.randomUUID(),
		};
		const agent = new Agent({ workspace, store, log });
		const worker: TaskWorker = {
			parts: async () => agent.parts,
			assertAllowed: () => {
				if (refusal !== undefined) throw new UserError(refusal);
			},
			work: (...task) => agent.work(...task),
		};
		const sessions = new ConversationStore(conversations, shown, own, log);
		const session = new ChatSession(sessions, target, own, log, worker);
		const last = (): Answer => {
			const message = session.messages.at(-1);
			assert.ok(message?.role === "assistant");
			return message;
		};
		/** Settles with the change that fits. */
		const until = (fits: (change: SessionChange) => boolean) =>
			new Promise<SessionChange>((resolve) => {
				const listening = session.onDidChange((change) => {
					if (!fits(change)) return;
					listening.dispose();
					resolve(change);
				});
			});
		const asks = () => until((change) => change.type === "agent" && change.event.type === "asking");
		const ends = () => until(({ type }) => type === "ended");
		const ask = (text = "Change it.") => session.ask(text, [], undefined, undefined, true);
		/** Continues the last answer, once the other windows have been silent for this time. */
		const continueAfter = async (silence: number) => {
			const waits = until(({ type }) => type === "message");
			const continued = session.continueAnswer(last().id);
			await Promise.race([waits, continued]);
			for (let passed = 0; passed < silence; passed += 1_000) {
				clock.advance(1_000);
				// What other windows write is read.
				for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			}
			await continued;
		};
		return {
			...{ session, agent, last, until, asks, ends, ask, continueAfter },
			/** Its timers no longer run, as if it were killed or hung. */
			stall: () => {
				stalled = true;
			},
		};
	};
	return {
		model,
		conversations,
		workspace,
		open,
		/** From now on, changes are stored where there are none yet. */
		useOtherFolder: () => {
			journal = memoryAppendLog();
		},
		refuse: (why: string) => {
			refusal = why;
		},
	};
}

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
		const [system, question] = model.requests[0]?.messages ?? [];
		assert.equal(system?.content, `${agentInstructions}\n\nBe brief.`);
		assert.equal(question?.content, "Change it.");
		const files = [{ path: "a.ts", kind: "changed", added: 1, removed: 1 }];
		assert.deepEqual(await agent.changes(last().id), { task: last().id, files });
		await agent.undo(last().id);
		assert.equal(workspace.files["a.ts"], "old\n");
		assert.deepEqual((await agent.changes(last().id)).files, []);
	});

	it("shows the page, which applies the same steps, the same rows", async () => {
		const { open } = agentWindows([read, edit, { text: "Done." }]);
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

	it("hands on a rejection with its reason", async () => {
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

	it("stops while it waits for the user, and writes nothing", async () => {
		const { workspace, open } = agentWindows([edit]);
		const { session, last, asks, ask } = open();
		const asked = asks();
		await ask();
		await asked;
		await session.stop();
		assert.deepEqual(last().state, { type: "stopped" });
		assert.equal(last().agent?.rows[0]?.state, "failed");
		assert.equal(workspace.files["a.ts"], "old\n");
	});

	it("is shown as broken off by a killed window, continues in another, and is undone there", async () => {
		const { model, workspace, open } = agentWindows([read, edit, { text: "Done." }]);
		const killed = open();
		const asked = killed.asks();
		await killed.ask();
		await asked;
		killed.stall();
		const { session, agent, last, asks, ends, continueAfter } = open();
		await session.restore();
		assert.equal(last().state.type, "interrupted");
		assert.deepEqual(
			last().agent?.rows.map(({ state }) => state),
			["done", "asking"],
		);
		const [again, ended] = [asks(), ends()];
		// The model makes the call again that was never carried out.
		model.requests.length = 1;
		await continueAfter(15_000);
		await again;
		assert.match(String(model.requests[1]?.messages.at(-1)?.content), /not carried out/);
		session.decide(last().id, 2, { type: "allowed" });
		await ended;
		assert.deepEqual([last().text, last().state.type], ["Done.", "complete"]);
		assert.deepEqual(
			last().agent?.rows.map(({ state }) => state),
			["done", "failed", "done"],
		);
		assert.equal(workspace.files["a.ts"], "new\n");
		await open().agent.undo(last().id);
		assert.equal(workspace.files["a.ts"], "old\n");
		await agent.keep(last().id);
	});

	it("is not continued in a second window while the first waits for the user", async () => {
		const { workspace, open } = agentWindows([edit, { text: "Done." }]);
		const first = open();
		const [asked, ended] = [first.asks(), first.ends()];
		await first.ask();
		await asked;
		const second = open();
		await second.session.restore();
		assert.equal(second.last().state.type, "interrupted");
		await assert.rejects(
			second.continueAfter(15_000),
			new UserError("The agent works on this task in another window."),
		);
		// It has been heard from, so it is shown as it is.
		assert.equal(second.last().state.type, "streaming");
		assert.throws(
			() => second.session.decide(second.last().id, 0, { type: "allowed" }),
			new UserError("The agent works in another window: decide there."),
		);
		first.session.decide(first.last().id, 0, { type: "allowed" });
		await ended;
		assert.equal(first.last().state.type, "complete");
		assert.equal(workspace.files["a.ts"], "new\n");
	});

	it("is left to a second window that has continued it, without an end of its own", async () => {
		const { model, workspace, conversations, open } = agentWindows([edit, edit, { text: "Done." }]);
		const first = open();
		const asked = first.asks();
		await first.ask();
		await asked;
		// It hangs for so long that it counts as closed.
		first.stall();
		const second = open();
		await second.session.restore();
		const [again, ended] = [second.asks(), second.ends()];
		const left = first.until(({ type }) => type === "reset");
		await second.continueAfter(15_000);
		await again;
		await left;
		assert.throws(() => first.session.decide(first.last().id, 0, { type: "allowed" }), /another window/);
		second.session.decide(second.last().id, 1, { type: "allowed" });
		await ended;
		assert.deepEqual([second.last().text, second.last().state.type], ["Done.", "complete"]);
		assert.equal(workspace.files["a.ts"], "new\n");
		assert.equal(model.requests.length, 3);
		const logs = [...(conversations.files.get(first.session.conversationId)?.values() ?? [])];
		assert.equal(logs.join("").match(/"type":"ended","message"/g)?.length, 1);
	});

	it("keeps what had arrived of an answer that was stopped or broke off, and does not send it again", async () => {
		const arrived = { type: "text", text: "I am" } as const;
		const dropped = { type: "interrupted", cause: new GatewayError("network", "The connection broke.") } as const;
		for (const [how, events] of [
			["stopped", [arrived]],
			["interrupted", [arrived, dropped]],
		] as const) {
			const { model, open } = agentWindows([read, { events }, { text: "I did it." }]);
			const { session, last, ends, until, ask } = open();
			let shown: Answer | undefined;
			session.onDidChange((change) => {
				if (change.type === "message" && change.message.role === "assistant") shown = change.message;
				if (shown && change.type === "text") shown = { ...shown, text: shown.text + change.text };
				if (shown && change.type === "agent") shown = withAgentEvent(shown, change.event, change.at);
			});
			const [ended, text] = [ends(), until(({ type }) => type === "text")];
			await ask();
			await text;
			if (how === "stopped") {
				await until((change) => change.type === "text" && change.text === "I am");
				await session.stop();
			}
			await ended;
			assert.deepEqual([last().text, last().state.type, shown?.text], ["I am", how, "I am"]);
			const again = ends();
			await session.continueAnswer(last().id);
			await again;
			assert.deepEqual([last().text, last().state.type, shown?.text], ["I did it.", "complete", "I did it."]);
			assert.ok(!JSON.stringify(model.requests.at(-1)).includes("I am"));
		}
	});

	it("continues an answer that was cut off within the word", async () => {
		const { open } = agentWindows([{ text: "I be", reason: "length" }, { text: "gan." }]);
		const { session, last, ends, ask } = open();
		const ended = ends();
		await ask();
		await ended;
		assert.equal(last().state.type, "interrupted");
		const again = ends();
		await session.continueAnswer(last().id);
		await again;
		assert.deepEqual([last().text, last().state.type], ["I began.", "complete"]);
	});

	it("shows reasoning as reasoning, also where it is known late", async () => {
		const { open } = agentWindows([
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
	});

	it("passes over a decision that comes after the end", async () => {
		const { open } = agentWindows([edit, { text: "Done." }]);
		const { session, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		session.decide(last().id, 0, { type: "allowed" });
		await ended;
		session.decide(last().id, 0, { type: "allowed" });
	});

	it("does not continue in another folder what has changed files", async () => {
		const { model, open, useOtherFolder } = agentWindows((_, turn) => (turn === 0 ? edit : read));
		const { session, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		session.decide(last().id, 0, { type: "allowed" });
		await ended;
		assert.equal(last().state.type, "interrupted");
		// Another folder has changes of its own.
		useOtherFolder();
		const again = ends();
		await session.continueAnswer(last().id);
		await again;
		const { state } = last();
		assert.ok(state.type === "interrupted");
		assert.match(state.message, /files of another folder/);
		assert.equal(model.requests.length, 4);
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

	it("says why it stopped by itself, and can be continued", async () => {
		const { open } = agentWindows(() => read);
		const { last, ends, ask } = open();
		const ended = ends();
		await ask();
		await ended;
		const { state } = last();
		assert.ok(state.type === "interrupted");
		assert.match(state.message, /made the same call again and again \(read_file\)/);
	});

	it("is refused with the reason, and nothing is asked", async () => {
		const { model, open, refuse } = agentWindows([read]);
		const { session, ask } = open();
		refuse("Not trusted.");
		await assert.rejects(ask(), new UserError("Not trusted."));
		assert.equal(model.requests.length, 0);
		assert.deepEqual(session.messages, []);
	});

	it("works again on a task that is retried, and only answers what is asked in chat", async () => {
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
