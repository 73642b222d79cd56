// A window that will be killed: it streams, asks, edits, renames and deletes, and reports on stdout what it has shown.
//   node crashingWindow.main.js FOLDER SEED
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../../../src/core/base/systemClock";
import { damageMessage } from "../../../../src/core/chat/conversation/damageMessage";
import { ChatSession } from "../../../../src/core/chat/session/chatSession";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import type { Gateway } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";
import { pick, seededRandom } from "../../../faults/seededRandom";
import type { Shown } from "./shown";

const [, , folder = "", seed = "0"] = process.argv;
const random = seededRandom(Number(seed));
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Written synchronously: a line stays written when the process is killed. */
const say = (shown: Shown) => writeSync(1, `${JSON.stringify({ ...shown, at: Date.now() })}\n`);

/** Answers in small pieces, with any of the possible ends. */
const gateway: Gateway = {
	listModels: async () => [],
	embed: async () => [],
	async *chat(_, signal) {
		const pieces = Math.floor(random() * 60);
		for (let i = 0; i < pieces && !signal.aborted; i++) {
			yield { type: random() < 0.2 ? "reasoning" : "text", text: `${i}·${"é".repeat(Math.floor(random() * 40))} ` };
			await pause(random() * 10);
		}
		const end = random();
		if (end < 0.2) yield { type: "interrupted", cause: new GatewayError("network", "It broke off.") };
		else yield { type: "finished", reason: end < 0.4 ? "length" : "stop" };
	},
};

const files = appendLogOnDisk(join(folder, "conversations"));
const workspaceFiles = appendLogOnDisk(join(folder, "workspace"));
const store = new ConversationStore(files, workspaceFiles, systemClock, log);
const target = async () => ({ gateway, gatewayName: "G", model: "m", systemPrompt: "", parameters: {} });
const session = new ChatSession(store, target, systemClock, log);

session.onDidChange((change) => {
	const conversation = session.conversationId;
	if (change.type === "message") {
		const { message } = change;
		if (message.role === "user") say({ type: "question", conversation, message: message.id, text: message.text });
		else say({ type: "answer", conversation, message: message.id });
	} else if (change.type === "text") {
		const { answer, text, reasoning } = change;
		say({ type: "text", conversation, message: answer, text, reasoning });
	} else if (change.type === "ended") {
		say({ type: "ended", conversation, message: change.answer.id });
	}
});
/** What the session says of lines that earlier kills have torn: each may have torn the one that was being written. */
const tornBefore = new Set(Array.from({ length: 100 }, (_, index) => damageMessage(index + 1)));
session.onDidFail((message) => {
	if (!tornBefore.has(message)) throw new Error(message);
});

const ended = () =>
	new Promise<void>((resolve) => {
		const listening = session.onDidChange(({ type }) => {
			if (type !== "ended") return;
			listening.dispose();
			resolve();
		});
	});

/** Runs one action of a user, and waits until its answer has ended. */
async function act(count: number): Promise<void> {
	const { messages } = session;
	const questions = messages.filter(({ role }) => role === "user");
	const answers = messages.filter((message) => message.role === "assistant" && message.text !== "");
	const kind = random();
	if (questions.length === 0 || answers.length === 0 || kind < 0.4) {
		const done = ended();
		await session.ask(`question ${count}`);
		await done;
	} else if (kind < 0.55) {
		const done = ended();
		await session.edit(pick(questions, random).id, `edited ${count}`);
		await done;
	} else if (kind < 0.65) {
		const done = ended();
		await session.retry(pick(answers, random).id);
		await done;
	} else if (kind < 0.75) {
		const done = ended();
		await session.continueAnswer(pick(answers, random).id);
		await done;
	} else if (kind < 0.9) {
		const title = `title ${Date.now()}`;
		await store.change(session.conversationId, { type: "titled", title });
		say({ type: "titled", conversation: session.conversationId, title });
	} else if (kind < 0.95) {
		await session.newConversation();
	} else {
		const question = pick(questions, random).id;
		await session.deleteQuestion(question);
		say({ type: "deleted", conversation: session.conversationId, message: question });
	}
}

await session.restore();
for (let count = 0; ; count++) await act(count);
