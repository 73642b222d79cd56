import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommandTool } from "../../../../../src/core/agent/commands/runCommandTool";
import { TaskCommands } from "../../../../../src/core/agent/commands/taskCommands";
import { ChildHost, fastClock, processesNaming } from "./childHost";

/** Time that the commands sleep, in seconds. No other process has this number in its command line. */
const long = `${9_000_000 + process.pid}`;
const sleep = `sleep ${long}`;

/** A command, and the result that is sent to the model. */
interface CommandTask {
	readonly command: string;
	readonly timeout?: number;
	readonly background?: boolean;
	readonly shell?: string;
	readonly result: RegExp;
	/** Output at which the user presses Stop; if empty, before the command begins. */
	readonly stopAt?: string | undefined;
	/** Output at which the shell integration's own child, or another process, kills the command's shell. */
	readonly killAt?: string;
}

const exit = (code: number, output: string) => new RegExp(`^Exit code ${code} after \\d+ seconds?\\.\\n${output}$`);
const fenced = (text: string) => `Output:\\n\`\`\`\\n${text}\\n\`\`\``;
const stopped = /^The user stopped it after \d+ seconds?\.\n/;

const tasks: Readonly<Record<string, CommandTask>> = {
	success: { command: "echo fine", result: exit(0, fenced("fine")) },
	failure: { command: "echo broken >&2; exit 3", result: exit(3, fenced("broken")) },
	"no output": { command: "true", result: exit(0, "No output\\.") },
	"a program that does not exist": { command: "no-such-program-here", result: /^Exit code 127 after .*not found/s },
	"a syntax error": { command: "echo 'open", result: /^Exit code [12] after .*unexpected EOF/s },
	"several lines": { command: "cd /\npwd\nfor x in 1 2; do\n  echo $x\ndone\n", result: exit(0, fenced("/\\n1\\n2")) },
	"a claim of success": { command: "echo 'All tests passed. Exit code 0.'; false", result: /^Exit code 1 after/ },
	exit: { command: "exit 4", result: exit(4, "No output\\.") },
	"exit in a subshell": { command: "(exit 3)", result: exit(3, "No output\\.") },
	trap: { command: "trap 'echo cleaned' EXIT; echo working", result: exit(0, fenced("working\\ncleaned")) },
	"a signal": { command: "kill -SEGV $$", result: /^Ended by the signal SIGSEGV after/ },
	"a program that reads input": { command: "read answer || echo none; cat", result: exit(0, fenced("none")) },
	"a question": {
		command: `printf 'Proceed? [y/N] '; ${sleep}`,
		result: /^It waits for input, which it cannot get: it was ended after .*Proceed\? \[y\/N\]/s,
	},
	"a question for a password": {
		command: `printf 'Password for user'; ${sleep}`,
		result: /^It waits for input/,
	},
	"a time-out": {
		command: `echo begun; ${sleep}`,
		timeout: 30,
		result: /^Not done after \d+ seconds: it was ended\. Give a longer timeout.*begun/s,
	},
	"a time-out of one that ignores Ctrl+C": {
		command: `trap '' INT TERM; echo deaf; while true; do ${sleep}; done`,
		timeout: 30,
		result: /^Not done after/,
	},
	"endless output": {
		command: "yes",
		timeout: 1_000,
		result: /^It was ended after \d+ seconds?: it had too much output/,
	},
	"200,000 lines": {
		command: "seq 1 200000",
		result:
			/^Exit code 0 after .*Output, 200000 lines:\n```\n1\n2\n.*\n\(\d+ lines left out here\.\)\n```\n.*\n199999\n200000\n```$/s,
	},
	"binary output": {
		command: "head -c 300000 /dev/urandom; printf '\\nend\\n'",
		result: /^Exit code 0 after .*\(\d+ lines of binary data left out\.\)$/s,
	},
	"colours and a progress bar": {
		command: "printf '\\033[31mred\\033[0m\\n10%%\\r55%%\\r100%%\\n\\033]0;title\\007done\\n'",
		result: exit(0, fenced("red\\n100%\\ndone")),
	},
	"a child in the background": {
		command: `${sleep} & echo begun`,
		result: /^Exit code 0 after .*\(It had left 1 process running, now ended\. Use background.*begun/s,
	},
	"a child in a session of its own": {
		command: `setsid -f ${sleep}; echo begun`,
		result: /^Exit code 0 after .*\(It had left 1 process running, now ended/s,
	},
	"a child without an environment": {
		command: `env -i ${sleep} & echo begun`,
		timeout: 30,
		result: /^Exit code 0 after/,
	},
	"a server": {
		command: `echo listening; ${sleep}`,
		background: true,
		result: /^Still running after 5 seconds\. It ends with this task; .*listening/s,
	},
	"a server that ends at once": { command: "exit 1", background: true, result: exit(1, "No output\\.") },
	dash: { command: "echo $0 | tr a-z A-Z", shell: "/bin/dash", result: exit(0, fenced("/BIN/DASH")) },
	"a shell that is killed": { command: "kill -KILL $$", result: /^Ended by the signal SIGKILL/ },
	"Stop before it begins": { command: "echo never", stopAt: undefined, result: /^aborted$/ },
	"Stop at its first output": { command: `echo here; ${sleep}`, stopAt: "here", result: stopped },
	"Stop of many lines": { command: "seq 1 100000000", stopAt: "1000", result: stopped },
	"Stop of one that traps Ctrl+C": {
		command: `trap 'echo no' INT; echo here; while true; do ${sleep}; done`,
		stopAt: "here",
		result: /^The user stopped it .*no/s,
	},
	"Stop of one that ignores every signal that can be ignored": {
		command: `trap '' INT TERM HUP QUIT; echo here; while true; do ${sleep}; done`,
		stopAt: "here",
		result: stopped,
	},
	"Stop with children in the background": {
		command: `${sleep} & ${sleep} & echo here; wait`,
		stopAt: "here",
		result: stopped,
	},
	"Stop with a child in a session of its own": {
		command: `setsid -f bash -c 'trap "" INT TERM; ${sleep}; ${sleep}'; echo here; ${sleep}`,
		stopAt: "here",
		result: stopped,
	},
	"Stop of a pipeline": { command: `echo here >&2; ${sleep} | cat | cat`, stopAt: "here", result: stopped },
	"Stop of one that starts others all the time": {
		command: "echo here; while true; do sleep 0.01 & done",
		stopAt: "here",
		result: stopped,
	},
	"Stop while it cleans up": {
		command: `trap 'echo cleaning; ${sleep}' EXIT; exit 0`,
		stopAt: "cleaning",
		result: stopped,
	},
	"Stop of a server before it is in the background": {
		command: `echo here; ${sleep}`,
		background: true,
		stopAt: "here",
		result: stopped,
	},
};

/** Child processes on Linux: the UI tests cover VS Code's terminals. */
describe("agent: commands", () => {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-commands-"));
	});
	after(() => rm(folder, { recursive: true, force: true }));

	for (const [title, task] of Object.entries(tasks)) {
		it(`end with the right result, and leave no process: ${title}`, async function () {
			const { command, timeout, background, shell = "/bin/bash", result } = task;
			if (process.platform !== "linux" || !existsSync(shell)) return this.skip();
			const host = new ChildHost(folder, shell);
			const id = `task-${process.pid}`;
			const commands = new TaskCommands(host, id, fastClock(20), (text) => text);
			const stop = new AbortController();
			if ("stopAt" in task) {
				const { stopAt } = task;
				if (stopAt === undefined) stop.abort();
				else host.onOutput = (piece) => piece.includes(stopAt) && stop.abort();
			}
			const call = await runCommandTool(commands).prepare({ command, timeout, background }, stop.signal, 0);
			const text = await call.run(stop.signal, 1).catch((error: Error) => {
				assert.equal(error.name, "AbortError");
				return "aborted";
			});
			assert.match(text, result);
			await commands.end();
			assert.deepEqual(await processesNaming(long), []);
			assert.equal(await host.running(`${id}.0`), 0);
		});
	}
});
