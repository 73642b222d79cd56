import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "../../../../src/core/base/systemClock";
import type { Conversation } from "../../../../src/core/chat/conversation/loadedConversation";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";
import { seededRandom } from "../../../faults/seededRandom";
import { bundlesFolder } from "../../../host/paths";
import type { ShownAt } from "./shown";

const program = join(bundlesFolder, "unit", "vscode", "chat", "crashingWindow.main.js");
// As many as there are cores, so that each window has its own.
const lanes = 2;
const killsInLane = process.env.GATEHOUSE_LONG === "1" ? 25 : 10;
/** Age from which visible text must survive the kill, in milliseconds. */
const grace = 250;

/** Runs a window until it has written this many lines, kills it, and returns its output. */
async function runAndKill(folder: string, seed: number, lines: number): Promise<ShownAt[]> {
	const child = spawn(process.execPath, [program, folder, String(seed)], { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(child, "close");
	const said: ShownAt[] = [];
	// Output between the request to kill it and its death counts, too.
	for await (const line of createInterface({ input: child.stdout })) {
		said.push(JSON.parse(line) as ShownAt);
		if (said.length === lines) child.kill("SIGKILL");
	}
	const [code, signal] = await ended;
	assert.equal(signal, "SIGKILL", `it ended by itself, with ${code}`);
	return said;
}

/** Compares a conversation with what was shown of it; returns the number of facts that were compared. */
function check(conversation: Conversation, said: readonly ShownAt[]): number {
	const texts = new Map<string, { text: string; reasoning: string }>();
	for (const shown of said) {
		if (shown.type === "titled") {
			const [found, wanted] = [conversation.title, shown.title].map((title) => Number(title.split(" ")[1]));
			assert.ok((found ?? 0) >= (wanted ?? 0), `${shown.title} is lost: ${conversation.title}`);
			continue;
		}
		const message = conversation.message(shown.message);
		assert.ok(message, `${shown.type} ${shown.message} is lost`);
		if (shown.type === "question") assert.equal(message.text, shown.text);
		// The answer may have been continued since, so that it is open again: its end is still an event.
		if (shown.type === "ended")
			assert.ok(conversation.events.some((event) => event.type === "ended" && event.message === shown.message));
		if (shown.type === "deleted")
			assert.ok(!conversation.versions(shown.message).some(({ id }) => id === shown.message));
		if (shown.type !== "text") continue;
		const before = texts.get(shown.message) ?? { text: "", reasoning: "" };
		texts.set(shown.message, { text: before.text + shown.text, reasoning: before.reasoning + shown.reasoning });
	}
	for (const [id, { text, reasoning }] of texts) {
		const message = conversation.message(id);
		assert.ok(message?.role === "assistant");
		// A continuation begins after the text that an earlier window showed.
		assert.ok(message.text.includes(text), `of the answer's ${text.length} characters some are lost`);
		assert.ok(message.reasoning.includes(reasoning));
	}
	return said.length;
}

describe("conversation: a window that is killed", () => {
	it(`loses nothing that was shown ${grace} ms before, ${lanes * killsInLane} times`, async function () {
		this.timeout(180_000);
		const lane = async (_: unknown, number: number) => {
			const folder = await mkdtemp(join(tmpdir(), "gatehouse-crash-"));
			const random = seededRandom(4711 + number);
			let checked = 0;
			for (let kill = 0; kill < killsInLane; kill++) {
				const seed = Math.floor(random() * 1e9);
				const said = await runAndKill(folder, seed, 20 + Math.floor(random() * 180));
				// The last line was written just before its death.
				const last = said.at(-1)?.at ?? 0;
				const due = said.filter(({ at }) => at < last - grace);
				const files = appendLogOnDisk(join(folder, "conversations"));
				const log = { debug: () => {}, info: () => {}, warn: () => {}, error: assert.fail };
				const store = new ConversationStore(files, appendLogOnDisk(join(folder, "workspace")), systemClock, log);
				for (const id of await store.ids()) {
					const { conversation, damaged } = await store.load(id);
					assert.ok(damaged <= kill + 1, `${damaged} lines are damaged after ${kill + 1} kills`);
					try {
						checked += check(
							conversation,
							due.filter((shown) => shown.conversation === id),
						);
					} catch (error) {
						throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
					}
				}
			}
			await rm(folder, { recursive: true, force: true });
			return checked;
		};
		const checked = await Promise.all(Array.from({ length: lanes }, lane));
		assert.ok(Math.min(...checked) > 100, `the number of compared facts is too small: ${checked}`);
	});
});
