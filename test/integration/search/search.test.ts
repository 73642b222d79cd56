import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { DemoGateway } from "../../gateway/demoGateway";
import { eventually } from "../../ui/eventually";
import { connectedGateway } from "../connectedGateway";

describe("search: by meaning, in VS Code", () => {
	let gateway: DemoGateway;
	let outside: string;
	before(async () => {
		gateway = await connectedGateway();
		earlier = gateway.requests.length;
		outside = await mkdtemp(join(tmpdir(), "gatehouse-outside-"));
		await writeFile(join(outside, "notes.txt"), "The password of the house is hunter2.\n");
		await symlink(outside, link(), "junction");
		await mkdir(join(folder().fsPath, ".git", "info"), { recursive: true });
		// In a browser, VS Code saves after a second: unsaved text would be sent.
		await vscode.workspace.getConfiguration("files").update("autoSave", "off", vscode.ConfigurationTarget.Global);
	});
	after(async () => {
		await rm(link(), { force: true });
		await rm(join(folder().fsPath, ".git"), { recursive: true, force: true });
		await rm(outside, { recursive: true });
		await restoreChores();
	});

	/** A link in the workspace to a folder elsewhere. */
	const link = () => join(folder().fsPath, "linked");

	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
	const chores = () => vscode.Uri.joinPath(folder(), "chores.js");
	let original: Uint8Array | undefined;
	const restoreChores = async () => original && vscode.workspace.fs.writeFile(chores(), original);
	const run = (command: string) => vscode.commands.executeCommand(`gatehouse.${command}`);
	const embeds = (text: RegExp) =>
		gateway.nextRequest(({ path, json }) => path === "/v1/embeddings" && text.test(JSON.stringify(json)));
	/** The number of requests before this suite, such as those of the connection check. */
	let earlier = 0;
	/** Returns the bodies of the requests for embeddings. */
	const embeddings = () =>
		gateway.requests
			.slice(earlier)
			.filter(({ path }) => path === "/v1/embeddings")
			.map(({ json }) => JSON.stringify(json));

	/** Waits, with pauses, until a condition holds: no event reports what the index has indexed. */
	const becomes = (holds: () => Promise<unknown>) => eventually(async () => assert.ok(await holds()), 170_000);

	/** Returns the tool's answer, as every agent receives it. */
	async function invoke(query: string, limit = 5): Promise<readonly string[]> {
		const input = { query, limit };
		const { content } = await vscode.lm.invokeTool("gatehouse_search", { input, toolInvocationToken: undefined });
		return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ""));
	}

	/**
	 * Builds the index, and agrees to the questions. No event reports an open quick pick, so both commands are tried until it
	 * was open.
	 */
	async function buildAndAgree(): Promise<void> {
		let asked = false;
		void embeds(/./).then(() => {
			asked = true;
		});
		let building: Thenable<unknown> | undefined;
		await becomes(async () => {
			if (asked) return true;
			building ??= run("buildIndex").then(() => {
				building = undefined;
			});
			await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
			await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
			return asked;
		});
		await building;
	}

	it("finds by keywords while there is no index, and sends nothing", async () => {
		const [first = ""] = await invoke("how much is left");
		assert.match(first, /budget\.ts/);
		assert.deepEqual(embeddings(), []);
	});

	it("builds the index once the user has agreed, and includes edits from before the build", async () => {
		const mill = vscode.Uri.joinPath(folder(), "mill.js");
		const write = (text: string) => vscode.workspace.fs.writeFile(mill, new TextEncoder().encode(text));
		const found = async () => (await invoke("grinds the corn", 10)).find((text) => text.startsWith("mill.js:"));
		const watcher = vscode.workspace.createFileSystemWatcher("**/mill.js");
		const seen = () =>
			new Promise((resolve) => {
				for (const happens of [watcher.onDidCreate, watcher.onDidChange]) happens(resolve);
			});
		const came = seen();
		await write("export const mill = (grain) => grain;\n");
		await came;
		let letGo = () => {};
		const until = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		const held = gateway.script({
			match: "/v1/embeddings",
			times: Number.POSITIVE_INFINITY,
			chunks: [{ type: "wait", until }, { type: "close" }],
		});
		try {
			const begun = embeds(/./);
			const building = buildAndAgree();
			await begun;
			const changed = seen();
			const sent = embeds(/corn\.map/);
			await write("/** Grinds the corn. */\nexport const mill = (corn) => corn.map(({ grains }) => grains);\n");
			await changed;
			held.dispose();
			letGo();
			await building;
			await becomes(async () => (await found())?.includes("corn.map"));
			await (await sent).ended;
		} finally {
			held.dispose();
			letGo();
			watcher.dispose();
			await vscode.workspace.fs.delete(mill);
		}
		await becomes(async () => !(await found()));
	});

	it("opens one search, however often it is asked for", async () => {
		const first = run("search");
		await run("search");
		let isOpen = true;
		void first.then(() => {
			isOpen = false;
		});
		await becomes(async () => {
			if (isOpen) await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
			return !isOpen;
		});
	});

	it("gives agents the matching places, with path, lines and code", async () => {
		const tool = vscode.lm.tools.find(({ name }) => name === "gatehouse_search");
		assert.ok(tool?.tags.includes("codebase"));
		const [first = ""] = await invoke("how much money of the budget is left");
		assert.match(first, /^budget\.ts:\d+-\d+/);
		assert.match(first, /```typescript\n[\s\S]*export function remaining/);
		assert.ok((await invoke("greeting lang:py")).every((text) => text.startsWith("greet.py:")));
		const filtersAlone = await invoke("path:budget");
		assert.equal(filtersAlone.length, 1);
		assert.match(filtersAlone[0] ?? "", /filters alone find nothing/);
	});

	it("gives agents the places found by keywords if a busy gateway would make them wait long", async () => {
		const question = "remaining of the budget, now";
		gateway.script({
			match: ({ path, json }) => path === "/v1/embeddings" && JSON.stringify(json).includes(question),
			status: 429,
			headers: { "retry-after": "600" },
			json: { error: { message: "Slow down." } },
		});
		const [why = "", first = ""] = await invoke(question);
		assert.match(why, /^Found by keywords alone, not by meaning: /);
		assert.match(first, /^budget\.ts:/);
	});

	it("still uses the model of the index when the gateway gets another model", async () => {
		const data = ["demo-embed", "other-embed"].map((id) => ({ id, type: "embeddings" }));
		gateway.script({ match: "/v1/models", json: { data } });
		await run("refreshModels");
		const [first = ""] = await invoke("how much money of the budget is left");
		assert.match(first, /^budget\.ts:/);
		await run("refreshModels");
	});

	it("sends nothing that is behind a link", async () => {
		const sent = gateway.requests.map(({ json }) => JSON.stringify(json)).join("\n");
		assert.match(sent, /remaining/);
		assert.doesNotMatch(sent, /hunter2/);
	});

	it("gives the current lines of a place in an unsaved file", async () => {
		const question = "how much money of the budget is left";
		const [before = ""] = await invoke(question);
		const editor = await vscode.window.showTextDocument(vscode.Uri.joinPath(folder(), "budget.ts"));
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// new\n".repeat(30)));
		const [after = ""] = await invoke(question);
		await vscode.commands.executeCommand("workbench.action.files.revert");
		const lines = (text: string) => /^budget\.ts:(\d+)-(\d+)/.exec(text)?.slice(1).map(Number) ?? [];
		assert.deepEqual(
			lines(after),
			lines(before).map((line) => line + 30),
		);
	});

	it("indexes an edited file, and sends only the changes", async () => {
		original = await vscode.workspace.fs.readFile(chores());
		const before = embeddings().length;
		const changed = embeds(/waterThePlants/);
		const added =
			"\n/** Water for every plant in the house. */\nexport function waterThePlants(plants) {\n\treturn plants.map(({ name }) => name);\n}\n";
		await vscode.workspace.fs.writeFile(chores(), new TextEncoder().encode(new TextDecoder().decode(original) + added));
		await (await changed).ended;
		// The gateway has sent its answer; the index has it a moment later.
		const question = "water for the plants";
		await eventually(async () => {
			const [first = ""] = await invoke(question);
			assert.match(first, /^chores\.js:[\s\S]*waterThePlants/);
		});
		const sent = embeddings().slice(before);
		assert.equal(sent.filter((body) => !body.includes(question)).length, 1, "one chunk besides the question");
	});

	it("sends nothing while it is switched off, and resumes when it is switched on again", async () => {
		const enable = (on: boolean | undefined) =>
			vscode.workspace.getConfiguration("gatehouse").update("index.enabled", on, vscode.ConfigurationTarget.Global);
		const script = gateway.script({ match: "/v1/embeddings", chunks: [{ type: "stall" }] });
		const pressed = embeds(/pressTheApples/);
		const text = new TextDecoder().decode(original);
		const added = "\nexport function pressTheApples(apples) {\n\treturn apples.map(({ juice }) => juice);\n}\n";
		await vscode.workspace.fs.writeFile(chores(), new TextEncoder().encode(text + added));
		const { ended } = await pressed;
		await enable(false);
		assert.equal(await ended, "broken");
		await assert.rejects(invoke("apples"), /turned off/);
		script.dispose();
		const again = embeds(/pressTheApples/);
		await enable(undefined);
		await (await again).ended;
	});

	const greeted = async () => (await invoke("greeting lang:py")).some((text) => text.startsWith("greet.py:"));

	for (const setting of ["files.exclude", "search.exclude", "gatehouse.index.exclude"]) {
		it(`leaves out files from when ${setting} names them, and indexes them again later`, async () => {
			const value = setting.startsWith("gatehouse") ? ["**/*.py"] : { "**/*.py": true };
			const exclude = (globs: unknown) =>
				vscode.workspace.getConfiguration().update(setting, globs, vscode.ConfigurationTarget.Global);
			await exclude(value);
			await becomes(async () => !(await greeted()));
			await exclude(undefined);
			await becomes(greeted);
		});
	}

	it("leaves out files from when Git ignores them, and indexes them again later", async () => {
		const ignored = vscode.Uri.joinPath(folder(), ".gitignore");
		await vscode.workspace.fs.writeFile(ignored, new TextEncoder().encode("*.py\n"));
		await becomes(async () => !(await greeted()));
		await vscode.workspace.fs.delete(ignored);
		await becomes(greeted);
	});

	it("follows a folder that is created, renamed and deleted, with everything in it", async () => {
		const at = (path: string) => vscode.Uri.joinPath(folder(), path);
		const found = async (path: string) =>
			(await invoke("sharpens the scythe", 10)).some((text) => text.startsWith(`${path}:`));
		const text =
			"/** Sharpens the scythe. */\nexport function sharpen(scythe) {\n\treturn { ...scythe, sharp: true };\n}\n";
		await vscode.workspace.fs.writeFile(at("shed/deep/tools.js"), new TextEncoder().encode(text));
		// Its words are found before its chunk is embedded. With a word that the file does not contain, only the
		// embedding finds it.
		const inShed = async () =>
			(await invoke("quux path:shed", 10)).some((text) => text.startsWith("shed/deep/tools.js:"));
		await becomes(inShed);
		const before = gateway.requests.length;
		await vscode.workspace.fs.rename(at("shed"), at("barn"));
		await becomes(async () => (await found("barn/deep/tools.js")) && !(await found("shed/deep/tools.js")));
		await vscode.workspace.fs.delete(at("barn"), { recursive: true });
		await becomes(async () => !(await found("barn/deep/tools.js")));
		const sent = gateway.requests.slice(before).map(({ json }) => JSON.stringify(json));
		assert.ok(!sent.some((body) => body.includes("sharp: true")), "it is known");
	});

	it("reads a file in its folder's encoding, as soon as that is set", async () => {
		const encode = (encoding: string | undefined) =>
			vscode.workspace.getConfiguration("files").update("encoding", encoding, vscode.ConfigurationTarget.Global);
		const latin = vscode.Uri.joinPath(folder(), "latin.txt");
		const found = async () => (await invoke("garçonnière", 10)).find((text) => text.startsWith("latin.txt:"));
		try {
			await vscode.workspace.fs.writeFile(latin, Buffer.from("La garçonnière est fermée.\n", "latin1"));
			await encode("windows1252");
			let text: string | undefined;
			await becomes(async () => {
				text = await found();
				return text !== undefined;
			});
			assert.match(text ?? "", /La garçonnière est fermée/);
		} finally {
			await vscode.workspace.fs.delete(latin);
			await encode(undefined);
		}
		await becomes(async () => !(await found()));
	});

	it("shows the index's facts, and all of them in a report", async () => {
		const report = async () => {
			let shown = false;
			const showing = run("showIndex").then(() => {
				shown = true;
			});
			// The first row shows the state of the index, and opens the report.
			await becomes(async () => {
				if (!shown) await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
				return shown;
			});
			await showing;
			// It is rendered: the tab has the document, and no text editor.
			const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
			return input instanceof vscode.TabInputCustom
				? (await vscode.workspace.openTextDocument(input.uri)).getText()
				: "";
		};
		let text = "";
		// The file that was deleted last disappears from the results at once, and from the index a moment later.
		await becomes(async () => {
			text = await report();
			return text.includes("- Files: 4\n");
		});
		assert.match(text, /### Behind symbolic links \(1\)\n\n- `linked\/notes\.txt`/);
		assert.match(text, /- State: Complete\n/);
		assert.match(text, /demo-embed/);
	});
});
