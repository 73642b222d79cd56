import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contentHash } from "../../../../src/core/agent/changes/changePorts";
import { type FileWrite, readRecords } from "../../../../src/core/agent/changes/changeRecord";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";
import { seededRandom } from "../../../faults/seededRandom";
import { bundlesFolder } from "../../../host/paths";
import { DiskTask } from "./diskTask";

const kills = process.env.GATEHOUSE_LONG === "1" ? 50 : 12;
/** Number of kills after which everything is undone. */
const killsOfTask = 4;
/** Maximum time of work before a kill, in milliseconds. */
const longestWork = 150;
const random = seededRandom(Number(process.env.GATEHOUSE_SEED ?? 19));

/** Works on a task in another process, which is killed. */
async function killedWork(folder: string, seed: number): Promise<void> {
	const program = join(bundlesFolder, "unit/vscode/agent/runTask.main.js");
	const child = spawn(process.execPath, [program, folder, String(seed)], { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(child, "close");
	await Promise.race([once(child.stdout, "data"), ended]);
	await pause(random() * longestWork);
	child.kill("SIGKILL");
	await ended;
	assert.equal(child.signalCode, "SIGKILL", "it ended by itself");
}

describe("agent: a process that is killed while it works on a task", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-agent-"));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	/** Asserts that each file is as before or after the last write to it, and that its call is in the log. */
	async function assertConsistent(task: DiskTask): Promise<void> {
		const { events, damaged } = await task.events();
		assert.ok(damaged <= kills, `${damaged} damaged lines`);
		const begun = events.filter(({ type }) => type === "running").length;
		const files = await appendLogOnDisk(join(folder, "changes")).read("task", (_, error) => {
			throw error;
		});
		const records = readRecords(new Map([...files].map(([writer, { text }]) => [writer, text])));
		const writes = records.filter((record): record is FileWrite => record.type === "write");
		assert.ok(writes.length <= begun, `${writes.length} writes of ${begun} calls`);
		const last = new Map(writes.map((write) => [write.path, write]));
		for (const [path, { before, after }] of last) {
			const content = await readFile(join(task.project, path)).catch(() => undefined);
			const hash = content ? await contentHash(content) : null;
			assert.ok(hash === before || hash === after, `${path} is half-written`);
		}
	}

	it(`loses nothing and undoes every byte, ${kills} times`, async function () {
		this.timeout(300_000);
		let writes = 0;
		for (let kill = 0; kill < kills; ) {
			const task = new DiskTask(folder);
			await mkdir(join(task.project, "b"), { recursive: true });
			const original = { "a.txt": "\ufeffone\r\ntwo", "b/c.txt": "three\n" };
			for (const [path, text] of Object.entries(original)) await writeFile(join(task.project, path), text);
			for (let life = 0; life < killsOfTask && kill < kills; life++) {
				await killedWork(folder, ++kill);
				await assertConsistent(task);
			}
			const changes = await task.changes();
			writes += (await changes.files()).length;
			assert.deepEqual((await changes.undo()).refused, []);
			assert.deepEqual(await task.files(), Object.keys(original));
			for (const [path, text] of Object.entries(original))
				assert.equal(await readFile(join(task.project, path), "utf8"), text);
			await rm(folder, { recursive: true });
			await mkdir(folder);
		}
		assert.ok(writes > 0, "nothing was written before a kill");
	});
});
