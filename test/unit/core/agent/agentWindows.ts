import assert from "node:assert/strict";
import { Agent } from "../../../../src/core/agent/agent";
import type { ForeignTools } from "../../../../src/core/agent/foreign/foreignTool";
import { UserError } from "../../../../src/core/base/errors";
import type { Clock } from "../../../../src/core/base/ports";
import { ChatSession } from "../../../../src/core/chat/session/chatSession";
import type { TaskWorker } from "../../../../src/core/chat/session/taskWorker";
import type { SessionChange } from "../../../../src/core/chat/session/turn";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import type { Gateway } from "../../../../src/core/gateway/gateway";
import type { Answer } from "../../../../src/shared/conversation";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../memoryPorts";
import { type ModelTurn, scriptedModel } from "./agentWorld";
import { memoryCommands } from "./memoryCommands";
import { MemoryWorkspace } from "./memoryWorkspace";

export const read: ModelTurn = { text: "I read it.", calls: [["read_file", { path: "a.ts" }]] };
export const edit: ModelTurn = {
	calls: [["edit_file", { path: "a.ts", edits: [{ search: "old", replace: "new" }] }]],
};

/** Windows that share one disk; their sessions work on tasks with a scripted model. */
export function agentWindows(
	turns: Parameters<typeof scriptedModel>[0],
	files: Readonly<Record<string, string>> = { "a.ts": "old\n" },
	foreign?: ForeignTools,
) {
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
		const agent = new Agent({
			...{ workspace, store, log, clock },
			commands: memoryCommands().host,
			redact: (text) => text,
			...(foreign ? { foreign } : {}),
		});
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
		/** Resolves with the first matching change. */
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
		/** Continues the last answer after the other windows have been silent for this many milliseconds. */
		const continueAfter = async (silence: number) => {
			const waits = until(({ type }) => type === "message");
			const continued = session.continueAnswer(last().id);
			await Promise.race([waits, continued]);
			for (let passed = 0; passed < silence; passed += 1_000) {
				clock.advance(1_000);
				// Lets this window read what the others have written.
				for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			}
			await continued;
		};
		return {
			...{ session, agent, last, until, asks, ends, ask, continueAfter },
			/** Stops its timers, as if it were killed or hung. */
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
		/** Stores changes in an empty journal from now on, as in another folder. */
		useOtherFolder: () => {
			journal = memoryAppendLog();
		},
		refuse: (why: string) => {
			refusal = why;
		},
	};
}
