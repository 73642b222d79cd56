import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { type CommandOutcome, TaskCommands } from "../../src/core/agent/commands/taskCommands";
import type { Clock } from "../../src/core/base/ports";
import { systemClock } from "../../src/core/base/systemClock";
import { CommandTerminals } from "../../src/vscode/agent/commandTerminals";
import { startInShell } from "../../src/vscode/agent/shellCommand";
import { processesNaming } from "../unit/vscode/agent/commands/childHost";

/** Time limit for the start of a command, in seconds: enough for VS Code 1.106 on a busy machine in the long run. */
const enough = process.env.GATEHOUSE_OLDEST ? 9 : 3;
/** Time that the commands sleep, in seconds. No other process has this number in its command line. */
const long = `${7_000_000 + process.pid}`;
const sleep = `sleep ${long}`;

/** Makes the suite use a shell of this machine; without one, its tests are skipped with a message. */
function inShell(name: string): void {
	const settings = () => vscode.workspace.getConfiguration("terminal.integrated");
	const set = async (profiles: object | undefined, profile: string | undefined) => {
		await settings().update("profiles.linux", profiles, vscode.ConfigurationTarget.Global);
		await settings().update("defaultProfile.linux", profile, vscode.ConfigurationTarget.Global);
	};
	/** Settles when VS Code uses another shell. */
	const shellIs = (fits: () => boolean) =>
		new Promise<void>((resolve) => {
			const listening = vscode.env.onDidChangeShell(() => fits() && end());
			const end = () => {
				listening.dispose();
				resolve();
			};
			if (fits()) end();
		});
	before(async function () {
		const path = [`/usr/bin/${name}`, `/bin/${name}`].find((one) => existsSync(one));
		if (path === undefined) {
			console.log(`      skipped: there is no ${name} on this machine`);
			return this.skip();
		}
		await set({ [`the tests' ${name}`]: { path } }, `the tests' ${name}`);
		await shellIs(() => vscode.env.shell === path);
	});
	after(async () => {
		const own = vscode.env.shell;
		await set(undefined, undefined);
		if (own.endsWith(`/${name}`)) await shellIs(() => vscode.env.shell !== own);
	});
}

/** In the real extension host: the commands of the agent in VS Code's terminals. */
describe("agent: commands in terminals and child processes", () => {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
	const key = "the-key-of-a-gateway";
	let host: CommandTerminals;
	let commands: TaskCommands;
	let calls = 0;
	/** Factor by which a shell may take longer to be ready than for a user: the machine may be busy. */
	let patience = 4;
	const clock: Clock = {
		now: () => systemClock.now(),
		after: (milliseconds, then) => systemClock.after(patience * milliseconds, then),
	};
	before(async () => {
		process.env.NAMED_LIKE_NOTHING = `Bearer ${key}`;
		host = await CommandTerminals.open(folder, { clock, holdsKey: (text) => text.includes(key) });
		commands = new TaskCommands(host, `integration-${process.pid}`, systemClock, (text) => text);
	});
	// Terminals left by a failed test would make the next ones fail.
	afterEach(() => commands.end());
	after(async () => {
		delete process.env.NAMED_LIKE_NOTHING;
		await commands.end();
		for (const terminal of vscode.window.terminals) terminal.dispose();
	});

	const run = (text: string, { signal = new AbortController().signal, timeout = 60, background = false } = {}) =>
		commands.run({ text, shell: host.shell, timeout, background }, calls++, signal);
	const assertEnded = async ({ end, output }: CommandOutcome, expected: object, shown: RegExp) => {
		assert.deepEqual(end, expected);
		assert.match(output.result(), shown);
		assert.deepEqual(await processesNaming(long), []);
	};

	/** Bash's message about a quote that is not closed. */
	const inBash = { code: 2, words: /unexpected EOF/ };

	/** Tests for both ways of running commands. @param unclosed the shell's message about a quote that is not closed. */
	function bothWays(unclosed = inBash): void {
		it("report exit codes and output, of several lines too, without keys", async () => {
			await assertEnded(
				await run('echo one\necho "[$NAMED_LIKE_NOTHING]"\n(exit 3)'),
				{ type: "exited", code: 3 },
				/\none\n\[\]\n/,
			);
			await assertEnded(await run("echo 'open"), { type: "exited", code: unclosed.code }, unclosed.words);
			await assertEnded(await run("printf 'no line break'"), { type: "exited", code: 0 }, /\nno line break\n```$/);
		});

		it("end what is left in the background, and what is in a session of its own", async () => {
			const outcome = await run(`${sleep} & setsid -f ${sleep}; echo begun`);
			await assertEnded(outcome, { type: "exited", code: 0 }, /\nbegun\n/);
			assert.deepEqual(outcome.processes, { ended: 2, left: 0 });
		});

		it("are ended after their time limit, even if they ignore signals", async () => {
			const outcome = await run(`trap '' INT TERM HUP; echo deaf; while true; do ${sleep}; done`, { timeout: enough });
			await assertEnded(outcome, { type: "timedOut" }, /\ndeaf\n/);
		});

		it("end with Stop, whenever it comes", async () => {
			for (const delay of [0, 20, 150, 400]) {
				const stop = new AbortController();
				const running = run(`setsid -f ${sleep}; ${sleep}`, { signal: stop.signal });
				await pause(delay);
				stop.abort();
				const outcome = await running.catch((error: unknown) => error);
				if (outcome instanceof Error) assert.equal(outcome.name, "AbortError");
				else assert.deepEqual((outcome as CommandOutcome).end, { type: "stopped" });
				assert.deepEqual(await processesNaming(long), []);
			}
		});

		it("end when the user closes their terminal", async () => {
			const running = run(`setsid -f ${sleep}; ${sleep}`);
			while ((await processesNaming(long)).length < 2) await pause(50);
			vscode.window.terminals.at(-1)?.dispose();
			await assertEnded(await running, { type: "closed" }, /No output/);
		});

		it("continue in the background until the task ends", async () => {
			const { end, output } = await run(`echo listening; ${sleep}`, { background: true, timeout: enough });
			assert.deepEqual(end, { type: "stillRunning" });
			assert.match(output.result(), /listening/);
			assert.equal((await processesNaming(long)).length, 1);
			await commands.end();
			assert.deepEqual(await processesNaming(long), []);
		});

		it("have their output kept within limits", async () => {
			const { end, output } = await run("seq 1 200000");
			assert.deepEqual(end, { type: "exited", code: 0 });
			assert.match(output.result(), /^Output, 200000 lines:\n```\n1\n2\n.*\n199999\n200000\n```$/s);
		});
	}

	describe("where the shell is integrated", () => {
		bothWays();

		it("end with their real exit code, though they write the mark of another end", async () => {
			const believed = join(folder, "believed");
			const ends = vscode.window.onDidEndTerminalShellExecution(() => writeFile(believed, ""));
			const marks = "printf '\\033]633;D;0\\007\\033]133;D;0\\007'";
			try {
				// Usually, VS Code considers the command ended before it continues.
				const wait = "for at in $(seq 30); do test -e believed && break; sleep 0.1; done";
				const { end, output } = await run(`echo begun; ${marks}; ${wait}; exit 7`);
				assert.equal(end.type === "exited" && end.code, 7);
				assert.match(output.result(), /begun/);
				await assertEnded(await run(`setsid -f ${sleep}; exit 6`), { type: "exited", code: 6 }, /No output/);
			} finally {
				ends.dispose();
				await rm(believed, { force: true });
			}
		});

		it("alone have their variables, not what their terminal runs later", async () => {
			const { output } = await run('echo "[$GATEHOUSE_COMMAND]" "[$PAGER]"');
			assert.match(output.result(), /\n\[integration-\d+\.\d+\] \[cat\]\n/);
			const shell = vscode.window.terminals.at(-1)?.shellIntegration ?? assert.fail("the shell is not integrated");
			const later = join(folder, "later");
			try {
				const execution = shell.executeCommand(`printf '[%s]' "$GATEHOUSE_COMMAND" > '${later}'`);
				await new Promise<void>((resolve) => {
					const ends = vscode.window.onDidEndTerminalShellExecution((end) => {
						if (end.execution !== execution) return;
						ends.dispose();
						resolve();
					});
				});
				assert.equal(await readFile(later, "utf8"), "[]");
			} finally {
				await rm(later, { force: true });
			}
		});

		it("do not begin if their terminal was closed before; the next one has a new terminal with the shell", async () => {
			const closing = vscode.window.onDidOpenTerminal((terminal) => terminal.dispose());
			try {
				await assert.rejects(run("echo never"), /closed before the command started/);
			} finally {
				closing.dispose();
			}
			await assertEnded(await run("test -t 1 && exit 4"), { type: "exited", code: 4 }, /No output/);
		});

		it("have their output if bash reports only the first simple command of a line to VS Code", async () => {
			const settings = vscode.workspace.getConfiguration("terminal.integrated.env");
			// Debian's and Ubuntu's bash does this.
			await settings.update("linux", { HISTCONTROL: "ignoreboth" }, vscode.ConfigurationTarget.Global);
			try {
				const shown = /^Output:\n```\nignoreboth\n🙂 done\n```$/;
				await assertEnded(await run("echo $HISTCONTROL; echo '🙂 done'; exit 3"), { type: "exited", code: 3 }, shown);
				const long = await run("sleep 0.3; seq 1 20000; sleep 0.3; exit 4");
				await assertEnded(long, { type: "exited", code: 4 }, /^Output, 20000 lines:\n```\n1\n2\n.*\n20000\n```$/s);
			} finally {
				await settings.update("linux", undefined, vscode.ConfigurationTarget.Global);
			}
		});

		it("run nothing from the history of the user's shell", async () => {
			for (const text of ["fc -s", "r"]) {
				const { end, output } = await run(text);
				assert.notEqual(end.type === "exited" && end.code, 0);
				assert.match(output.result(), /fc|not found/);
			}
		});

		it("do not begin after Stop, in a terminal without a process, or in another shell", async () => {
			const begun: string[] = [];
			const shellIntegration = { executeCommand: (line: string) => begun.push(line) };
			const start = (parts: object, signal = new AbortController().signal) => {
				const terminal = { state: { shell: "bash" }, shellIntegration, ...parts } as unknown as vscode.Terminal;
				return startInShell(
					terminal,
					{ text: "ls", id: "unknown", shell: "bash", folder, variables: {} },
					() => {},
					signal,
				);
			};
			const pid = 90_000_001;
			assert.equal(await start({ processId: Promise.resolve(undefined) }), undefined);
			assert.equal(await start({ processId: Promise.resolve(pid), state: { shell: "fish" } }), undefined);
			const stop = new AbortController();
			const processId = pause(1).then(() => {
				stop.abort();
				return pid;
			});
			await assert.rejects(start({ processId }, stop.signal), { name: "AbortError" });
			assert.deepEqual(begun, []);
		});
	});

	describe("where the shell is zsh", () => {
		inShell("zsh");
		bothWays({ code: 1, words: /unmatched/ });

		it("keep the last line of a stopped command, over which zsh writes its mark for an incomplete line", async () => {
			const stop = new AbortController();
			const running = run(`printf 'Proceed? '; ${sleep}`, { signal: stop.signal });
			while ((await processesNaming(long)).length === 0) await pause(50);
			stop.abort();
			await assertEnded(await running, { type: "stopped" }, /\nProceed\? /);
		});

		it("run nothing from the history, and run in the folder of the question", async () => {
			const { end } = await run("r");
			assert.notEqual(end.type === "exited" && end.code, 0);
			await assertEnded(await run("pwd; exit 4"), { type: "exited", code: 4 }, new RegExp(`\n${folder}\n`));
		});
	});

	for (const shell of ["dash", "fish"])
		describe(`where the shell is ${shell}`, () => {
			inShell(shell);

			it("are child processes, with their exit codes and output, of several lines too", async () => {
				const text = `${shell === "fish" ? "if true\necho one\nend" : "if true; then\necho one\nfi"}\ntest -t 1; or_not\nexit 3`;
				await assertEnded(await run(text), { type: "exited", code: 3 }, /\none\n.*or_not/s);
				await assertEnded(await run("printf 'no line break'"), { type: "exited", code: 0 }, /\nno line break\n```$/);
			});

			it("end with their background processes, with Stop, and after their time limit", async () => {
				const outcome = await run(`${sleep} & setsid -f ${sleep}; echo begun`);
				await assertEnded(outcome, { type: "exited", code: 0 }, /\nbegun\n/);
				assert.deepEqual(outcome.processes, { ended: 2, left: 0 });
				const stop = new AbortController();
				const running = run(`setsid -f ${sleep}; ${sleep}`, { signal: stop.signal });
				while ((await processesNaming(long)).length < 2) await pause(50);
				stop.abort();
				await assertEnded(await running, { type: "stopped" }, /No output/);
				await assertEnded(await run(sleep, { timeout: 1 }), { type: "timedOut" }, /No output/);
			});
		});

	describe("where it is not", () => {
		before(async () => {
			patience = 1;
			const settings = vscode.workspace.getConfiguration("terminal.integrated.shellIntegration");
			await settings.update("enabled", false, vscode.ConfigurationTarget.Global);
		});
		after(async () => {
			const settings = vscode.workspace.getConfiguration("terminal.integrated.shellIntegration");
			await settings.update("enabled", undefined, vscode.ConfigurationTarget.Global);
		});

		it("are child processes", async () => {
			const { end } = await run("test -t 1 || exit 5");
			assert.deepEqual(end, { type: "exited", code: 5 });
		});

		it("are tried in the shell again once, and then after a while, because it may only have been slow", async () => {
			let passed = 0;
			const later = { ...clock, now: () => systemClock.now() + passed };
			const other = await CommandTerminals.open(folder, { clock: later, holdsKey: () => false });
			const task = new TaskCommands(other, `again-${process.pid}`, systemClock, (text) => text);
			const given = { text: "test -t 1 && exit 4; exit 5", shell: other.shell, timeout: 60, background: false };
			const integration = vscode.workspace.getConfiguration("terminal.integrated.shellIntegration");
			const codes: unknown[] = [];
			const runAgain = async () => {
				const { end } = await task.run(given, codes.length, new AbortController().signal);
				codes.push(end.type === "exited" && end.code);
			};
			try {
				const set = (enabled: false | undefined) => {
					patience = enabled === undefined ? 4 : 1;
					return integration.update("enabled", enabled, vscode.ConfigurationTarget.Global);
				};
				await runAgain();
				await set(undefined);
				await runAgain();
				await set(false);
				await runAgain();
				await runAgain();
				await set(undefined);
				await runAgain();
				passed = 600_000;
				await runAgain();
			} finally {
				patience = 1;
				await integration.update("enabled", false, vscode.ConfigurationTarget.Global);
				await task.end();
			}
			assert.deepEqual(codes, [5, 4, 5, 5, 5, 4]);
		});

		bothWays();
	});
});
