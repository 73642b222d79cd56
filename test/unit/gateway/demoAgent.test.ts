import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoAgent } from "../../gateway/endpoints/demoAgent";
import { repositoryFolder } from "../../host/paths";
import { agentSample } from "../../host/sampleWorkspace";
import { AgentWorld } from "../core/agent/agentWorld";
import { canaryKey, connectedGateway } from "../core/gateway/gatewayHarness";

async function filesOf(folder: string): Promise<Record<string, string>> {
	const names = await readdir(folder);
	return Object.fromEntries(
		await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
	);
}

describe("gateway: demo-agent", () => {
	/** Has the stand-in work on a task in the workspace that `npm start` opens. */
	async function work(task: string, rejects = false): Promise<{ world: AgentWorld; said: string }> {
		const folders = [join(repositoryFolder, "test", "host", "sample-workspace"), agentSample];
		const [sample, own] = await Promise.all(folders.map(filesOf));
		const world = new AgentWorld({ ...sample, ...own });
		world.task = task;
		if (rejects) world.decide = () => ({ type: "rejected", reason: "" });
		const { server, client } = await connectedGateway({ keys: [canaryKey], models: [demoAgent] });
		try {
			assert.deepEqual(await world.run(client, {}, "demo-agent"), { type: "answered" });
		} finally {
			await server.close();
		}
		const last = world.events.findLast((event) => event.type === "turn");
		return { world, said: last?.text ?? "" };
	}

	it("renames a function over three files, by what the tools return", async () => {
		const { world, said } = await work("Please rename `shareOut` to `divide`.");
		assert.equal(said, "I renamed `shareOut` to `divide` in 3 files: `chores.js`, `poster.js`, `week.js`.");
		const files = Object.values(world.files).join("\n");
		assert.doesNotMatch(files, /shareOut/);
		assert.equal(files.match(/\bdivide\b/g)?.length, 5);
		assert.equal(world.asked.length, 1);
		await world.assertUndone();
	});

	it("stops when a change is rejected, and says that there is nothing to rename", async () => {
		const rejected = await work("Rename shareOut to divide", true);
		assert.equal(rejected.said, "You rejected a change of `chores.js`, so I stopped.");
		await rejected.world.assertUndone();
		assert.equal((await work("Rename missing to found")).said, "There is no `missing` in this workspace.");
	});

	it("says what it can do when it is asked something else, or has no tools", async () => {
		assert.match((await work("Write a poem.")).said, /one task: “Rename OLD to NEW”/);
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
