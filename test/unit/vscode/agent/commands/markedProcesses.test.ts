import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	childEnvironment,
	commandVariables,
	shellArguments,
	shellName,
	startChild,
	withheldVariables,
} from "../../../../../src/vscode/adapters/commands/childCommand";
import {
	commandProcesses,
	endProcesses,
	type ProcessSystem,
} from "../../../../../src/vscode/adapters/commands/markedProcesses";

/** Creates a system with other programs; processes end when they are signalled. */
function systemWith(
	platform: NodeJS.Platform,
	output = "",
): ProcessSystem & { readonly ran: string[][]; readonly killed: number[] } {
	const ran: string[][] = [];
	const killed: number[] = [];
	return {
		platform,
		ran,
		killed,
		async run(program, args) {
			ran.push([program, ...args]);
			return output
				.split("\n")
				.filter((line) => !killed.includes(Number.parseInt(line, 10)))
				.join("\n");
		},
		kill: (pid) => killed.push(pid),
	};
}

/** The output of `ps` on macOS; the numbers are above those of real processes. */
const psOutput = [
	"    1     0 /sbin/launchd",
	"90000001     1 /bin/zsh -i PATH=/bin GATEHOUSE_COMMAND=task.0 HOME=/Users/a",
	"90000002 90000001 /usr/bin/perl script.pl",
	"90000003 90000002 sleep 10",
	"90000004     1 node server.js GATEHOUSE_COMMAND=task.0",
	"90000005     1 node server.js GATEHOUSE_COMMAND=task.01 A=1",
	"90000006     1 node server.js XGATEHOUSE_COMMAND=task.0",
	"",
].join("\n");

describe("agent: the processes of a command", () => {
	it("are found on macOS by their environment, and below each other", async () => {
		const system = systemWith("darwin", psOutput);
		assert.deepEqual(await commandProcesses("task.0", {}, system), [90000001, 90000004, 90000002, 90000003]);
		assert.deepEqual(system.ran, [["ps", "axeww", "-o", "pid=,ppid=,command="]]);
		const kept = new Set([90000001]);
		assert.deepEqual(await endProcesses("task.0", { kept }, system), { ended: 3, left: 0 });
		assert.deepEqual(system.killed, [90000004, 90000002, 90000003]);
	});

	it("are not those that an interactive shell starts by itself once its command has ended", async () => {
		const output = [
			"    1     0 /sbin/launchd",
			"90000001     1 -zsh",
			"90000002 90000001 git status of the prompt",
			"90000003 90000002 git index-pack",
			"90000004 90000001 zsh -c npm test GATEHOUSE_COMMAND=task.0",
			"90000005 90000004 node",
			"90000006     1 sleep 10 GATEHOUSE_COMMAND=task.0",
			"",
		].join("\n");
		const system = systemWith("darwin", output);
		const shell = { session: 90000001 };
		const all = await commandProcesses("task.0", shell, system);
		assert.deepEqual(all?.toSorted(), [90000002, 90000003, 90000004, 90000005, 90000006]);
		assert.deepEqual(
			(await commandProcesses("task.0", { ...shell, leaderGoesOn: true }, system))?.toSorted(),
			[90000004, 90000005, 90000006],
		);
	});

	it("are ended on Windows by their tree, and not found after a crash", async () => {
		const system = systemWith("win32");
		assert.equal(await commandProcesses("task.0", {}, system), undefined);
		assert.deepEqual(await endProcesses("task.0", { own: [4711] }, system), { ended: 1, left: 0 });
		assert.deepEqual(system.ran, [["taskkill", "/PID", "4711", "/T", "/F"]]);
	});

	it("are not ended by a number on Windows once their shell has ended, because another process may have it", async function () {
		if (process.platform === "win32") return this.skip();
		const system = systemWith("win32");
		// A taskkill that works.
		const run = async (program: string, args: readonly string[]) => {
			process.kill(Number(args[1]), "SIGKILL");
			return system.run(program, args);
		};
		const start = (text: string) => {
			const settings = { shell: "/bin/sh", folder: "/", environment: process.env, onOutput: () => {} };
			return startChild({ text, id: "task.0" }, settings, { ...system, run });
		};
		const ended = await start("exit 3");
		assert.deepEqual(await ended.exit, { type: "exited", code: 3 });
		assert.deepEqual(await ended.endLeft(), { ended: 0, left: 0 });
		assert.deepEqual(await ended.endAll(), { ended: 0, left: 0 });
		assert.equal(system.ran.length, 0);
		const running = await start("exec sleep 60");
		assert.deepEqual(await running.endAll(), { ended: 1, left: 0 });
		assert.deepEqual(
			system.ran.map(([program]) => program),
			["taskkill"],
		);
	});

	it("do not prevent the end of a task if they cannot be ended", async () => {
		const run = () => Promise.reject(new Error("Access is denied."));
		let begun = (_: number) => {};
		const number = new Promise<number>((resolve) => {
			begun = resolve;
		});
		const settings = { shell: "/bin/sh", folder: "/", environment: process.env };
		const running = await startChild(
			{ text: "echo $$; exec sleep 60", id: "task.0" },
			{ ...settings, onOutput: (piece) => begun(Number(piece)) },
			{ ...systemWith("win32"), run },
		);
		const pid = await number;
		assert.deepEqual(await running.endAll(), { ended: 0, left: 1 });
		process.kill(pid);
		assert.deepEqual(await running.exit, { type: "signalled", signal: "SIGTERM" });
	});

	it("run no program of the folder by its name in Windows' command prompt", () => {
		assert.equal(commandVariables("task.0", "win32").NoDefaultCurrentDirectoryInExePath, "1");
		const usual = { GATEHOUSE_COMMAND: "task.0", PAGER: "cat", GIT_PAGER: "cat" };
		assert.deepEqual(commandVariables("task.0", "linux"), usual);
	});

	it("never include this process or one above it, whatever their environment has", async () => {
		const own = [`1 0 init GATEHOUSE_COMMAND=task.0`, `${process.pid} 1 node GATEHOUSE_COMMAND=task.0`].join("\n");
		assert.deepEqual(await commandProcesses("task.0", {}, systemWith("darwin", own)), []);
	});

	it("do not include all processes if the number of their shell is missing or the system's", async () => {
		for (const number of [0, 1, -1]) {
			const known = { session: number, own: [number] };
			const system = systemWith("darwin", psOutput.replaceAll("GATEHOUSE_COMMAND", "OTHER"));
			assert.deepEqual(await commandProcesses("task.0", known, system), [], `${number}`);
			assert.deepEqual(await endProcesses("task.0", known, system), { ended: 0, left: 0 });
			assert.deepEqual(system.killed, []);
			const windows = systemWith("win32");
			assert.deepEqual(await endProcesses("task.0", known, windows), { ended: 0, left: 0 });
			assert.deepEqual(windows.ran, []);
		}
		const first = systemWith("darwin", "1 0 init GATEHOUSE_COMMAND=task.0\n90000001 1 sleep 1");
		assert.deepEqual(await commandProcesses("task.0", {}, first), []);
	});

	it("are only those of the command with this id", async function () {
		if (process.platform !== "linux") return this.skip();
		const start = (id: string) =>
			spawn("sleep", ["60"], { env: { ...process.env, GATEHOUSE_COMMAND: `ids-${process.pid}${id}` } });
		const [one, other] = [start(".1"), start(".10")];
		await Promise.all([once(one, "spawn"), once(other, "spawn")]);
		assert.deepEqual(await commandProcesses(`ids-${process.pid}.1`), [one.pid]);
		assert.deepEqual(await endProcesses(`ids-${process.pid}.1`), { ended: 1, left: 0 });
		assert.deepEqual(await commandProcesses(`ids-${process.pid}.10`), [other.pid]);
		await endProcesses(`ids-${process.pid}.10`);
	});

	it("have no key and nothing of Gatehouse's or VS Code's own in their environment", () => {
		const environment = {
			PATH: "/bin",
			GATEHOUSE_DEMO_KEY: "x",
			VSCODE_IPC_HOOK: "y",
			ELECTRON_RUN_AS_NODE: "1",
			MY_TOKEN: "Bearer the-key",
		};
		const withheld = withheldVariables(environment, (text) => text.includes("the-key"));
		assert.deepEqual(withheld, ["GATEHOUSE_DEMO_KEY", "MY_TOKEN"]);
		assert.deepEqual(childEnvironment(environment, withheld, { GATEHOUSE_COMMAND: "task.0" }), {
			PATH: "/bin",
			GATEHOUSE_COMMAND: "task.0",
		});
	});

	it("get the command in the form that their shell expects", () => {
		assert.equal(shellName("C:\\Windows\\System32\\CMD.EXE"), "cmd");
		assert.equal(shellName("/usr/local/bin/zsh"), "zsh");
		assert.deepEqual(shellArguments("C:\\Windows\\cmd.exe", 'echo "a"').args, ["/d", "/s", "/c", '"echo "a""']);
		assert.deepEqual(shellArguments("pwsh", "ls").args, ["-NoProfile", "-NonInteractive", "-Command", "ls"]);
		assert.deepEqual(shellArguments("/bin/dash", "ls; exit 1").args, ["-c", "ls; exit 1"]);
	});
});
