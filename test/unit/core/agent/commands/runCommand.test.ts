import assert from "node:assert/strict";
import type { CommandExit } from "../../../../../src/core/agent/commands/commandHost";
import { openCommands } from "../../../../../src/core/agent/commands/openCommands";
import type { AgentEvent } from "../../../../../src/shared/agentEvent";
import { manualClock } from "../../memoryPorts";
import { AgentWorld, type ModelTurn, scriptedModel } from "../agentWorld";
import { MemoryCommandHost, memoryCommands } from "../memoryCommands";

const runs = (command: string, more: object = {}): ModelTurn => ({ calls: [["run_command", { command, ...more }]] });
const edits = (content: string): ModelTurn => ({ calls: [["edit_file", { path: `${content}.txt`, content }]] });

describe("agent: running commands", () => {
	it("asks before every command, with its exact text, folder and variables", async () => {
		const world = new AgentWorld();
		await world.run(scriptedModel([runs("npm test\n"), runs("npm test\n")]));
		const approval = {
			kind: "command",
			command: "npm test\n",
			folder: "/home/user/project",
			reasons: ["lines"],
			shell: "bash",
			timeout: 120,
			background: false,
		};
		assert.deepEqual(world.asked, [
			{ ...approval, variables: { GATEHOUSE_COMMAND: "task.0" } },
			{ ...approval, variables: { GATEHOUSE_COMMAND: "task.1" } },
		]);
		assert.deepEqual(world.commands.host.started, ["npm test\n", "npm test\n"]);
	});

	it("asks once for the identical command that is allowed in the conversation", async () => {
		const world = new AgentWorld();
		world.decide = () => ({ type: "allowedInConversation" });
		const commands = ["npm test", "npm test", "npm test; curl x", "npm test ", "npm  test"];
		await world.run(scriptedModel(commands.map((command) => runs(command))));
		assert.equal(world.asked.length, 4);
		assert.deepEqual(world.commands.host.started, commands);
	});

	it("runs nothing that is rejected, and nothing without a text", async () => {
		const world = new AgentWorld();
		world.decide = () => ({ type: "rejected", reason: "No." });
		await world.run(scriptedModel([runs("rm -rf /"), runs(" "), runs("a\0b")]));
		assert.deepEqual(world.commands.host.started, []);
		assert.deepEqual(world.results, [
			"The user rejected this call. Their reason: No.",
			'Error: The argument "command" is missing.',
			"Error: The command contains a null character.",
		]);
	});

	it("allows the same command again after an edit, and stops when nothing was edited in between", async () => {
		const world = new AgentWorld();
		const turns = [1, 2, 3, 4].flatMap((at) => [edits(`file${at}`), runs("npm test")]);
		assert.deepEqual(await world.run(scriptedModel(turns)), { type: "answered" });
		const other = new AgentWorld();
		const same = [runs("npm test"), runs("npm run build"), runs("npm test"), runs("npm run build"), runs("npm test")];
		assert.deepEqual(await other.run(scriptedModel(same)), { type: "repeated", tool: "run_command" });
	});

	it("allows the same command again if its output changed, and stops when only numbers differ", async () => {
		const work = async (says: (time: number) => string) => {
			const host = new MemoryCommandHost();
			let time = 0;
			host.run = (text) => ({
				output: text === "git status" ? says(time++) : "",
				exit: { type: "exited", code: 0 },
			});
			const world = new AgentWorld();
			world.commands = memoryCommands(manualClock(), host);
			const commands = ["git status", "git add .", "git status", "git commit", "git status", "git log", "git status"];
			return world.run(scriptedModel(commands.map((command) => runs(command))));
		};
		const states = ["Not staged.", "Staged.", "Nothing to commit.", "Nothing to commit."];
		assert.deepEqual(await work((time) => states[time] ?? ""), { type: "answered" });
		assert.deepEqual(await work((time) => `The same in ${time} s.`), { type: "repeated", tool: "run_command" });
	});

	it("reports how the command ended before what the command wrote", async () => {
		const host = new MemoryCommandHost();
		const exits = {
			fail: { output: "Exit code 0. All tests passed.\n", exit: { type: "exited", code: 1 } },
			unknown: { exit: { type: "exited", code: undefined } },
			closed: { exit: { type: "closed" } },
		} as const;
		for (const [text, script] of Object.entries(exits)) host.scripts.set(text, script);
		const world = new AgentWorld();
		world.commands = memoryCommands(manualClock(), host);
		await world.run(scriptedModel(Object.keys(exits).map((command) => runs(command))));
		assert.deepEqual(world.results, [
			"Exit code 1 after 0 seconds.\nOutput:\n```\nExit code 0. All tests passed.\n```",
			"Ended after 0 seconds. The shell did not report its exit code.\nNo output.",
			"The user closed its terminal after 0 seconds, which ended it.\nNo output.",
		]);
	});

	it("asks with the command's shell, time limit and background, and again when one of them differs", async () => {
		const world = new AgentWorld();
		world.decide = () => ({ type: "allowedInConversation" });
		const given = [{}, {}, { timeout: 1_700 }, { timeout: 9_999 }, { background: true }, { background: "true" }];
		await world.run(scriptedModel(given.map((more) => runs("npm test", more))));
		world.commands.host.shell = "fish";
		await world.run(scriptedModel([runs("npm test")]));
		const asked = world.asked.map((one) => one.kind === "command" && [one.shell, one.timeout, one.background]);
		assert.deepEqual(asked, [
			["bash", 120, false],
			["bash", 1_700, false],
			["bash", 1_800, false],
			["bash", 5, true],
			["fish", 120, false],
		]);
	});

	it("tells the model that its time limit is no number of seconds", async () => {
		const world = new AgentWorld();
		await world.run(scriptedModel([runs("npm test", { timeout: "long" })]));
		assert.deepEqual(world.results, ['Error: The argument "timeout" must be a whole number of seconds.']);
		assert.deepEqual(world.commands.host.started, []);
	});

	it("does not run in another shell than the one for which it was allowed", async () => {
		const world = new AgentWorld();
		world.decide = () => {
			world.commands.host.shell = "fish";
			return { type: "allowed" };
		};
		await world.run(scriptedModel([runs("npm test")]));
		assert.deepEqual(world.commands.host.started, []);
		assert.match(world.results[0] ?? "", /could not be started: The shell is now fish: .* allowed for bash\./);
	});

	it("says when output may be missing because its end did not arrive from the terminal", async () => {
		const host = new MemoryCommandHost();
		host.scripts.set("a", { output: "All fine.\n", exit: { type: "exited", code: 1, outputCut: true } });
		const world = new AgentWorld();
		world.commands = memoryCommands(manualClock(), host);
		await world.run(scriptedModel([runs("a")]));
		assert.match(
			world.results[0] ?? "",
			/^Exit code 1 after .*\n\(The end of its output did not arrive .* may be missing\.\)\nOutput:/,
		);
	});

	it("ends a command that waits for input, and one that takes too long, with Ctrl+C first", async () => {
		const clock = manualClock();
		const host = new MemoryCommandHost();
		host.scripts.set("ask", { output: "Name? " });
		host.scripts.set("hang", { output: "working\n" });
		const commands = memoryCommands(clock, host);
		const { signal } = new AbortController();
		for (const [text, time, end] of [
			["ask", 15_000, "waitsForInput"],
			["hang", 60_000, "timedOut"],
		] as const) {
			const running = commands.run({ text, shell: "bash", timeout: 60, background: false }, 0, signal);
			// The command is started by the next turn of the event loop.
			await new Promise((resolve) => setImmediate(resolve));
			for (let passed = 0; passed < time; passed += 5_000) clock.advance(5_000);
			await new Promise((resolve) => setImmediate(resolve));
			clock.advance(1_000);
			assert.equal((await running).end.type, end);
		}
		assert.deepEqual(host.happened, ["interrupted ask", "ended ask", "interrupted hang", "ended hang"]);
	});

	it("does not end a server that is silent after printing what looks like a question", async () => {
		const clock = manualClock();
		const host = new MemoryCommandHost();
		host.scripts.set("serve", { output: "Press h for help, what else? " });
		const given = { text: "serve", shell: "bash", timeout: 60, background: true };
		const running = memoryCommands(clock, host).run(given, 0, new AbortController().signal);
		await new Promise((resolve) => setImmediate(resolve));
		for (let passed = 0; passed < 60; passed += 5) clock.advance(5_000);
		assert.equal((await running).end.type, "stillRunning");
		assert.deepEqual(host.happened, []);
	});

	it("restarts the same command in the background, and ends it with the task", async () => {
		const clock = manualClock();
		const host = new MemoryCommandHost();
		host.scripts.set("serve", { output: "listening\n" });
		const commands = memoryCommands(clock, host);
		const { signal } = new AbortController();
		for (const call of [0, 1]) {
			const running = commands.run({ text: "serve", shell: "bash", timeout: 5, background: true }, call, signal);
			await new Promise((resolve) => setImmediate(resolve));
			clock.advance(5_000);
			assert.equal((await running).end.type, "stillRunning");
		}
		assert.deepEqual(host.happened, ["ended serve"]);
		await commands.end();
		assert.deepEqual(host.happened, ["ended serve", "ended serve"]);
		assert.deepEqual([...host.processes], []);
	});

	it("leaves the terminal of an ended background command to the user, whose processes run in it", async () => {
		const clock = manualClock();
		const host = new MemoryCommandHost();
		host.scripts.set("serve", { output: "listening\n" });
		const commands = memoryCommands(clock, host);
		const given = { text: "serve", shell: "bash", timeout: 5, background: true };
		const begin = async () => {
			const running = commands.run(given, 0, new AbortController().signal);
			await new Promise((resolve) => setImmediate(resolve));
			clock.advance(5_000);
			assert.equal((await running).end.type, "stillRunning");
		};
		const exit = async (one: CommandExit) => {
			host.endings.get("serve")?.(one);
			await new Promise((resolve) => setImmediate(resolve));
		};
		await begin();
		await exit({ type: "exited", code: 1 });
		await begin();
		assert.deepEqual(host.happened, []);
		await exit({ type: "signalled", signal: "SIGSEGV" });
		await commands.end();
		assert.deepEqual(host.happened, []);
		await begin();
		await exit({ type: "closed" });
		assert.deepEqual(host.happened, ["ended serve"]);
	});

	it("refuses several lines where the shell would run only the first and report success", async () => {
		const world = new AgentWorld();
		world.commands.host.shell = "cmd";
		await world.run(scriptedModel([runs("npm ci\r\nnpm test"), runs("npm test\n")]));
		assert.match(world.results[0] ?? "", /cmd runs only the first line/);
		assert.deepEqual(world.commands.host.started, ["npm test\n"]);
	});

	it("says whether an interrupted command still runs, and ends it with the task", async () => {
		const world = new AgentWorld();
		world.events.push(
			{ type: "turn", text: "", calls: [{ id: "a", name: "run_command", arguments: { command: "x" } }], tokens: 1 },
			{ type: "running", call: 0 },
		);
		const { host } = world.commands;
		host.processes.set("task.0", 2);
		await world.run(scriptedModel([]));
		assert.deepEqual(world.results, ["This command was interrupted, but it still runs. It ends with this task."]);
		await world.commands.end();
		assert.deepEqual([...host.processes], []);
	});

	it("finds in a log the commands that may still run", () => {
		const call = (command: string, more: object = {}) => ({
			id: "",
			name: "run_command",
			arguments: { command, ...more },
		});
		const events: readonly AgentEvent[] = [
			{ type: "turn", text: "", calls: [call("done"), call("serve", { background: true }), call("open")], tokens: 1 },
			{ type: "running", call: 0 },
			{ type: "result", call: 0, failed: false, text: "", target: "" },
			{ type: "running", call: 1 },
			{ type: "result", call: 1, failed: false, text: "", target: "" },
			{ type: "running", call: 2 },
			{ type: "turn", text: "", calls: [call("not begun")], tokens: 1 },
		];
		const logged = events.map((event, at) => ({ type: "agent", message: "task", event, id: `${at}`, at }) as const);
		assert.deepEqual(openCommands(logged), [
			{ id: "task.1", task: "task", text: "serve" },
			{ id: "task.2", task: "task", text: "open" },
		]);
	});
});
