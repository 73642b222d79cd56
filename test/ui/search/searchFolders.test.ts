import assert from "node:assert/strict";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { scriptedReply } from "../../gateway/scriptedReply";
import { leaveQuickInput } from "../../host/quickInput";
import { dismissNotifications, runCommand, showByCommand } from "../../host/workbench";
import { acceptAll } from "../code/editPreview";
import { extensionsWith } from "../extensionsWith";
import { embeddedTexts, isEmbedding } from "../hostile/embeddedTexts";
import { itLong } from "../longRun";
import { ask, openPanelWindow, type PanelWindow } from "../panelWindow";
import { renderedMarkdown } from "../renderedMarkdown";
import { screenshot } from "../screenshot";
import {
	addToChat,
	buildCommand,
	indexStatus,
	rowOf,
	searchBox,
	told,
	toldBuilt,
	typeSearch,
	viewCommand,
} from "./searchParts";

const library = { uri: "gatehouse-virtual:/", name: "Library" };
const workspaceOf = (folders: readonly object[]) =>
	JSON.stringify({ folders, settings: { "files.autoSave": "off", "gatehouse.index.exclude": ["**/fixtures"] } });

describe("search: in a workspace of several folders", () => {
	let root: string;
	let t: PanelWindow | undefined;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-folders-"));
		const workspace = join(root, "both.code-workspace");
		const files = {
			"a/app/.gitignore": "ignored.ts\n",
			"a/app/ignored.ts": "export const ignored = 'the harbour';\n",
			"a/.gitignore": "*.local.ts\n",
			"a/.git/info/exclude": "/app/mine.ts\n",
			"a/app/one.local.ts": "export const local = 'the harbour';\n",
			"a/app/mine.ts": "export const mine = 'the harbour';\n",
			"a/app/one.ts":
				"/** Lights the lamps of the harbour. */\nexport const lightLamps = (lamps) => lamps.map((lamp) => lamp.on());\n",
			"b/app/two.ts": "/** Counts the ships in the harbour. */\nexport const countShips = (ships) => ships.length;\n",
			"a/app/same.ts": "// one of two\nexport const which = 'the first';\n",
			"b/app/same.ts": "// one of two\nexport const which = 'the second';\n",
			"b/app/fixtures/three.ts": "export const fixture = 'the harbour';\n",
			"b/app/.env": "HARBOUR_KEY=secret\n",
			"d/more/tide.ts": "/** Tells the tide. */\nexport const tide = (moon) => moon.phase;\n",
			"both.code-workspace": workspaceOf([{ path: "a/app" }, { path: "b/app" }, library]),
		};
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(root, path)), { recursive: true });
			await writeFile(join(root, path), text);
		}
		t = await openPanelWindow({ folder: workspace, extensionsDir: await extensionsWith("virtualFiles", root) });
	});
	after(async () => {
		await t?.close();
		await rm(root, { recursive: true, force: true, maxRetries: 5 });
	});

	it("indexes the files of all of them, except ignored, excluded or secret ones; opens the right one of two", async () => {
		assert.ok(t);
		const { page } = t.window;
		const row = (text: string | RegExp) => rowOf(page, text).first();
		await runCommand(page, buildCommand);
		await row("Files: 5 · Chunks: 5").click();
		await toldBuilt(page, 5).waitFor();
		assert.doesNotMatch(embeddedTexts(t.gateway.requests).join("\n"), /(?:ignored|local|mine) =|fixture|HARBOUR_KEY/);
		await typeSearch(page, "count the ships");
		await row("app (2)").waitFor();
		await screenshot(page, "search-folders-dark");
		await searchBox(page).press("Enter");
		await page.locator('.tab.active[data-resource-name="two.ts"]').waitFor();
		await showByCommand(page, viewCommand, row(/Virtual folders.*: Library/));
		await screenshot(page, "search-index-folders-dark");
		await row("Files left out: 1").click();
		await renderedMarkdown(page, "app (2)/.env");
	});

	it("names a file with its folder, and an answer's reference opens the right one of two", async () => {
		assert.ok(t);
		const { page } = t.window;
		await runCommand(page, "View: Close All Editors");
		await typeSearch(page, "count the ships");
		await addToChat(page, "app (2)");
		await leaveQuickInput(page);
		const data = sseChunk("See `app (2)/same.ts:2`.") + sseChunk({}, "stop");
		t.gateway.script({ match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
		const asked = t.gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		const answer = await ask(t.panel, "Where are they counted?");
		assert.match((await asked).body, /app \(2\)\/two\.ts/);
		await answer.getByRole("link", { name: "app (2)/same.ts:2" }).click();
		await page.locator(".view-line").filter({ hasText: "the second" }).waitFor();
	});

	it("names a file with its folder to a model that edits it, and changes the right one of two", async () => {
		assert.ok(t);
		const { page } = t.window;
		await page.locator(".view-line").filter({ hasText: "the second" }).click();
		const code = "// one of two\nexport const which = 'the last';";
		t.gateway.script(scriptedReply(`\`\`\`ts\n${code}\n\`\`\``));
		const asked = t.gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		await page.keyboard.press("ControlOrMeta+A");
		await runCommand(page, "Gatehouse: Fix Selection");
		assert.match((await asked).body, /Fix this code from app \(2\)\/same\.ts/);
		await acceptAll(page);
		await page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
		await page.locator(".tab.active.dirty").waitFor();
		await page.locator(".view-line").filter({ hasText: "the last" }).waitFor();
		await page.keyboard.press("ControlOrMeta+Z");
		await page.locator(".view-line").filter({ hasText: "the second" }).waitFor();
	});

	itLong("keeps the index of a folder that is away for a while, and sends nothing of it when it is back", async () => {
		assert.ok(t);
		const { page } = t.window;
		const sent = embeddedTexts(t.gateway.requests).length;
		const look = async () => {
			await runCommand(page, buildCommand);
			await told(page, /index is up to date.*: 5/).waitFor();
			await dismissNotifications(page);
			await showByCommand(page, viewCommand, rowOf(page, "Files: 5 · Chunks: 5"));
		};
		await rename(join(root, "b"), join(root, "away"));
		await look();
		await rowOf(page, "Unavailable folders: app (2)").waitFor();
		await screenshot(page, "search-index-away-dark");
		await leaveQuickInput(page);
		await rename(join(root, "away"), join(root, "b"));
		await look();
		await rowOf(page, "Unavailable folders").waitFor({ state: "detached" });
		await leaveQuickInput(page);
		assert.equal(embeddedTexts(t.gateway.requests).length, sent);
	});

	itLong("removes the files of a folder that is removed from the workspace", async () => {
		assert.ok(t);
		const { page } = t.window;
		await showByCommand(page, viewCommand, rowOf(page, "Files: 5 · Chunks: 5"));
		await writeFile(join(root, "both.code-workspace"), workspaceOf([{ path: "a/app" }, library]));
		await rowOf(page, "Files: 3 · Chunks: 3").waitFor();
		await leaveQuickInput(page);
		await typeSearch(page, "count the ships of the harbour");
		await rowOf(page, "one.ts").first().waitFor();
		assert.equal(await rowOf(page, "two.ts").count(), 0);
		await leaveQuickInput(page);
	});

	itLong(
		"asks again before it sends anything of a new folder, and says in its view what waits for consent",
		async () => {
			assert.ok(t);
			const { page } = t.window;
			await mkdir(join(root, "e"));
			await writeFile(
				join(root, "e", "four.ts"),
				"/** Rows across. */\nexport const row = (oars) => oars.length / 2;\n",
			);
			await writeFile(join(root, "both.code-workspace"), workspaceOf([{ path: "a/app" }, library, { path: "e" }]));
			await indexStatus(page, /new folder/).waitFor();
			await showByCommand(page, viewCommand, rowOf(page, "The workspace has a new folder"));
			await screenshot(page, "search-index-newFolder-dark");
			await rowOf(page, "Build What Is Missing").click();
			await rowOf(page, "the index stays as it is").waitFor();
			await rowOf(page, /Build Index with demo-embed.*New: e/s).waitFor();
			await screenshot(page, "search-consent-newFolder-dark");
			assert.doesNotMatch(embeddedTexts(t.gateway.requests).join("\n"), /Rows across/);
			await rowOf(page, "Files: 1 · Chunks: 1").click();
			await toldBuilt(page, 4).waitFor();
			await typeSearch(page, "row across with oars");
			await rowOf(page, "four.ts").first().waitFor();
		},
	);

	itLong("ignores a folder that was added and declined, and continues to follow the others", async () => {
		assert.ok(t);
		const { page } = t.window;
		const folders = [{ path: "a/app" }, { path: "d/more" }, library];
		await leaveQuickInput(page);
		await writeFile(join(root, "both.code-workspace"), workspaceOf(folders));
		await indexStatus(page, /new folder/).waitFor();
		await runCommand(page, buildCommand);
		await rowOf(page, "Files: 1 · Chunks: 1").waitFor();
		await rowOf(page, "Not Now").click();
		const embedded = t.gateway.nextRequest((request) => isEmbedding(request) && request.body.includes("late lamps"));
		await writeFile(join(root, "d/more/late.ts"), "export const lateTide = 'the harbour';\n");
		await writeFile(join(root, "a/app/late.ts"), "/** Lights the late lamps. */\nexport const late = () => {};\n");
		await embedded;
		await showByCommand(page, viewCommand, rowOf(page, "Files: 4 · Chunks: 4"));
		await rowOf(page, /to see what would be sent/).waitFor();
		await screenshot(page, "search-index-added-dark");
		await leaveQuickInput(page);
		assert.doesNotMatch(embeddedTexts(t.gateway.requests).join("\n"), /tide/i);
	});
});
