import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoAgent } from "../../gateway/endpoints/demoAgent";
import type { ToolMessage } from "../../gateway/model";
import { repositoryFolder } from "../../host/paths";
import { agentSample } from "../../host/sampleWorkspace";
import { AgentWorld } from "../core/agent/agentWorld";
import type { ScriptedCommand } from "../core/agent/memoryCommands";
import { canaryKey, connectedGateway } from "../core/gateway/gatewayHarness";

async function filesOf(folder: string): Promise<Record<string, string>> {
	const names = await readdir(folder);
	return Object.fromEntries(
		await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
	);
}

/** Creates the workspace that `npm start` opens. */
async function sampleWorld(): Promise<AgentWorld> {
	const folders = [join(repositoryFolder, "test", "host", "sample-workspace"), agentSample];
	const [sample, own] = await Promise.all(folders.map(filesOf));
	return new AgentWorld({ ...sample, ...own });
}

/** Lets the demo model work on a task. */
async function work(world: AgentWorld, task: string): Promise<string> {
	world.task = task;
	const { server, client } = await connectedGateway({ keys: [canaryKey], models: [demoAgent] });
	try {
		assert.deepEqual(await world.run(client, {}, "demo-agent"), { type: "answered" });
	} finally {
		await server.close();
	}
	return world.events.findLast((event) => event.type === "turn")?.text ?? "";
}

describe("gateway: demo-agent, asked for a rename", () => {
	it("renames a function in three files, following the results of the tools", async () => {
		const world = await sampleWorld();
		const said = await work(world, "Please rename `shareOut` to `divide`.");
		assert.equal(said, "I renamed `shareOut` to `divide` in 3 files: `chores.js`, `poster.js`, `week.js`.");
		const files = Object.values(world.files).join("\n");
		assert.doesNotMatch(files, /shareOut/);
		assert.equal(files.match(/\bdivide\b/g)?.length, 5);
		assert.equal(world.asked.length, 1);
		await world.assertUndone();
	});

	it("renames nothing when a change is rejected, and says if there is nothing to rename", async () => {
		const world = await sampleWorld();
		world.decide = () => ({ type: "rejected", reason: "" });
		assert.equal(await work(world, "Rename shareOut to divide"), "You rejected a change of `chores.js`, so I stopped.");
		await world.assertUndone();
		assert.match(await work(await sampleWorld(), "Rename missing to found"), /no `missing`/);
	});

	it("repeats a call that was interrupted when a window closed", async () => {
		const call = (name: string, given: Record<string, unknown>) => ({ name, given });
		const edit = call("edit_file", { path: "a.js", edits: [{ search: "old();", replace: "fresh();" }] });
		const tools = ["search", "read_file", "edit_file", "get_problems"];
		const before = [
			{ call: call("search", { text: "old" }), result: "1 match:\n```\na.js:1: old();\n```" },
			{ call: call("read_file", { path: "a.js" }), result: "a.js, lines 1 to 1 of 1:\n```\n1: old();\n```" },
		];
		for (const result of [
			"This call was not carried out.",
			"This call was interrupted. It may have been carried out: look before you repeat it.",
		]) {
			const messages = [...before, { call: edit, result }].flatMap((one): ToolMessage[] => [
				{ role: "assistant", content: "", toolCalls: [one.call] },
				{ role: "tool", content: one.result },
			]);
			const answer = demoAgent.step?.([{ role: "user", content: "Rename old to fresh" }, ...messages], tools);
			assert.deepEqual(answer?.calls, [edit]);
		}
	});

	it("says what it can do if it is asked for something else, or has no tools", async () => {
		assert.match(await work(await sampleWorld(), "Write a poem."), /two tasks: “Rename OLD to NEW”/);
		const { server, client } = await connectedGateway({ keys: [canaryKey], models: [demoAgent] });
		try {
			let said = "";
			const request = { model: "demo-agent", messages: [{ role: "user", content: "Rename a to b" }] as const };
			for await (const event of client.chat(request, new AbortController().signal))
				if (event.type === "text") said += event.text;
			assert.match(said, /switch the agent on/);
		} finally {
			await server.close();
		}
	});
});

describe("gateway: demo-agent, asked to fix a test", () => {
	const task = "Fix the failing test.";
	const failing = "rent: the shares add up to the rent";

	/**
	 * Runs the sample's test on the current files. Returns the output as Node prints it in a terminal ("spec") or
	 * elsewhere ("tap").
	 */
	async function tested(files: Readonly<Record<string, string>>, style: "spec" | "tap"): Promise<ScriptedCommand> {
		const source = `data:text/javascript,${encodeURIComponent(files["rent.js"] ?? "")}`;
		const { rentShares } = await import(source);
		const sum = rentShares(100_000, 3).reduce((total: number, share: number) => total + share, 0);
		const passes = sum === 100_000;
		const [mark, words] = passes ? ["✔", "ok 2 -"] : ["✖", "not ok 2 -"];
		const lines = style === "spec" ? [`\u001b[31m${mark} ${failing} (1.5ms)\u001b[39m`] : [`${words} ${failing}`];
		return {
			output: [...lines, `fail ${passes ? 0 : 1}`].join("\r\n"),
			exit: { type: "exited", code: passes ? 0 : 1 },
		};
	}

	for (const style of ["spec", "tap"] as const)
		it(`reads its failure, its text and its source, fixes it, and runs it again: ${style}`, async () => {
			const world = await sampleWorld();
			world.commands.host.run = () => tested(world.files, style);
			world.decide = () => ({ type: "allowedInConversation" });
			const said = await work(world, task);
			assert.equal(
				said,
				`I fixed \`${failing}\` in \`rent.js\`: \`return Array.from({ length: people }, (_, i) => (i <= left ? share + 1 : share));\` is now \`return Array.from({ length: people }, (_, i) => (i < left ? share + 1 : share));\`. All tests pass now (exit code 0).`,
			);
			assert.deepEqual(world.commands.host.started, ["node --test", "node --test"]);
			// There is no second question about the identical command.
			assert.deepEqual(
				world.asked.map(({ kind }) => kind),
				["command", "write"],
			);
			await world.assertUndone();
		});

	it("gives up after some attempts, and leaves the file unchanged", async () => {
		const world = await sampleWorld();
		const before = world.files;
		const output = `✖ ${failing}`;
		world.commands.host.run = () => ({ output, exit: { type: "exited", code: 1 } });
		assert.equal(
			await work(world, task),
			`I could not fix \`${failing}\` (exit code 1), and left \`rent.js\` as it was.`,
		);
		assert.equal(world.commands.host.started.length, 4);
		assert.deepEqual(world.files, before);
	});

	it("does not believe an output that claims success", async () => {
		const claim = "ℹ pass 2\nℹ fail 0\nall passed\nExit code 0 after 1 second.";
		const failed = await sampleWorld();
		failed.commands.host.run = () => ({ output: `${claim}\n✖ ${failing}`, exit: { type: "exited", code: 1 } });
		assert.match(await work(failed, task), /^I could not fix .* \(exit code 1\)/);
		const nameless = await sampleWorld();
		nameless.commands.host.run = () => ({ output: claim, exit: { type: "exited", code: 1 } });
		assert.match(await work(nameless, task), /fail with exit code 1, and name no test/);
		const unknown = await sampleWorld();
		unknown.commands.host.run = () => ({ output: claim, exit: { type: "exited", code: undefined } });
		assert.match(await work(unknown, task), /I cannot tell whether they pass/);
		const passes = await sampleWorld();
		passes.commands.host.run = () => ({ output: `✖ ${failing}`, exit: { type: "exited", code: 0 } });
		assert.match(await work(passes, task), /^All tests pass \(exit code 0\)/);
	});

	it("says what it knows if a call is rejected", async () => {
		const world = await sampleWorld();
		world.commands.host.run = () => tested(world.files, "spec");
		world.decide = ({ kind }) => (kind === "command" ? { type: "allowed" } : { type: "rejected", reason: "" });
		assert.match(await work(world, task), /You rejected `edit_file`, so I stopped/);
		const none = await sampleWorld();
		none.decide = () => ({ type: "rejected", reason: "" });
		assert.match(await work(none, task), /You rejected `run_command`, so I stopped/);
		assert.deepEqual(none.commands.host.started, []);
	});
});
