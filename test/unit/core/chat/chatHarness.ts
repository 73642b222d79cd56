import assert from "node:assert/strict";
import { ChatSession } from "../../../../src/core/chat/session/chatSession";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import type { ChatEvent } from "../../../../src/core/gateway/gateway";
import type { Answer } from "../../../../src/shared/conversation";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../memoryPorts";
import { fedGateway } from "./fedGateway";

/** Creates sessions that share one store in memory, and a gateway whose answers the test feeds. */
export function chatHarness() {
	const fed = fedGateway();
	const files = memoryAppendLog();
	const workspaceFiles = memoryAppendLog();
	const clock = manualClock();
	const log = memoryLogChannel();
	const target = async (model = "m") => ({
		gateway: fed.gateway,
		gatewayName: "G",
		model,
		systemPrompt: "",
		parameters: {},
	});
	const newStore = () => new ConversationStore(files, workspaceFiles, clock, log);
	/** Creates the session of another window, which has not shown anything yet. */
	const another = (store = newStore()) => new ChatSession(store, target, clock, log);
	const store = newStore();
	const session = another(store);

	/** Resolves when the condition holds for a session, now or after a change. */
	const until = (of: ChatSession, fits: () => boolean) =>
		new Promise<void>((resolve) => {
			if (fits()) return resolve();
			const listening = of.onDidChange(() => {
				if (!fits()) return;
				listening.dispose();
				resolve();
			});
		});
	const ended = (of = session) =>
		new Promise<void>((resolve) => {
			const listening = of.onDidChange(({ type }) => {
				if (type !== "ended") return;
				listening.dispose();
				resolve();
			});
		});

	return {
		...fed,
		files,
		clock,
		store,
		session,
		another,
		until,
		ended,
		/** Opens another window that shows what this workspace showed last. */
		async reopened(): Promise<ChatSession> {
			const later = another();
			await later.restore();
			return later;
		},
		/** Resolves when the running answer ends with this text. */
		shows: (text: string) => until(session, () => session.messages.at(-1)?.text.endsWith(text) === true),
		texts: (of = session) => of.messages.map(({ text }) => text),
		last(of = session): Answer {
			const last = of.messages.at(-1);
			assert.ok(last?.role === "assistant");
			return last;
		},
		/** Gives the running answer this text and its end, and waits until it has ended. */
		async answerWith(text: string, end: ChatEvent = { type: "finished", reason: "stop" }, of = session) {
			const done = ended(of);
			fed.push({ type: "text", text });
			fed.push(end);
			fed.push("end");
			await done;
		},
		async fail(error: Error) {
			const done = ended();
			fed.push(error);
			await done;
		},
	};
}
