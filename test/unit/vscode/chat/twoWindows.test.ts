import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "../../../../src/core/base/systemClock";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";
import { bundlesFolder } from "../../../host/paths";

const program = join(bundlesFolder, "unit", "vscode", "chat", "writingWindow.main.js");
/** Number of events that each of the two windows writes. */
const own = 1000;

function openWindow(folder: string, conversation: string) {
	const args = [program, folder, conversation, String(own), String(2 * own + 1)];
	const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const line = async () => (await lines.next()).value as string;
	return { child, line };
}

describe("conversation: two windows that write to it at once", () => {
	it("lose and duplicate none of each other's events, and see them in the same order", async function () {
		this.timeout(120_000);
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-two-"));
		const log = { debug: () => {}, info: () => {}, warn: assert.fail, error: assert.fail };
		const files = appendLogOnDisk(folder);
		const store = new ConversationStore(files, files, systemClock, log);
		const conversation = store.create();
		// The file to watch exists before either of them writes.
		await store.write(conversation, store.event(conversation, { type: "titled", title: "Both" }), true);
		const windows = [openWindow(folder, conversation.id), openWindow(folder, conversation.id)];
		try {
			for (const { line } of windows) assert.equal(await line(), "ready");
			for (const { child } of windows) child.stdin.write("go\n");
			const [first, second] = (await Promise.all(windows.map(({ line }) => line()))).map(
				(json) => JSON.parse(json) as string[],
			);
			assert.equal(first?.length, 2 * own + 1);
			assert.equal(new Set(first).size, 2 * own + 1);
			assert.deepEqual(second, first);
			const loaded = await store.load(conversation.id);
			assert.equal(loaded.damaged, 0);
			assert.deepEqual(
				loaded.conversation.events.map(({ id }) => id),
				first,
			);
			const writers = first?.slice(1).map((id) => id.slice(0, 36)) ?? [];
			const turns = writers.filter((writer, i) => i > 0 && writer !== writers[i - 1]).length;
			assert.ok(turns > 10, `they rarely wrote at the same time: ${turns} turns`);
		} finally {
			for (const { child } of windows) child.kill();
			await rm(folder, { recursive: true, force: true });
		}
	});
});
