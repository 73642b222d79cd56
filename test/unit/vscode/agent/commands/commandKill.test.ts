import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openCommands } from "../../../../../src/core/agent/commands/openCommands";
import { TaskCommands } from "../../../../../src/core/agent/commands/taskCommands";
import { systemClock } from "../../../../../src/core/base/systemClock";
import { seededRandom } from "../../../../faults/seededRandom";
import { bundlesFolder } from "../../../../host/paths";
import { scriptedModel } from "../../../core/agent/agentWorld";
import { DiskTask } from "../diskTask";
import { ChildHost, processesNaming } from "./childHost";

const kills = process.env.GATEHOUSE_LONG === "1" ? 20 : 4;
/** Maximum time that a command runs before a kill, in milliseconds. */
const longestRun = 100;
const random = seededRandom(Number(process.env.GATEHOUSE_SEED ?? 24));
/** Time that the commands sleep, in seconds. No other process has this number in its command line. */
const long = `${6_000_000 + process.pid}`;
const sleep = `sleep ${long}`;

/** Commands that write `here` when they run, and whether they continue when their output is no longer read. */
const commands = [
	{ command: `echo here; ${sleep}`, goesOn: true },
	{ command: `setsid -f ${sleep}; echo here; ${sleep}`, goesOn: true },
	{ command: `trap '' INT TERM HUP; echo here; while true; do ${sleep}; done`, goesOn: true },
	{ command: `trap 'exit 1' PIPE; while echo here; do sleep 0.01; done`, goesOn: false },
];

describe("agent: a process that is killed while a command runs", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-command-"));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	/** Works on a task in another process, which is killed while the command runs. */
	async function killedRun(id: string, command: string): Promise<void> {
		const program = join(bundlesFolder, "unit/vscode/agent/commands/runCommand.main.js");
		const child = spawn(process.execPath, [program, folder, id, command], { stdio: ["ignore", "pipe", "inherit"] });
		const ended = once(child, "exit");
		await Promise.race([once(child.stdout, "data"), ended]);
		await pause(random() * longestRun);
		child.kill("SIGKILL");
		await ended;
		child.stdout.destroy();
		assert.equal(child.signalCode, "SIGKILL", "it ended by itself");
	}

	for (let kill = 0; kill < kills; kill++) {
		const { command, goesOn } = commands[kill % commands.length] ?? assert.fail();
		const continues = Math.floor(kill / commands.length) % 2 === 0;
		it(`finds it again, and ends it: ${kill + 1} of ${kills}`, async function () {
			if (process.platform !== "linux") return this.skip();
			this.timeout(60_000);
			const id = `kill-${process.pid}-${kill}`;
			const task = new DiskTask(folder);
			await mkdir(task.project, { recursive: true });
			await killedRun(id, command);

			const { events } = await task.events();
			assert.deepEqual(
				events.map(({ type }) => type),
				["turn", "asking", "decided", "running"],
			);
			const logged = events.map((event, at) => ({ type: "agent", message: id, event, id: `${at}`, at }) as const);
			const [open, ...others] = openCommands(logged);
			assert.deepEqual(open, { id: `${id}.0`, task: id, text: command });
			assert.deepEqual(others, []);
			const host = new ChildHost(task.project);
			if (goesOn) assert.ok(((await host.running(open.id)) ?? 0) > 0, "it is not found");
			else while (((await host.running(open.id)) ?? 0) > 0) await pause(20);

			if (continues) {
				const restarted = new TaskCommands(host, id, systemClock, (text) => text);
				const stop = await task.run(scriptedModel([]), restarted);
				assert.deepEqual(stop, { type: "answered" });
				await restarted.end();
				const result = (await task.events()).events.find(({ type }) => type === "result");
				assert.ok(result?.type === "result" && result.failed);
				assert.match(result.text, goesOn ? /interrupted, but it still runs/ : /interrupted and no longer runs/);
			} else assert.equal((await host.end(open.id)).left, 0);
			assert.deepEqual(await processesNaming(long), []);
			assert.equal(await host.running(open.id), 0);
		});
	}
});
