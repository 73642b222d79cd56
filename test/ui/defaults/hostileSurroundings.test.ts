import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { leaveQuickInput } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import { defaultSettings } from "../../host/vscode/userSettings";
import {
	answerFileDialog,
	chooseFromMenuOf,
	dismissNotifications,
	notifications,
	pressRowButton,
	quickInput,
	rows,
	runCommand,
	showByCommand,
} from "../../host/workbench";
import { contextChips } from "../context/contextChips";
import { suggest } from "../context/suggest";
import {
	answers,
	ask,
	messageBox,
	newConversation,
	openPanelWindow,
	type PanelWindow,
	questions,
} from "../panelWindow";
import { pictureOf } from "../screenshot";
import { commandLink, contentsOf, linkedName, makeHostileRepository, slowName } from "./hostileRepository";

const chatPath = "/v1/chat/completions";

/** A hostile gateway, repository and conversation file, for a user with VS Code's default settings. */
describe("default settings: a hostile gateway, repository and conversation file", () => {
	let t: PanelWindow;
	let elsewhere: string;
	let original: string;
	before(async () => {
		elsewhere = await mkdtemp(join(tmpdir(), "gatehouse-import-"));
		t = await openPanelWindow({ baseSettings: defaultSettings, makeWorkspace: makeHostileRepository });
		original = await contentsOf(t.workspace);
	});
	after(async () => {
		await t?.close();
		await rm(elsewhere, { recursive: true, force: true });
	});
	afterEach(async () => {
		await nothingRan();
		await dismissNotifications(t.window.page);
	});

	/**
	 * Asserts that no text became a link that runs a command, that no document or terminal was opened, and that the
	 * extension host stayed responsive.
	 */
	async function nothingRan(): Promise<void> {
		const { page } = t.window;
		assert.equal(await page.locator('a[href^="command:"], a[data-href^="command:"]').count(), 0);
		assert.equal(await page.locator(".tab").filter({ hasText: "Untitled-" }).count(), 0);
		assert.equal(await page.locator(".terminal-wrapper").count(), 0);
		assert.deepEqual(
			t.window.logs.filter((line) => /extension host.*unresponsive/i.test(line)),
			[],
		);
	}

	/** Waits for the only notification with this text, clicks on it, and returns its message. */
	async function notifiedOnce(text: string | RegExp): Promise<string> {
		const shown = notifications(t.window.page).filter({ hasText: text });
		// Opening the notification centre before the notification exists would take the focus, and half a minute.
		await shown.first().waitFor();
		assert.equal(await shown.count(), 1, (await shown.allInnerTexts()).join("\n"));
		const message = shown.locator(".notification-list-item-message");
		await message.click();
		assert.equal(await message.locator("a").count(), 0);
		return message.innerText();
	}

	it("a gateway's error is shown once, as plain text", async () => {
		t.gateway.script({ status: 401, json: { error: { message: `Key expired. ${commandLink} $(bug)` } } });
		await runCommand(t.window.page, "Gatehouse: Refresh Models");
		const text = await notifiedOnce("Key expired.");
		assert.match(text, /\[renew\] \(command:workbench\.action\.files\.newUntitledFile\)/);
		assert.match(text, /\$ \(bug\)/);
		await pictureOf(t.window.page, "hostile-error");
	});

	it("an HTML page with many comments is shown as an error, and the next question is answered", async () => {
		t.gateway.script({
			match: chatPath,
			status: 400,
			headers: { "content-type": "text/html" },
			body: `${"<!---->".repeat(45)}x`,
		});
		const refused = await ask(t.panel, "Is anybody there?");
		await refused.getByText("400").first().waitFor();
		await ask(t.panel, "And now?");
		assert.equal(await questions(t.panel).count(), 2);
	});

	it("models with hostile names can be chosen, and no more are listed than the limit allows", async () => {
		const { page } = t.window;
		const names = ["demo-chat", commandLink, "$(bug)", "constructor", "__proto__", "\u202egnp.exe", "x".repeat(5_000)];
		const flood = Array.from({ length: 8_000 }, (_, i) => `flood-${i}`);
		t.gateway.script({ match: "/v1/models", json: { data: [...names, ...flood].map((id) => ({ id })) } });
		await runCommand(page, "Gatehouse: Refresh Models");
		await notifiedOnce("offers 5,000 models");
		const models = {
			constructor: "constructor",
			proto: "__proto__",
			bug: "$ (bug)",
			renew: "[renew] (command:",
		};
		// The list closes when it loses focus.
		await tryAgain(async (timeout) => {
			await showByCommand(page, "Gatehouse: Select Model", rows(page));
			for (const [typed, row] of Object.entries(models)) {
				await quickInput(page).locator("input[type=text]").fill(typed, { timeout });
				await rows(page).filter({ hasText: row }).first().waitFor({ timeout });
			}
			await pictureOf(page, "hostile-models");
		});
		await leaveQuickInput(page);
		await runCommand(page, "Gatehouse: Refresh Models");
		await ask(t.panel, "Still the same model?");
	});

	it("an answer with hostile code is shown whole, and the code's title is used only as a file name", async () => {
		const { page } = t.window;
		const text = [
			`\`\`\`ts title="${commandLink}.ts"`,
			`// ${"... ".repeat(400)}`,
			"```",
			`${"[".repeat(20_000)}`,
			`${"$".repeat(20_000)}`,
			`${"a/".repeat(20_000)}`,
			"The end.",
		].join("\n");
		const bytes = sseChunk(text) + sseChunk({}, "stop") + sseDone;
		t.gateway.script({ match: chatPath, chunks: [{ type: "bytes", data: bytes }] });
		const answer = await ask(t.panel, "What is this?");
		await answer.getByText("The end.").waitFor();
		await answer.getByRole("button", { name: "New file" }).first().click();
		await quickInput(page).waitFor();
		await nothingRan();
		await leaveQuickInput(page);
	});

	it("files with hostile names are suggested and attached; pipes and devices are refused with the reason", async () => {
		const { chip, removeAll } = contextChips(() => t);
		const suggestion = (name: string) => t.panel.getByRole("option").filter({ hasText: name }).first();
		await suggest(t.panel, "#gate", suggestion("Gate.ts"));
		await suggestion("Gate.ts").click();
		await chip("Gate.ts").waitFor();
		await suggest(t.panel, "#renew", suggestion(linkedName.slice(0, 7)));
		await suggestion(linkedName.slice(0, 7)).click();
		await chip(linkedName.slice(0, 7)).waitFor();
		await pictureOf(t.window.page, "hostile-files");
		for (const name of ["pipe.md", "zero.md"]) {
			const row = t.window.page.locator(".explorer-folders-view").getByRole("treeitem", { name });
			await chooseFromMenuOf(row, "Add to Gatehouse Chat");
			await notifiedOnce(`${name} is not a regular file`);
			assert.equal(await chip(name).count(), 0);
		}
		// When the toasts are gone, the notification centre covers the panel.
		await dismissNotifications(t.window.page);
		await suggest(t.panel, "#tower", suggestion("Tower.ts"));
		await suggestion("Tower.ts").click();
		await quickInput(t.window.page).getByText("Tower.ts").first().waitFor();
		await quickInput(t.window.page)
			.getByPlaceholder(/ignore rules in huge\/\.gitignore cannot be read/i)
			.waitFor();
		await pictureOf(t.window.page, "hostile-unreadable-rules");
		await leaveQuickInput(t.window.page);
		await suggest(t.panel, `#${slowName.slice(0, 12)}`, suggestion(slowName.slice(0, 12)));
		await messageBox(t.panel).fill("");
		await removeAll();
		assert.equal(await contentsOf(t.workspace), original);
	});

	it("an imported conversation of too many messages is refused; a large one opens, and its title is plain text", async () => {
		const { page } = t.window;
		const conversation = (siblings: number) =>
			JSON.stringify({
				format: "gatehouse-conversation",
				version: 1,
				id: "__proto__",
				events: [
					...Array.from({ length: siblings }, (_, i) => ({
						type: "asked",
						id: `e${i}`,
						at: i,
						message: `m${i}`,
						parent: null,
						text: `Sibling ${i}`,
						attachments: [],
					})),
					{ type: "titled", id: "title", at: siblings, title: commandLink },
				],
			});
		await newConversation(t);
		await ask(t.panel, "A question to keep?");
		const file = join(elsewhere, "hostile.json");
		await writeFile(file, conversation(20_000));
		await runCommand(page, "Gatehouse: Import Conversation…");
		await answerFileDialog(page, file);
		await notifiedOnce("the maximum is 10000");
		await dismissNotifications(page);
		await answers(t.panel).last().waitFor();

		await writeFile(file, conversation(9_000));
		await runCommand(page, "Gatehouse: Import Conversation…");
		await answerFileDialog(page, file);
		await t.panel.getByText("Sibling 8999").waitFor();
		const titled = rows(page).filter({ hasText: "[renew] (command:" });
		await showByCommand(page, "Gatehouse: Show Conversations", titled);
		await pressRowButton(page, "[renew] (command:", "Delete");
		await leaveQuickInput(page);
		const deleted = t.panel.locator("gatehouse-notice").filter({ hasText: "was deleted." });
		await deleted.waitFor();
		assert.equal(await deleted.getByRole("link").count(), 0);

		await newConversation(t);
		await ask(t.panel, "Does it still answer?");
		await showByCommand(page, "Gatehouse: Show Conversations", rows(page));
		await leaveQuickInput(page);
	});
});
