import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { scriptedReply } from "../../gateway/scriptedReply";
import { pickByCommand } from "../../host/quickInput";
import { clickShown, tryAgain } from "../../host/tryAgain";
import { notifications, pick, quickInput, runCommand, showNotification } from "../../host/workbench";
import { nextChat } from "../chat/nextChat";
import { itLong } from "../longRun";
import type { PanelWindow } from "../panelWindow";
import { inThemes, screenshot } from "../screenshot";
import { gitIn } from "./gitIn";

const chatPath = "/v1/chat/completions";

export function commitMessageTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await git("init", "-q");
		await git("add", ".");
		await git("commit", "-qm", "feat(sample): three files to begin with");
		await t.window.page
			.getByRole("tab", { name: /^Source Control/ })
			.first()
			.click();
		await box().waitFor();
	});

	const git = (...args: readonly string[]) => gitIn(t.workspace)(...args);
	const box = () => t.window.page.locator(".scm-view .scm-editor").first();
	/** Presses the button in the view's title. Tries again: the button is there only while the mouse is over the view. */
	async function write(): Promise<void> {
		await tryAgain(async (timeout) => {
			await box().hover({ timeout });
			await clickShown(t.window.page.getByRole("button", { name: "Generate Commit Message" }).first(), timeout);
		});
	}
	const inBox = (text: string) => box().getByText(text).waitFor();
	const fetched = () => runCommand(t.window.page, "Git: Refresh");
	/** Returns a changed file in the view's list. */
	const listed = (name: string) =>
		t.window.page.locator(".scm-view .monaco-list-row").filter({ hasText: name }).first();

	async function add(name: string, line: string): Promise<void> {
		const file = join(t.workspace, name);
		await writeFile(file, `${await readFile(file, "utf8").catch(() => "")}${line}\n`);
		await fetched();
		await listed(name).waitFor();
	}
	/** Empties the box and types into it. Tries again: the view may be redrawn, and then loses the focus. */
	async function type(text: string): Promise<void> {
		await tryAgain(async (timeout) => {
			await box().click({ timeout });
			await t.window.page.keyboard.press("ControlOrMeta+A");
			await t.window.page.keyboard.press("Delete");
			await t.window.page.keyboard.type(text);
			await box().getByText(text).waitFor({ timeout });
		});
	}
	/** Returns the text of the next request. */
	async function nextQuestion(): Promise<string> {
		return (await nextChat(t.gateway)).messages.map(({ content }) => content).join("\n");
	}
	const replyWith = (content: string) => t.gateway.script(scriptedReply(content));
	/** Makes the next reply begin with this text, and end only after the promise has settled. */
	const beginWith = (content: string, until: Promise<void>) =>
		t.gateway.script({
			match: chatPath,
			chunks: [
				{ type: "bytes", data: sseChunk(content) },
				{ type: "wait", until },
				{ type: "bytes", data: sseChunk({}, "stop") },
			],
		});

	it("uses only staged changes, follows the repository's own style, and streams into the box", async () => {
		await add("chores.js", "// not staged");
		await add("greet.py", "# staged");
		await git("add", "greet.py");
		await fetched();
		const asked = nextQuestion();
		replyWith("```\nfeat(greet): say that it is staged\n```");
		await write();
		const question = await asked;
		assert.match(question, /\+# staged/);
		assert.doesNotMatch(question, /not staged/);
		assert.match(question, /<message>\nfeat\(sample\): three files to begin with\n<\/message>/);
		await inBox("feat(greet): say that it is staged");
		await inThemes(t.window.page, async (theme) => {
			await screenshot(t.window.page, `commitMessage-${theme}`);
		});
	});

	it("stops when the button is pressed again, and restores the text of the box", async () => {
		await type("mine, half done");
		let end = () => {};
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		const asked = nextQuestion();
		beginWith("feat: something els", ended);
		await write();
		assert.match(await asked, /<begun>\nmine, half done\n<\/begun>/);
		await inBox("feat: something els");
		await screenshot(t.window.page, "commitMessage-writing-dark");
		await write();
		await inBox("mine, half done");
		end();
	});

	it("keeps the text of the box when the gateway fails, and says why", async () => {
		t.gateway.script({ match: chatPath, status: 401, json: { error: { message: "No such key." } } });
		await write();
		await showNotification(t.window.page, notifications(t.window.page).getByText("key"));
		await inBox("mine, half done");
	});

	it("asks before it sends possible secrets, whatever prefix Git is configured to write before a path", async () => {
		await git("config", "diff.mnemonicPrefix", "true");
		await add(".env", "TOKEN=very-secret");
		await add("greet.py", "# staged too");
		await git("add", ".env", "greet.py");
		await fetched();
		const asked = nextQuestion();
		replyWith("feat: without secrets");
		await write();
		await quickInput(t.window.page).getByText("Attach .env?").waitFor();
		await pick(t.window.page, "Leave Out");
		const question = await asked;
		assert.match(question, /\+# staged too/);
		assert.doesNotMatch(question, /very-secret/);
		await inBox("feat: without secrets");
	});

	it("uses all changes if nothing is staged, including new files", async () => {
		await git("reset", "-q");
		await git("clean", "-qf", ".env");
		await add("new.txt", "brand-new");
		const asked = nextQuestion();
		replyWith("feat: all of it");
		await write();
		const question = await asked;
		for (const part of [/\+# staged/, /\+\/\/ not staged/, /new file\n\+brand-new/]) assert.match(question, part);
		await inBox("feat: all of it");
	});

	it("says so if there is nothing to commit", async () => {
		await git("add", ".");
		await git("commit", "-qm", "feat: all of it");
		await fetched();
		await listed("new.txt").waitFor({ state: "detached" });
		await write();
		await showNotification(t.window.page, notifications(t.window.page).getByText(/nothing to commit/));
	});

	itLong("uses the chosen repository, if there are several", async () => {
		const inner = join(t.workspace, "inner");
		await mkdir(inner);
		await gitIn(inner)("init", "-q");
		await writeFile(join(inner, "a.txt"), "inner text\n");
		await t.window.page.reload();
		// Waits for the repository's name, which appears if there are several: its folder is listed earlier.
		await t.window.page.locator(".scm-view .scm-provider").filter({ hasText: "inner" }).first().waitFor();
		const asked = nextQuestion();
		replyWith("Begin");
		await pickByCommand(t.window.page, "Gatehouse: Generate Commit Message", "inner");
		assert.match(await asked, /\+inner text/);
	});
}
