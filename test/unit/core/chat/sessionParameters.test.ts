import assert from "node:assert/strict";
import { ChatSession } from "../../../../src/core/chat/session/chatSession";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import type { ChatRequest, Gateway } from "../../../../src/core/gateway/gateway";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../memoryPorts";

/** Creates a session whose gateway answers `ok`; the settings have a temperature and a system prompt. */
function setUp() {
	const requests: ChatRequest[] = [];
	const clock = manualClock();
	const gateway: Gateway = {
		listModels: async () => [],
		embed: async () => [],
		async *chat(request) {
			requests.push(request);
			clock.advance(2_000);
			yield { type: "reasoning", text: "hm" };
			clock.advance(1_000);
			yield { type: "text", text: "ok" };
			yield { type: "finished", reason: "stop" };
		},
	};
	const files = memoryAppendLog();
	const workspaceFiles = memoryAppendLog();
	const log = memoryLogChannel();
	const target = async (model = "chosen") => ({
		gateway,
		gatewayName: "G",
		model,
		systemPrompt: "From the settings.",
		parameters: { temperature: 0.7 },
	});
	const open = () => new ChatSession(new ConversationStore(files, workspaceFiles, clock, log), target, clock, log);
	const session = open();
	const ask = async (text: string, model?: string) => {
		const ended = new Promise<void>((resolve) => {
			const listening = session.onDidChange(({ type }) => {
				if (type !== "ended") return;
				listening.dispose();
				resolve();
			});
		});
		await session.ask(text, [], model);
		await ended;
	};
	return { session, open, ask, requests, files };
}

describe("conversation: its own parameters", () => {
	it("default to those of the settings", async () => {
		const { ask, requests, session } = setUp();
		await ask("one?");
		assert.deepEqual(session.parameters, {});
		assert.equal(requests[0]?.temperature, 0.7);
		assert.equal(requests[0]?.maxTokens, undefined);
		assert.deepEqual(requests[0]?.messages[0], { role: "system", content: "From the settings." });
	});

	it("override the settings from the next request on, each by itself, until they are unset", async () => {
		const { ask, requests, session } = setUp();
		await session.setParameters({ temperature: 0, systemPrompt: "Be brief." });
		await ask("one?");
		assert.equal(requests[0]?.temperature, 0);
		assert.deepEqual(requests[0]?.messages[0], { role: "system", content: "Be brief." });
		await session.setParameters({ maxTokens: 9 });
		await ask("two?");
		assert.equal(requests[1]?.temperature, 0.7);
		assert.equal(requests[1]?.maxTokens, 9);
		assert.deepEqual(requests[1]?.messages[0], { role: "system", content: "From the settings." });
	});

	it("are restored from its log, and a new conversation has none", async () => {
		const { open, session } = setUp();
		await session.setParameters({ temperature: 0.2 });
		const later = open();
		await later.restore();
		assert.deepEqual(later.parameters, { temperature: 0.2 });
		await later.newConversation();
		assert.deepEqual(later.parameters, {});
	});

	it("notify listeners, and stay unchanged when they cannot be saved", async () => {
		const { session, files } = setUp();
		const told: string[] = [];
		session.onDidChange(({ type }) => told.push(type));
		await session.restore();
		told.length = 0;
		await session.setParameters({ maxTokens: 5 });
		assert.deepEqual(told, ["parameters"]);
		files.failure = new Error("ENOSPC");
		await assert.rejects(session.setParameters({ maxTokens: 6 }), { name: "UserError", message: /ENOSPC/ });
		assert.deepEqual(session.parameters, { maxTokens: 5 });
	});
});

describe("models: one question to another model", () => {
	it("goes to that model, and the next question to the chosen one again", async () => {
		const { ask, requests, session } = setUp();
		await ask("one?", "other");
		await ask("two?");
		assert.deepEqual(
			requests.map(({ model }) => model),
			["other", "chosen"],
		);
		assert.deepEqual(
			session.messages.flatMap((message) => (message.role === "assistant" ? [message.model] : [])),
			["other", "chosen"],
		);
	});
});

describe("conversation: the time of an answer's first piece", () => {
	it("is known, even if the piece is a thought, and is restored from the log", async () => {
		const { ask, session, open } = setUp();
		await ask("one?");
		const later = open();
		await later.restore();
		for (const { messages } of [session, later]) {
			const last = messages.at(-1);
			assert.ok(last?.role === "assistant");
			assert.deepEqual([(last.firstAt ?? 0) - last.at, (last.endedAt ?? 0) - last.at], [2_000, 3_000]);
		}
	});
});
