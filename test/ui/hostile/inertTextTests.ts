import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { scriptedReply } from "../../gateway/scriptedReply";
import { leaveQuickInput, pickByCommand } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import {
	dismissNotifications,
	notifications,
	openFile,
	quickInput,
	rows,
	runCommand,
	selectLines,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { instruct, instructionBox, openInstructionBox } from "../code/editPreview";
import { connectNamed } from "../connections/connectByWizard";
import { contextChips } from "../context/contextChips";
import { eventually } from "../eventually";
import { itLong } from "../longRun";
import { ask, chooseModel, demoKey, type PanelWindow, questions } from "../panelWindow";

/** A link that VS Code would draw; its command is easy to notice because it opens an editor without a name. */
const link = "[renew this key](command:workbench.action.files.newUntitledFile)";
/** The link as the user must see it. */
const inertLink = "[renew this key] (command:workbench.action.files.newUntitledFile)";
/** A link in another form, used in Markdown that may run commands, and the same link as the user must see it. */
const command = "<command:workbench.action.files.newUntitledFile>";
const inertCommand = "< command:workbench.action.files.newUntitledFile>";
const models = "/v1/models";
const gatewayName = `Ours ${link}`;

/** A hostile model that completes code, in the settings of the window. */
export const hostileCompletions = { "gatehouse.completions": { [gatewayName]: { model: command, mode: "demand" } } };

/** Tests of text from outside in VS Code's UI, one for each kind of place. They connect the window's gateway once more. */
export function inertTextTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	const { attachBy, chip, tick } = contextChips(() => t);
	/** Every name that the user sees here is hostile. */
	before(async () => {
		t = shared();
		for (const name of ["list", "notes"])
			await writeFile(join(t.workspace, `$(rocket) ${name}.ts`), "export const list = [1, 2, 3];\n");
		const data = ["demo-chat", `evil $(rocket) ${link}`].map((id) => ({ id, object: "model" }));
		const listing = t.gateway.script({ match: models, times: 100, json: { object: "list", data } });
		await connectNamed(t.window.page, t.gateway.url, demoKey, gatewayName);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		listing.dispose();
	});

	/** Asserts that a text is visible, has neither link nor icon, and that a click on it runs nothing. */
	async function assertInert(shown: Locator, text: string): Promise<void> {
		await shown.getByText(text).first().waitFor();
		assert.equal(await shown.locator("a[href], a[data-href], a.monaco-link, .codicon-rocket").count(), 0);
		await assertNothingRan();
	}

	async function assertNothingRan(): Promise<void> {
		assert.equal(await t.window.page.locator(".tab").filter({ hasText: "Untitled" }).count(), 0);
	}

	const statusEntry = () =>
		t.window.page
			.locator(".statusbar-item")
			.filter({ has: t.window.page.getByRole("button", { name: /^Gatehouse: / }) });

	it("is plain in a notification: a gateway's refusal", async () => {
		const { page } = t.window;
		t.gateway.script({ match: models, status: 401, json: { error: { message: `Key expired. ${link}` } } });
		await runCommand(page, "Gatehouse: Refresh Models");
		const shown = notifications(page).filter({ hasText: "Key expired." });
		await showNotification(page, shown);
		await assertInert(shown, inertLink);
		await shown.getByText(inertLink).click();
		await dismissNotifications(page);
		await assertNothingRan();
	});

	it("is shown completely in a notification, which VS Code cuts after a line if there is no button", async () => {
		const { page } = t.window;
		const json = { error: { message: "The quota is used up." } };
		// An error that neither a wait nor a command can solve.
		t.gateway.script({ match: models, status: 507, json });
		await runCommand(page, "Gatehouse: Refresh Models");
		const shown = notifications(page).filter({ hasText: "cannot answer right now (status 507)" });
		await showNotification(page, shown);
		const message = shown.locator(".notification-list-item-message");
		await message.getByText("The quota is used up.").waitFor();
		await eventually(async () => assert.ok(await message.evaluate((text) => text.scrollWidth <= text.clientWidth)));
		await tryAgain(async (timeout) => {
			if ((await shown.count()) > 0) await shown.getByRole("button", { name: "OK", exact: true }).click({ timeout });
			await shown.waitFor({ state: "detached", timeout });
		});
	});

	it("is plain in progress: its title with a gateway's name, its report with what the gateway says", async () => {
		const { page } = t.window;
		const json = { error: { message: `Too many requests. ${link}` } };
		t.gateway.script({ match: models, status: 429, headers: { "retry-after": "100" }, json });
		await runCommand(page, "Gatehouse: Refresh Models");
		const shown = notifications(page).filter({ hasText: "Trying again in" });
		await showNotification(page, shown);
		await assertInert(shown, `Asking Ours ${inertLink} for its models…`);
		await assertInert(shown, `Too many requests. ${inertLink}`);
		await shown.getByRole("button", { name: "Cancel" }).click();
		await shown.waitFor({ state: "detached" });
	});

	it("is plain in an input box's title and prompt: a gateway's name", async () => {
		const { page } = t.window;
		await showByCommand(page, "Gatehouse: Set API Key…", quickInput(page).getByText("API Key for Ours"));
		await assertInert(quickInput(page), `API Key for Ours ${inertLink}`);
		await assertInert(quickInput(page), `sent only to Ours ${inertLink}`);
		await leaveQuickInput(page);
	});

	it("is plain in an input box's validation message: the title of a fence in an answer", async () => {
		const { page } = t.window;
		t.gateway.script(scriptedReply(`\`\`\`ts title="${link}.ts"\nexport {};\n\`\`\``));
		const shown = await ask(t.panel, "Write a file.");
		await shown.getByRole("button", { name: "New file" }).click();
		const box = quickInput(page).locator("input:visible");
		await box.press("End");
		await box.press("x");
		await assertInert(quickInput(page), `Nothing can be written to “${inertLink}.tsx”`);
		await leaveQuickInput(page);
	});

	it("is plain in a quick pick's title, labels and details: names of a gateway and a model, an answer", async () => {
		const { page } = t.window;
		await showByCommand(page, "Gatehouse: Select Model", rows(page).filter({ hasText: "evil" }));
		await assertInert(quickInput(page), `Select Model: Ours ${inertLink}`);
		await assertInert(rows(page).filter({ hasText: "evil" }), `evil $ (rocket) ${inertLink}`);
		await leaveQuickInput(page);
		t.gateway.script(scriptedReply(`A rhinoceros says $(rocket) and ${link}`));
		await ask(t.panel, `What does it say? ${link}`);
		const search = quickInput(page).getByPlaceholder("Search titles, questions and answers");
		await showByCommand(page, "Gatehouse: Show Conversations", search);
		await search.fill("rhinoceros");
		await assertInert(rows(page).first(), "rhinoceros says $ (rocket) and");
		await leaveQuickInput(page);
	});

	it("is plain in the status bar and its tooltip: a model's name", async () => {
		const { page } = t.window;
		await pickByCommand(page, "Gatehouse: Select Model", "evil");
		await assertInert(statusEntry(), `evil $ (rocket) ${inertLink}`.slice(0, 40));
		assert.match(await statusEntry().innerText(), /^\s*.{40,60}…\s*$/, "a long name leaves room for other entries");
		// Repeated, because a change of the focus or a redrawn entry ends a hover.
		await tryAgain(async (timeout) => {
			await page.mouse.move(300, 300);
			await statusEntry().hover({ timeout });
			await page.locator(".workbench-hover").getByText(inertLink).first().waitFor({ timeout });
		});
		await assertInert(page.locator(".workbench-hover"), `evil $ (rocket) ${inertLink}`);
		await page.mouse.move(300, 300);
		await pickByCommand(page, "Gatehouse: Select Model", "demo-chat");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
	});

	it("is plain beside the editor's language, and in the tooltip of what is pinned of it: names of a model and a gateway", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		const item = page.locator(".hover-language-status").filter({ hasText: "Completions on demand" });
		const pinned = page.locator(".statusbar-item").filter({ hasText: "Completions on demand" });
		// Repeated, because a change of the focus or a redrawn entry ends a hover.
		await tryAgain(async (timeout) => {
			await page.mouse.move(300, 300);
			await page.locator("#status\\.languageStatus").hover({ timeout });
			await item.getByText(inertLink).waitFor({ timeout });
			await assertInert(item.locator(".left"), `${inertCommand} at Ours ${inertLink}`);
			await item.locator(".codicon-pin").click({ timeout });
			await pinned.waitFor({ timeout });
		});
		// VS Code renders this tooltip as Markdown that may run commands.
		const tooltip = page.locator(".workbench-hover").filter({ hasText: inertCommand });
		await tryAgain(async (timeout) => {
			await page.mouse.move(300, 300);
			await pinned.hover({ timeout });
			await tooltip.waitFor({ timeout });
			await assertInert(tooltip, inertLink);
		});
		await page.mouse.move(300, 300);
	});

	it("is plain in a modal dialog: a gateway's name", async () => {
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Delete API Key…");
		const dialog = page.getByRole("dialog").filter({ hasText: "Delete the key for" });
		await assertInert(dialog, `key for Ours ${inertLink} from`);
		await dialog.getByRole("button", { name: "Cancel" }).click();
	});

	itLong("is plain in a document's name: a deleted file that was attached", async () => {
		const { page } = t.window;
		await attachBy("Files…");
		await assertInert(rows(page).filter({ hasText: "notes.ts" }), "$ (rocket) notes.ts");
		await tick("notes.ts");
		await chip("notes.ts").waitFor();
		await ask(t.panel, "What is this?");
		await rm(join(t.workspace, "$(rocket) notes.ts"));
		const sent = questions(t.panel).last().getByRole("list", { name: "Attachments" });
		await sent.getByRole("button", { name: "notes.ts" }).click();
		const tab = page.locator(".tab.active");
		await tab.filter({ hasText: ".txt" }).waitFor();
		await assertInert(tab, "$ (rocket) notes.ts.txt");
	});

	itLong("is plain in the title of a diff editor: a file's name", async () => {
		const { page } = t.window;
		await tryAgain(async (timeout) => {
			await page.keyboard.press("ControlOrMeta+P");
			await quickInput(page).locator("input[type=text]").fill("rocket list", { timeout });
			await rows(page).filter({ hasText: "list.ts" }).first().click({ timeout });
			await page.locator(".tab.active").filter({ hasText: "list.ts" }).waitFor({ timeout });
		});
		await selectLines(page, 1, 1);
		await runCommand(page, "Gatehouse: Edit Inline…");
		t.gateway.script(scriptedReply("```ts\nexport const list = [3, 2, 1];\n```"));
		await instruct(page, "Edit line 1 with", "Turn it round.");
		await assertInert(page.locator(".tab.active"), "$ (rocket) list.ts (Edit)");
	});

	itLong("is plain in the suggestions of the box beside the code: a file's name", async () => {
		const { page } = t.window;
		await writeFile(join(t.workspace, "$(rocket)chart.ts"), "export const chart = 1;\n");
		await openFile(page, "budget.ts");
		await selectLines(page, 1, 1);
		await openInstructionBox(page, () => runCommand(page, "Gatehouse: Edit Inline…"));
		const suggestions = page.locator(".suggest-widget.visible");
		await page.keyboard.type("#chart");
		await suggestions.locator(".monaco-list-row").filter({ hasText: "chart.ts" }).waitFor();
		await assertInert(suggestions, "#$ (rocket)chart.ts");
		await page.keyboard.press("Escape");
		await suggestions.waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		await instructionBox(page).waitFor({ state: "detached" });
	});
}
