import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { leaveQuickInput } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import {
	dismissNotifications,
	openFile,
	pick,
	pressInNotification,
	quickInput,
	runCommand,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { narrowly } from "../appearance/assertLooks";
import { openFoundPlaces } from "../context/openFoundPlaces";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import { embeddedTexts } from "../hostile/embeddedTexts";
import { longRun } from "../longRun";
import { answers, ask, messageBox, type PanelWindow, questions, send } from "../panelWindow";
import { renderedMarkdown } from "../renderedMarkdown";
import { screenshot, screenshotInThemes } from "../screenshot";
import {
	addToChat,
	buildCommand,
	closed,
	holdEmbeddings,
	indexStatus,
	isComplete,
	retype,
	rowOf,
	searchBox,
	searchCommand,
	told,
	toldBuilt,
	typeSearch,
	viewCommand,
} from "./searchParts";
import { writeParcels } from "./writeParcels";

/** Files beside those of the sample workspace. */
const made = 150;

export function searchTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await writeParcels(t.workspace, made);
	});

	const row = (text: string | RegExp) => rowOf(t.window.page, text);
	const tab = (name: string) => t.window.page.locator(`.tab[data-resource-name="${name}"]`);
	const activeTab = (name: string) => t.window.page.locator(`.tab.active[data-resource-name="${name}"]`);
	const status = (name: RegExp) => indexStatus(t.window.page, name);
	const embedded = () => embeddedTexts(t.gateway.requests);
	const build = () => t.panel.getByRole("button", { name: "Build Index…" });
	const remove = (name: string) => t.panel.getByRole("button", { name: `Remove ${name}` });

	/** The paths of the indexes' files. */
	async function indexes(): Promise<string[]> {
		const storage = join(t.window.userDataDir, "User", "globalStorage", "gatehouse.gatehouse", "index");
		const names = await readdir(storage, { recursive: true });
		return names.filter((name) => name.endsWith(".sqlite")).map((name) => join(storage, name));
	}

	it("finds by keywords without an index, and says what one costs; without consent, nothing is sent", async () => {
		const { page } = t.window;
		await showByCommand(page, searchCommand, row("Add Search by Meaning…"));
		await retype(page, "what is left of the budget");
		await row(/budget\.ts.*keywords alone/s)
			.first()
			.waitFor();
		await screenshot(page, "search-noIndex-dark");
		await pick(page, "Add Search by Meaning…");
		await row(/with demo-embed.*Sent to: Demo.*Files: 154 · Chunks: 15\d · Tokens: about [\d,]+/s).waitFor();
		// Moved off the row that was clicked: another row is there now, whose tooltip would cover the next one.
		await searchBox(page).hover();
		await screenshotInThemes(page, "search-consent");
		// Text that the user is still typing into the editor when the question opens must not answer it.
		await retype(page, "index");
		await row("Not Now").waitFor();
		await searchBox(page).press("Enter");
		await closed(page);
		assert.deepEqual(embedded(), []);
		// No unwanted copy of the files is left either: there is only the index of the keywords.
		await eventually(async () => assert.equal((await indexes()).length, 1));
	});

	it("#codebase attaches the places found by keywords while there is no index", async () => {
		const message = messageBox(t.panel);
		await suggest(t.panel, "where is the budget #codeb", t.panel.getByRole("option", { name: "Codebase" }));
		await message.press("Enter");
		await openFoundPlaces(t.panel.locator(".composer"));
		// A place is named after its symbol, or after its file and lines.
		const inBudget = /^Remove (?:budget\.ts|Expense|monthlyTotals|remaining)/;
		await t.panel.getByRole("button", { name: inBudget }).first().waitFor();
		const found = t.panel.getByRole("button", { name: /^Remove / });
		for (let left = (await found.count()) - 1; left >= 0; left--) {
			await found.first().click();
			await eventually(async () => assert.equal(await found.count(), left));
		}
		await message.fill("");
	});

	it("builds with progress, pauses and resumes from the status bar, and sends nothing twice", async () => {
		const { page } = t.window;
		// The requests under way at the same time are held, too: the picture shows a build in progress.
		const held = holdEmbeddings(t.gateway, 3);
		await runCommand(page, buildCommand);
		await row("Sent to: Demo").click();
		await told(page, "Building the index")
			.getByText(/Chunks embedded: \d+ of 15\d · .* per second · files done: \d+ of \d+/)
			.waitFor();
		await status(/Chunks embedded.* Click to pause/).waitFor();
		await screenshotInThemes(page, "search-progress");
		await runCommand(page, searchCommand);
		await quickInput(page)
			.getByText(/Search Workspace by Meaning · Index \d+%/)
			.waitFor();
		await screenshot(page, "search-whileBuilding-dark");
		await showByCommand(page, viewCommand, row("Being built"));
		await screenshot(page, "search-index-building-dark");
		await leaveQuickInput(page);
		const under = embedded().length;
		await status(/Click to pause/).click();
		await status(/paused/).waitFor();
		await told(page, "Building the index").waitFor({ state: "detached" });
		await screenshot(page, "search-paused-dark");
		held.letGo();
		await showByCommand(page, viewCommand, row("Resume"));
		await screenshot(page, "search-index-paused-dark");
		await leaveQuickInput(page);
		await status(/paused/).click();
		await toldBuilt(page, 154).waitFor();
		const texts = embedded();
		assert.ok(under > 0);
		assert.ok(texts.length <= new Set(texts).size + under, "only what was under way is sent again");
		await dismissNotifications(page);
	});

	it("still has the text that was typed before there was an index", async () => {
		const { page } = t.window;
		await showByCommand(page, searchCommand, row("what is left of the budget"));
		await searchBox(page).press("Enter");
		await row("budget.ts").first().waitFor();
		await leaveQuickInput(page);
	});

	it("finds while the user types, previews the focused place, and restores the editor on Escape", async () => {
		const { page } = t.window;
		await openFile(page, "greet.py");
		await typeSearch(page, "how much of the budget is left");
		await row("budget.ts").first().waitFor();
		await activeTab("budget.ts").waitFor();
		assert.equal(await row("parcel").count(), 0, "what nothing speaks for is no place");
		await screenshotInThemes(page, "search-results");
		await leaveQuickInput(page);
		await activeTab("greet.py").waitFor();
		await tab("budget.ts").waitFor({ state: "detached" });
	});

	it("opens on Enter, and to the side with Ctrl+Enter", async () => {
		const { page } = t.window;
		await typeSearch(page, "how much of the budget is left lang:ts");
		await row("budget.ts").first().waitFor();
		await searchBox(page).press("Enter");
		await closed(page);
		await activeTab("budget.ts").waitFor();
		// After opening one place, the user can return to the others.
		await showByCommand(page, searchCommand, row("how much of the budget is left lang:ts"));
		await screenshot(page, "search-recent-dark");
		await searchBox(page).press("Enter");
		await row("monthlyTotals").waitFor();
		// Repeated: on a busy machine, the recent search's text may replace the typed one.
		await tryAgain(async (timeout) => {
			await retype(page, "greeting path:greet");
			await row("greet.py").first().waitFor({ timeout });
		});
		await searchBox(page).press("Control+Enter");
		await closed(page);
		await page
			.locator(".editor-group-container")
			.nth(1)
			.locator('.tab.active[data-resource-name="greet.py"]')
			.waitFor();
		await runCommand(page, "View: Close All Editors");
	});

	it("adds a place to the chat, and stays open", async () => {
		const { page } = t.window;
		await typeSearch(page, "how much of the budget is left lang:ts");
		await addToChat(page, "budget.ts");
		await leaveQuickInput(page);
		await t.panel.getByRole("button", { name: /^Remove .*budget/ }).click();
	});

	it("adds a place to the chat with the keyboard alone", async () => {
		const { page } = t.window;
		await typeSearch(page, "how much of the budget is left lang:ts");
		await row("budget.ts").first().waitFor();
		await searchBox(page).press("Control+Shift+Enter");
		await row("added to the chat").waitFor();
		await screenshot(page, "search-addedByKey-dark");
		await leaveQuickInput(page);
		await t.panel.getByRole("button", { name: /^Remove .*budget/ }).click();
	});

	it("says when nothing is found, and what failed", async () => {
		const { page } = t.window;
		await typeSearch(page, "");
		await screenshot(page, "search-ready-dark");
		await retype(page, "anything path:nowhere");
		await row("Nothing found").waitFor();
		await screenshot(page, "search-empty-dark");
		await retype(page, "path:budget lang:ts");
		await row("Describe what to look for").waitFor();
		await screenshot(page, "search-filtersAlone-dark");
		t.gateway.script({ match: "/v1/embeddings", status: 401, json: { error: { message: "no such key" } } });
		await retype(page, "xyzzy");
		await row("Search Again").waitFor();
		await screenshot(page, "search-error-dark");
		t.gateway.script({ match: "/v1/embeddings", status: 401, json: { error: { message: "no such key" } } });
		await retype(page, "shares out the chores");
		await row("Found by keywords alone").getByText("The gateway refused the key").waitFor();
		await row("Search Again").getByText("no such key").waitFor();
		await activeTab("chores.js").waitFor();
		await screenshot(page, "search-keywordsAlone-dark");
		await pick(page, "Search Again");
		await row("Found by keywords alone").waitFor({ state: "detached" });
		await row("chores.js").first().waitFor();
		await leaveQuickInput(page);
	});

	it("#codebase attaches the places that match the question, each of which can be removed", async () => {
		const { page } = t.window;
		const message = messageBox(t.panel);
		await suggest(t.panel, "How much of the budget is left? #codeb", t.panel.getByRole("option", { name: "Codebase" }));
		await message.press("Enter");
		await openFoundPlaces(t.panel.locator(".composer"));
		await remove("budget.ts:18–21").waitFor();
		assert.equal(await build().count(), 0, "what there was to say about the last one is over");
		await remove("README.md:1–8").click();
		await remove("README.md:1–8").waitFor({ state: "detached" });
		await screenshot(page, "search-codebase-dark");
		if (longRun) await narrowly(t, () => screenshot(page, "search-codebase-narrow-dark"));
		const asked = t.gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		await message.press("Enter");
		const { body } = await asked;
		assert.match(body, /export function remaining/);
		assert.doesNotMatch(body, /A small household|Folds parcel/);
		await answers(t.panel).last().getByRole("button", { name: "Retry", exact: true }).waitFor();
	});

	it("#codebase before the question searches when the question is sent", async () => {
		const { page } = t.window;
		await t.panel.getByRole("button", { name: "Attach context" }).click();
		await row(/places that match the question/).click();
		await remove("Codebase").waitFor();
		await t.panel.getByRole("button", { name: "Codebase searched when you send" }).waitFor();
		const message = messageBox(t.panel);
		await message.fill("Who waters the garden?");
		await screenshotInThemes(page, "search-codebaseFirst");
		const asked = t.gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		await message.press("Enter");
		const { body } = await asked;
		assert.match(body, /water/);
		await remove("Codebase").waitFor({ state: "detached" });
		const question = t.panel.getByRole("article", { name: "You" }).last();
		await openFoundPlaces(question);
		await question.getByText("chores.js:1–6").waitFor();
		await answers(t.panel).last().getByRole("button", { name: "Retry", exact: true }).waitFor();
	});

	it("#codebase in the middle of a question searches, too", async () => {
		const asked = t.gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		await send(t.panel, "Who shares out the chores in the #codebase?");
		const { body } = await asked;
		assert.match(body, /export function shareOut/);
		assert.doesNotMatch(body, /#codebase/);
		const question = questions(t.panel).last();
		await openFoundPlaces(question);
		await question.getByText("chores.js:").first().waitFor();
		await answers(t.panel).last().getByRole("button", { name: "Retry", exact: true }).waitFor();
		await screenshot(t.window.page, "search-codebaseWritten-dark");
	});

	it("links the places that an answer names", async () => {
		const text =
			"It is in `budget.ts:18-21`, not in `nowhere.ts:3`.\n\nGreetings are in greet.py:1-2, as [the readme](README.md) says; not in [the future](../later.md).";
		const data = sseChunk(text) + sseChunk({}, "stop");
		t.gateway.script({ match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
		const said = await ask(t.panel, "Where is it?");
		await said.getByRole("link", { name: "budget.ts:18-21" }).click();
		await activeTab("budget.ts").waitFor();
		await t.window.page.locator("#status\\.editor\\.selection").getByText("Ln 21").waitFor();
		await said.getByRole("link", { name: "nowhere.ts:3" }).click();
		await t.panel
			.getByText(/no nowhere\.ts in this workspace/)
			.first()
			.waitFor();
		await said.getByRole("link", { name: "greet.py:1-2" }).click();
		await activeTab("greet.py").waitFor();
		await said.getByRole("link", { name: "the readme" }).click();
		await activeTab("README.md").waitFor();
		assert.equal(await said.getByRole("link", { name: "the future" }).count(), 0);
		await screenshot(t.window.page, "search-references-dark");
	});

	it("reports why the index is incomplete, and Retry completes it", async () => {
		const { page } = t.window;
		const json = { error: { message: "no such key" } };
		const refused = t.gateway.script({ match: "/v1/embeddings", times: 1000, status: 401, json });
		const harbour = join(t.workspace, "packages", "the-office-of-the-harbour-master", "source", "timetables");
		await mkdir(harbour, { recursive: true });
		await writeFile(
			join(harbour, "tide.js"),
			"/** When the tide comes in. */\nexport function whenTheTideComesInAtTheEasternQuay(moon) {\n\tconst quay = 12.4;\n\treturn moon * quay;\n}\n",
		);
		await status(/The index is not complete/).waitFor();
		await runCommand(page, buildCommand);
		await told(page, /not complete.*refused the key/).waitFor();
		await screenshot(page, "search-failed-dark");
		refused.dispose();
		await pressInNotification(page, told(page, "key"), "Retry");
		// VS Code shows no toast for the fourth notification within 800 ms.
		const built = toldBuilt(page, 155);
		await showNotification(page, built);
		await screenshot(page, "search-built-dark");
		await pressInNotification(page, built, "Search…");
		await retype(page, "when does the tide come in");
		await row(/tide\.js:1–5 · packages\/the-office.*\d+% match/s)
			.first()
			.waitFor();
		await screenshot(page, "search-longPath-dark");
		await leaveQuickInput(page);
		await dismissNotifications(page);
		await showByCommand(page, viewCommand, isComplete(page));
		await screenshot(page, "search-index-dark");
		await row("Open Report").click();
		await page.locator(".tab.active").filter({ hasText: "Index of This Workspace.md" }).waitFor();
		await renderedMarkdown(page, "State: Complete");
		await screenshot(page, "search-report-dark");
	});

	it("deletes the index after a question, and those of other models", async () => {
		const { page } = t.window;
		const [file = ""] = await indexes();
		await writeFile(join(dirname(file), "of another model.sqlite"), "");
		await dismissNotifications(page);
		await runCommand(page, "Gatehouse: Delete Index…");
		await page.getByRole("dialog").getByRole("button", { name: "Delete Index" }).click();
		await told(page, /index was deleted(?! in)/).waitFor();
		await eventually(async () => assert.deepEqual(await indexes(), []));
		await showByCommand(page, searchCommand, row("Add Search by Meaning…"));
		await leaveQuickInput(page);
	});
}
