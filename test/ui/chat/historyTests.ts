import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { leaveQuickInput } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import {
	answer,
	answerFileDialog,
	dismissNotifications,
	notifications,
	pressRowButton,
	quickInput,
	reloadWindow,
	rows,
	rowsRead,
	runCommand,
	showByCommand,
} from "../../host/workbench";
import { assertLooks, narrowly } from "../appearance/assertLooks";
import { resizePanel } from "../appearance/resizePanel";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import { answers, ask, newConversation, type PanelWindow, questions } from "../panelWindow";
import { screenshot } from "../screenshot";

/** Needs a window without stored conversations. */
export function historyTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const row = (text: string | RegExp) => rows(t.window.page).filter({ hasText: text });
	const search = () => quickInput(t.window.page).locator("input[type=text]");
	const placeholder = () => quickInput(t.window.page).getByPlaceholder("Search titles, questions and answers");
	const shown = async () => {
		await placeholder().waitFor();
		await rowsRead(t.window.page);
	};
	const showHistory = async () => {
		await showByCommand(t.window.page, "Gatehouse: Show Conversations", placeholder());
		await shown();
	};

	it("is a button in the panel's title; finds a conversation by a word of an answer, and opens it", async () => {
		const { page } = t.window;
		const data = sseChunk("It is called a portcullis.") + sseChunk({}, "stop");
		t.gateway.script({ match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
		await ask(t.panel, "What closes a gate?");
		await newConversation(t);
		await ask(t.panel, "How are budgets fitted?");
		await newConversation(t);
		await ask(t.panel, "What is greet.py for?");
		// Wide enough for the buttons with any font.
		await resizePanel(page, 430);
		// The buttons of a title are redrawn with its new width, and may miss a click.
		await tryAgain(async (timeout) => {
			await page.getByRole("button", { name: "Show Conversations" }).first().click({ timeout });
			await quickInput(page).waitFor({ timeout });
		});
		await shown();
		await eventually(async () => assert.equal(await rows(page).count(), 3));
		await eventually(async () =>
			assert.match(await rows(page).first().innerText(), /What is greet\.py for\?[\s\S]*currently open/),
		);
		await assertLooks(t, "history");
		await search().fill("drawbridge");
		await row(/^Nothing found/).waitFor();
		await search().press("Enter");
		await search().fill("PORTCULLIS called");
		await row("What closes a gate?").getByText("It is called a portcullis.").first().waitFor();
		await eventually(async () => assert.equal(await rows(page).count(), 1));
		await assertLooks(t, "history-search");
		await search().press("Enter");
		await answers(t.panel).getByText("portcullis").waitFor();
	});

	it("renames a conversation: the new name is in the list, and stays", async () => {
		const { page } = t.window;
		await showHistory();
		await pressRowButton(page, "What closes a gate?", "Rename…");
		await quickInput(page).getByText("Rename Conversation").waitFor();
		await answer(page, "Castles");
		await row("Castles").first().waitFor();
		await leaveQuickInput(page);
		if (longRun) await reloadWindow(page);
		await answers(t.panel).getByText("portcullis").waitFor();
		await showHistory();
		await row("Castles").first().waitFor();
	});

	it("lists a pinned conversation first, and keeps it there", async () => {
		const { page } = t.window;
		await showHistory();
		await pressRowButton(page, "How are budgets fitted?", "Pin");
		await quickInput(page).locator(".monaco-list-row").first().getByText("How are budgets fitted?").waitFor();
		await leaveQuickInput(page);
		await showHistory();
		await eventually(async () => assert.match(await rows(page).first().innerText(), /How are budgets fitted\?/));
		await screenshot(page, "history-pinned-dark");
	});

	it("deletes a conversation, even the one that is shown, and Undo restores it", async () => {
		const { page } = t.window;
		await showHistory();
		await pressRowButton(page, "Castles", "Delete");
		await row("Castles").first().waitFor({ state: "detached" });
		await questions(t.panel).first().waitFor({ state: "detached" });
		await screenshot(page, "history-deleted-dark");
		await leaveQuickInput(page);
		const deleted = t.panel.locator("gatehouse-notice").filter({ hasText: "“Castles” was deleted." });
		await deleted.getByRole("button", { name: "Undo" }).click();
		await answers(t.panel).getByText("portcullis").waitFor();
		await deleted.waitFor({ state: "detached" });
		await showHistory();
		await row("Castles").first().waitFor();
		await leaveQuickInput(page);
	});

	itLong("exports as JSON and as Markdown, and imports the JSON as a separate conversation", async () => {
		const { page } = t.window;
		const save = async (name: string) => {
			await runCommand(page, "Gatehouse: Export Conversation…");
			await answerFileDialog(page, join(t.workspace, name));
			await notifications(page)
				.filter({ hasText: /conversation was exported/ })
				.first()
				.waitFor();
			await dismissNotifications(page);
			return readFile(join(t.workspace, name), "utf8");
		};
		const markdown = await save("one.md");
		assert.match(markdown, /^# Castles\n\n## You\n\nWhat closes a gate\?\n\n## demo-chat \(Demo\)\n\nIt is called/);
		assert.match(await save("two.json"), /"format": "gatehouse-conversation"/);
		await newConversation(t);
		await runCommand(page, "Gatehouse: Import Conversation…");
		await answerFileDialog(page, join(t.workspace, "two.json"));
		await answers(t.panel).getByText("portcullis").waitFor();
		await notifications(page)
			.filter({ hasText: /was imported/ })
			.first()
			.waitFor();
		// A unit test shows that the two are equal except for their ids.
		await showHistory();
		await eventually(async () => assert.equal(await row("Castles").count(), 2));
		await leaveQuickInput(page);
	});

	itLong("says what is wrong with a file that is not a conversation", async () => {
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Import Conversation…");
		const file = join(t.workspace, "diary.json");
		await writeFile(file, "Dear diary");
		await answerFileDialog(page, file);
		await notifications(page).filter({ hasText: "This file contains no conversation" }).first().waitFor();
		await dismissNotifications(page);
		await narrowly(t, () => screenshot(page, "history-title-narrow-dark"));
	});
}
