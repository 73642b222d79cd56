import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaveQuickInput } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import {
	answer,
	dismissNotifications,
	openFile,
	openPanel,
	pick,
	quickInput,
	runCommand,
	showSideBar,
} from "../../host/workbench";
import { narrowly } from "../appearance/assertLooks";
import { extensionsWith } from "../extensionsWith";
import { isEmbedding } from "../hostile/embeddedTexts";
import { describeLong } from "../longRun";
import { demoKey, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot, screenshotInThemes } from "../screenshot";
import { searchAgentTests } from "./searchAgentTests";
import { buildCommand, closed, holdEmbeddings, retype, rowOf, searchBox, told, typeSearch } from "./searchParts";

describeLong("search: left and continued", () => {
	let t: PanelWindow;
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-agent-"));
		t = await openPanelWindow({
			// VS Code's default: a click beside the search closes it.
			settings: { "workbench.quickOpen.closeOnFocusLost": true },
			extensionsDir: await extensionsWith("searchAgent", folder),
		});
		await writeFile(join(t.workspace, "harbour.sh"), "# Where the boats lie.\nboats=$(search) quays=$(ls quays)\n");
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	const row = (text: string | RegExp) => rowOf(t.window.page, text);
	const tab = (name: string) => t.window.page.locator(`.tab[data-resource-name="${name}"]`);
	const activeTab = (name: string) => t.window.page.locator(`.tab.active[data-resource-name="${name}"]`);

	async function searchBudget(): Promise<void> {
		await typeSearch(t.window.page, "how much of the budget is left lang:ts");
		await row("budget.ts").first().waitFor();
		await activeTab("budget.ts").waitFor();
	}

	async function build(): Promise<void> {
		const { page } = t.window;
		await runCommand(page, buildCommand);
		await row("Sent to: Demo").click();
		await told(page, "The index is built").waitFor();
		await dismissNotifications(page);
	}

	it("finds the text that was typed before there was an index, once another window has built one", async () => {
		const { page } = t.window;
		const other = await page.context().newPage();
		await other.goto(t.window.url);
		await openPanel(other);
		// The window is still opening, which may close the search.
		await tryAgain(async (timeout) => {
			await typeSearch(other, "how much of the budget is le");
			await rowOf(other, "Add Search by Meaning…").waitFor({ timeout });
		});
		await build();
		await other.keyboard.type("ft");
		await rowOf(other, "budget.ts").first().waitFor();
		await other.close();
	});

	/** Searches for something else, which the gateway does not answer yet. @returns a function that makes it answer. */
	async function searchInVain(text: string): Promise<{ letGo(): void }> {
		const held = holdEmbeddings(t.gateway, 0);
		const asked = t.gateway.nextRequest(isEmbedding);
		await retype(t.window.page, text);
		await asked;
		return held;
	}

	it("says on Enter that it is still searching, and does not open earlier results", async () => {
		const { page } = t.window;
		await searchBudget();
		const held = await searchInVain("greeting of a guest");
		await row("budget.ts").first().waitFor();
		await searchBox(page).press("Enter");
		await row("Searching the workspace for “greeting of a guest”").waitFor();
		assert.equal(await row("budget.ts").count(), 0);
		await screenshot(page, "search-asking-dark");
		held.letGo();
		await row("greet.py").first().waitFor();
		await leaveQuickInput(page);
	});

	it("opens the focused row on Enter, even if a later search is still running", async () => {
		const { page } = t.window;
		await searchBudget();
		const held = await searchInVain("greeting of a guest");
		await searchBox(page).press("ArrowDown");
		await searchBox(page).press("Enter");
		await closed(page);
		await activeTab("budget.ts").waitFor();
		held.letGo();
		await runCommand(page, "View: Close All Editors");
	});

	it("leaves the keyboard to the palette that opens over it", async () => {
		const { page } = t.window;
		await openFile(page, "greet.py");
		await searchBudget();
		await page.keyboard.press("F1");
		await tab("budget.ts").waitFor({ state: "detached" });
		await activeTab("greet.py").waitFor();
		await page.keyboard.type("Gatehouse: Show In");
		await row("Gatehouse: Show Index").waitFor();
		await leaveQuickInput(page);
	});

	it("returns the keyboard to the editor when it is closed", async () => {
		const { page } = t.window;
		await openFile(page, "greet.py");
		await searchBudget();
		await page.keyboard.press("Escape");
		await activeTab("greet.py").waitFor();
		await page.locator(".monaco-editor.focused").waitFor();
	});

	it("shows the panel to which it adds a place, and keeps the keyboard", async () => {
		const { page } = t.window;
		await showSideBar(page, false);
		await searchBudget();
		await page.keyboard.press("Control+Shift+Enter");
		await row("added to the chat").waitFor();
		const remove = t.panel.getByRole("button", { name: /^Remove .*budget/ });
		await remove.waitFor();
		await screenshot(page, "search-addedWithPanel-dark");
		await page.keyboard.press("ControlOrMeta+A");
		// In one step: the results are then those of the whole text, and Enter does not only start a search.
		await page.keyboard.insertText("greeting");
		await row("greet.py").first().waitFor();
		await page.keyboard.press("Enter");
		await closed(page);
		await activeTab("greet.py").waitFor();
		await page.locator(".monaco-editor.focused").waitFor();
		await remove.click();
		await remove.waitFor({ state: "detached" });
		// If the panel keeps the focus, it takes it back from the next search, which closes.
		await runCommand(page, "View: Focus Active Editor Group");
	});

	it("shows $(…) in code as text, not as icons", async () => {
		const { page } = t.window;
		await typeSearch(page, "where the boats lie");
		await row("harbour.sh").getByText("boats=$ (search) quays=$ (ls quays)").waitFor();
		await screenshotInThemes(page, "search-dollars");
		await narrowly(t, () => screenshot(page, "search-dollars-narrow-dark"));
		await leaveQuickInput(page);
	});

	it("finds by keywords if the key was deleted; with a new one, by the meaning of the same text", async () => {
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Delete API Key…");
		await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
		await page
			.getByRole("button", { name: /^Gatehouse: .*no key/ })
			.first()
			.waitFor();
		await typeSearch(page, "shares out the chores");
		await row("Found by keywords alone")
			.getByText(/no API key for Demo/)
			.waitFor();
		await row("chores.js").first().waitFor();
		await screenshotInThemes(page, "search-noKey");
		await pick(page, "Set API Key…");
		await quickInput(page).locator("input[type=password]").waitFor();
		await answer(page, demoKey);
		await pick(page, "Permanent Key");
		await row(/chores\.js.*% match/s)
			.first()
			.waitFor();
		assert.equal(await searchBox(page).inputValue(), "shares out the chores");
		assert.equal(await row("Found by keywords alone").count(), 0);
		await leaveQuickInput(page);
	});

	describe("search tool: consent in the window", () => searchAgentTests(() => t));
});
