import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../../src/shared/untrusted/limits";
import { scriptedReply } from "../../gateway/scriptedReply";
import {
	answer,
	chooseFromMenu,
	dismissNotifications,
	notifications,
	openFile,
	quickInput,
	runCommand,
	selectLines,
	showNotification,
	showSideBar,
} from "../../host/workbench";
import { axeViolations } from "../appearance/axe";
import { nextChat } from "../chat/nextChat";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import { itLong } from "../longRun";
import {
	answers,
	ask,
	fileText,
	messageBox,
	newConversation,
	type PanelWindow,
	questions,
	send,
	sendDraft,
} from "../panelWindow";
import { inThemes, screenshot } from "../screenshot";
import { acceptAll, previewButton, saveActive } from "./editPreview";
import { runInTerminal } from "./runInTerminal";

/** Leaves prompts and instructions in the workspace, and a changed file. */
export function promptTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		const prompts = join(t.workspace, ".github", "prompts");
		const own = join(t.window.userDataDir, "User", "prompts");
		for (const folder of [prompts, own]) await mkdir(folder, { recursive: true });
		await writeFile(
			join(prompts, "review.prompt.md"),
			// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a prompt's variables.
			"---\ndescription: Reviews what is selected\nmodel: [nobody-has-this, demo-echo]\n---\nReview ${selection} for ${input:what:Which mistakes?} only.",
		);
		await writeFile(join(prompts, "tidy.prompt.md"), "---\nmode: edit\n---\nTidy it up.");
		await writeFile(join(own, "mine.prompt.md"), "Say it in one sentence.");
		await writeFile(join(own, "explain.prompt.md"), "Not this one.");
		await writeFile(join(prompts, "mine.prompt.md"), "Not this one.");
		await writeFile(join(t.workspace, ".env"), "TOKEN=very-secret");
		await symlink("../../.env", join(prompts, "linked.prompt.md"));
		await writeFile(join(prompts, "long.prompt.md"), "a".repeat(limits.promptFileLength + 1));
		await writeFile(join(prompts, "huge.prompt.md"), "a".repeat(limits.configFileBytes + 1));
	});

	const option = (text: string) => t.panel.getByRole("option").filter({ hasText: text });
	const chips = () => t.panel.getByRole("list", { name: "Goes with the next question" }).getByRole("listitem");
	const nextBody = () => nextChat(t.gateway);
	const replyWith = (content: string) => t.gateway.script(scriptedReply(content));

	it("are offered behind /, the workspace's and the user's; Gatehouse's actions precede those of the same name", async () => {
		await suggest(t.panel, "/", option("review").getByText("Reviews what is selected"));
		await option("mine").getByText("Say it in one sentence.").waitFor();
		await option("tidy").waitFor();
		assert.match(await t.panel.getByRole("option").first().innerText(), /^explain/);
		assert.equal(await t.panel.getByText("Not this one.").count(), 0);
		assert.equal(await option("linked").count(), 0);
		await inThemes(t.window.page, async (theme) => {
			await suggest(t.panel, "/", option("review"));
			await screenshot(t.window.page, `prompts-${theme}`);
			assert.deepEqual(await axeViolations(t.panel), []);
		});
	});

	/** Waits for the only notification with this text, and dismisses it. */
	async function reportedOnce(text: string | RegExp): Promise<void> {
		const { page } = t.window;
		const reported = notifications(page).filter({ hasText: text });
		await showNotification(page, reported);
		assert.equal(await reported.count(), 1);
		await dismissNotifications(page);
	}

	it("are left out if they are too large, which is reported once", async () => {
		const { page } = t.window;
		const tooLong = /long\.prompt\.md is too long.* 100,000/;
		await showNotification(page, notifications(page).filter({ hasText: tooLong }));
		for (const text of [tooLong, /huge\.prompt\.md is too large.* 1 MB/, /linked\.prompt\.md/])
			await eventually(async () =>
				assert.equal(await notifications(page).filter({ hasText: text }).count(), 1, String(text)),
			);
		await dismissNotifications(page);
		assert.equal(await option("long").count(), 0);
	});

	it("use the selection, the text after their name, and the model that they specify", async () => {
		await openFile(t.window.page, "budget.ts");
		await selectLines(t.window.page, 9, 16);
		const body = nextBody();
		await ask(t.panel, "/review off-by-one errors", "demo-echo");
		const { model, messages } = await body;
		assert.equal(model, "demo-echo");
		assert.match(
			messages.at(-1)?.content ?? "",
			/^Review budget\.ts:9–16 for off-by-one errors only\.\n\nbudget\.ts, lines 9 to 16:\n```typescript\n/,
		);
	});

	it("ask for the values of their variables", async () => {
		const body = nextBody();
		await suggest(t.panel, "/review", option("review"));
		await messageBox(t.panel).press("Escape");
		await t.panel.getByRole("listbox").waitFor({ state: "detached" });
		await messageBox(t.panel).press("Enter");
		const { page } = t.window;
		await quickInput(page).getByText("Which mistakes?").waitFor();
		// The panel's page is discarded while its question waits for the dialog.
		await page.keyboard.press("ControlOrMeta+Alt+B");
		await page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
		// In the box itself, because the editor may have the focus by then.
		await quickInput(page).locator("input:visible").press("Escape");
		await quickInput(page).waitFor({ state: "detached" });
		await showSideBar(page, true);
		await messageBox(t.panel).waitFor();
		await eventually(async () => assert.equal(await messageBox(t.panel).inputValue(), "/review"));
		await sendDraft(t.panel);
		await answer(page, "typos");
		assert.match((await body).messages.at(-1)?.content ?? "", /^Review budget\.ts:9–16 for typos only\./);
		await answers(t.panel, "demo-echo").nth(1).getByRole("button", { name: "Retry", exact: true }).first().waitFor();
	});

	it("in mode edit, preview a change of the code before it is written", async () => {
		const before = await fileText(t, "budget.ts");
		const lines = before.split("\n");
		const tidied = lines.slice(8, 16).map((line) => line.replaceAll("totals", "sums"));
		const body = nextBody();
		replyWith(`\`\`\`typescript\n${tidied.join("\n")}\n\`\`\``);
		await send(t.panel, "/tidy quickly");
		assert.match((await body).messages.at(-1)?.content ?? "", /^Tidy it up\.\n\nquickly/);
		const { page } = t.window;
		await page.locator(".editor.modified .view-line").getByText("const sums = new Map").first().waitFor();
		await previewButton(page, "Accept All").waitFor();
		assert.equal(await page.locator(".tab.dirty").count(), 0);
		await acceptAll(page);
		await page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
		await page.locator(".tab.dirty").waitFor();
		assert.equal(await fileText(t, "budget.ts"), before);
		await saveActive(page);
		assert.equal(await fileText(t, "budget.ts"), [...lines.slice(0, 8), ...tidied, ...lines.slice(16)].join("\n"));
	});

	itLong("explain the selection of a terminal", async () => {
		const { page } = t.window;
		await runInTerminal(page, "echo said-in-the-terminal");
		await runCommand(page, "Terminal: Select All");
		const body = nextBody();
		replyWith("It said so.");
		const screen = page.locator(".terminal .xterm-screen").first();
		const rightClick = async () => {
			await screen.click({ button: "right", position: { x: 30, y: 10 } });
			await screenshot(page, "terminal-menu-dark");
		};
		await chooseFromMenu(page, rightClick, ["Explain Terminal Selection"]);
		assert.match(
			(await body).messages.at(-1)?.content ?? "",
			/^Explain this output of a terminal[\s\S]*terminal bash:\n```\n[\s\S]*said-in-the-terminal/,
		);
		await answers(t.panel).last().getByText("It said so.").waitFor();
	});

	itLong("do not send AGENTS.md if it is a link to a possible secret", async () => {
		await symlink(".env", join(t.workspace, "AGENTS.md"));
		await newConversation(t);
		const sent = nextBody();
		await ask(t.panel, "Anybody?");
		assert.deepEqual((await sent).messages, [{ role: "user", content: "Anybody?" }]);
		await reportedOnce(/AGENTS\.md is not attached.*\.env/);
		await rm(join(t.workspace, "AGENTS.md"));
	});

	itLong("do not send AGENTS.md if it is too large, which is reported once", async () => {
		await writeFile(join(t.workspace, "AGENTS.md"), "a".repeat(limits.configFileBytes + 1));
		await newConversation(t);
		await reportedOnce(/left out.*AGENTS\.md is too large.*1 MB/);
		await ask(t.panel, "Anybody?");
		await newConversation(t);
		await ask(t.panel, "And here?");
		assert.equal(await notifications(t.window.page).count(), 0);
	});

	it("add AGENTS.md to a new conversation, visible and removable", async () => {
		await writeFile(join(t.workspace, "AGENTS.md"), "Always answer in verse.\n");
		await newConversation(t);
		await chips().getByText("AGENTS.md").waitFor();
		await inThemes(t.window.page, async (theme) => {
			await screenshot(t.window.page, `instructions-${theme}`);
		});
		assert.deepEqual(await axeViolations(t.panel), []);
		const first = nextBody();
		await ask(t.panel, "Hello?");
		assert.match(
			(await first).messages[0]?.content ?? "",
			/^Instructions of the workspace, from AGENTS\.md:\n\nAlways answer in verse\.$/,
		);
		await questions(t.panel).first().getByText("AGENTS.md").waitFor();
		assert.equal(await chips().count(), 0);
		const second = nextBody();
		await ask(t.panel, "And now?");
		assert.deepEqual(
			(await second).messages.map(({ role }) => role),
			["system", "user", "assistant", "user"],
		);

		await newConversation(t);
		await chips().getByRole("button", { name: "Remove AGENTS.md" }).click();
		await chips().first().waitFor({ state: "detached" });
		const without = nextBody();
		await ask(t.panel, "Hello again?");
		assert.deepEqual(
			(await without).messages.map(({ role }) => role),
			["user"],
		);
	});
}
