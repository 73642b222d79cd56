import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { scriptedReply } from "../../gateway/scriptedReply";
import { leaveQuickInput } from "../../host/quickInput";
import { clickShown, tryAgain } from "../../host/tryAgain";
import {
	chooseFromEditorMenu,
	chooseFromMenu,
	dismissNotifications,
	openFile,
	quickInput,
	runCommand,
	selectLines,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { nextQuestion } from "../chat/nextChat";
import { acceptAll, instruct } from "../code/editPreview";
import { gitIn } from "../code/gitIn";
import { runInTerminal } from "../code/runInTerminal";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import { answers, ask, fileText, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { buildCommand, closed, searchBox, searchCommand, told, typeSearch } from "../search/searchParts";
import { connectToDemo, foreignFile, pickRow } from "./defaultWindow";

/** Features for code. The tests leave an index. */
export function defaultCodeTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let original: string;
	before(async () => {
		t = shared();
		await connectToDemo(t);
		original = await fileText(t, foreignFile.path);
	});

	const page = () => t.window.page;
	const replyWith = (content: string) => t.gateway.script(scriptedReply(content));
	const answered = (text: string) => answers(t.panel).last().getByText(text).first().waitFor();
	const tab = (name: string): Locator => page().locator(`.tab.active[data-resource-name="${name}"]`);
	const noPreview = () => page().locator(".monaco-diff-editor").waitFor({ state: "detached" });
	const proposed = (text: string) => page().locator(".editor.modified .view-line").getByText(text).first();

	/** The function `base64Decode`, and its first and last line. */
	function decoder(): { code: string; first: number; last: number } {
		const lines = original.split(/\r?\n/);
		const start = lines.findIndex((line) => line.startsWith("export function base64Decode("));
		const end = lines.indexOf("}", start);
		return { code: lines.slice(start, end + 1).join("\n"), first: start + 1, last: end + 1 };
	}

	/** Selects the function and chooses from Gatehouse's menu. */
	async function choose(name: string): Promise<void> {
		await openFile(page(), foreignFile.name);
		const { first, last } = decoder();
		await selectLines(page(), first, last);
		await chooseFromEditorMenu(page(), "Gatehouse", name);
	}

	/** Accepts the preview, saves, and puts the file back once it is as expected. */
	async function acceptAndUndo(expected: string): Promise<void> {
		await acceptAll(page());
		await noPreview();
		await page().keyboard.press("ControlOrMeta+S");
		await eventually(async () => assert.equal(await fileText(t, foreignFile.path), expected));
		await page().keyboard.press("ControlOrMeta+Z");
		await page().keyboard.press("ControlOrMeta+S");
		await eventually(async () => assert.equal(await fileText(t, foreignFile.path), original));
	}

	const changedTo = (code: string) => original.replace(decoder().code, code);
	const renamedInput = () => decoder().code.replaceAll("input", "encoded");

	it("Explain Selection: asks about the lines, and answers in the panel", async () => {
		const asked = nextQuestion(t.gateway);
		replyWith("It decodes.");
		await choose("Explain Selection");
		assert.match(await asked, /Base64Decode\.ts, lines \d+ to \d+:\n```typescript\nexport function base64Decode/);
		await answered("It decodes.");
		await pictureOf(page(), "defaults-explain");
	});

	it("Fix Selection: is seen before it is written", async () => {
		replyWith(`\`\`\`typescript\n${renamedInput()}\n\`\`\``);
		await choose("Fix Selection");
		await proposed("encoded").waitFor();
		await pictureOf(page(), "defaults-fix");
		await acceptAndUndo(changedTo(renamedInput()));
	});

	it("Edit Inline…: accepts an instruction, and changes the lines", async () => {
		replyWith(`\`\`\`typescript\n${renamedInput()}\n\`\`\``);
		await choose("Edit Inline…");
		await instruct(page(), "Edit lines", "Say what the input is.");
		await proposed("encoded").waitFor();
		await acceptAndUndo(changedTo(renamedInput()));
	});

	it("Apply to file: finds the place of a code block of an answer", async () => {
		await openFile(page(), foreignFile.name);
		replyWith(`So:\n\n\`\`\`ts\n${renamedInput()}\n\`\`\`\n`);
		const shown = await ask(t.panel, "Say what the input is.");
		await shown.getByRole("button", { name: "Apply to file" }).click();
		await proposed("encoded").waitFor();
		await acceptAndUndo(changedTo(renamedInput()));
	});

	it("New file: is created in a deep folder once it is accepted", async () => {
		const path = "src/encode/Deep/Er/NewCodec.ts";
		replyWith(`Here:\n\n\`\`\`ts ${path}\nexport const codec = 64;\n\`\`\`\n`);
		const shown = await ask(t.panel, "Make one.");
		await shown.getByRole("button", { name: "New file" }).click();
		const box = quickInput(page()).locator("input:visible");
		await box.waitFor();
		assert.equal(await box.inputValue(), path);
		await box.press("Enter");
		await acceptAll(page());
		await noPreview();
		await tab("NewCodec.ts").waitFor();
		await eventually(async () =>
			assert.equal(await readFile(join(t.workspace, path), "utf8"), "export const codec = 64;\n"),
		);
	});

	it("prompts: one of the workspace's own is offered behind /, and sent", async () => {
		const prompts = join(t.workspace, ".github", "prompts");
		await mkdir(prompts, { recursive: true });
		await writeFile(join(prompts, "review.prompt.md"), "---\ndescription: Reviews the code\n---\nReview this code.\n");
		await suggest(t.panel, "/review", t.panel.getByRole("option").filter({ hasText: "Reviews the code" }));
		await t.panel.getByRole("textbox", { name: "Message" }).press("Enter");
		const asked = nextQuestion(t.gateway);
		replyWith("Reviewed.");
		await t.panel.getByRole("textbox", { name: "Message" }).press("Enter");
		assert.match(await asked, /^Review this code\./);
		await answered("Reviewed.");
	});

	it("commit message: is written from the staged changes, into Git's own box", async () => {
		await gitIn(t.workspace)("add", ".");
		await page()
			.getByRole("tab", { name: /^Source Control/ })
			.first()
			.click();
		const box = page().locator(".scm-view .scm-editor").first();
		await box.waitFor();
		await runCommand(page(), "Git: Refresh");
		await page().locator(".scm-view .monaco-list-row").filter({ hasText: "NewCodec.ts" }).first().waitFor();
		const asked = nextQuestion(t.gateway);
		replyWith("feat: add a codec");
		// The button is there only while the mouse is over the view.
		await tryAgain(async (timeout) => {
			await box.hover({ timeout });
			await clickShown(page().getByRole("button", { name: "Generate Commit Message" }).first(), timeout);
		});
		assert.match(await asked, /NewCodec\.ts[\s\S]*\+export const codec = 64;/);
		await box.getByText("feat: add a codec").waitFor();
		await pictureOf(page(), "defaults-commitMessage");
	});

	it("terminal: explains its selection", async () => {
		await runInTerminal(page(), "echo said-in-the-terminal");
		await runCommand(page(), "Terminal: Select All");
		const asked = nextQuestion(t.gateway);
		replyWith("It said so.");
		const screen = page().locator(".terminal .xterm-screen").first();
		const rightClick = () => screen.click({ button: "right", position: { x: 30, y: 10 } });
		await chooseFromMenu(page(), rightClick, ["Explain Terminal Selection"]);
		assert.match(await asked, /^Explain this output of a terminal[\s\S]*said-in-the-terminal/);
		await answered("It said so.");
		await pictureOf(page(), "defaults-terminal");
		await runCommand(page(), "Terminal: Kill All Terminals");
	});

	it("index: indexes the whole project after consent", async () => {
		const consent = pickRow(t, /Sent to: 127\.0\.0\.1/);
		await showByCommand(page(), buildCommand, consent);
		await pickRow(t, /Files: 3\d\d · Chunks: [\d,]+/).waitFor();
		await pictureOf(page(), "defaults-indexConsent");
		await consent.click();
		const built = told(page(), /index is built\..*: 3/);
		// The build takes longer than the wait for a notification.
		await tryAgain(() => showNotification(page(), built));
		await dismissNotifications(page());
	});

	it("search by meaning: finds the place and opens it", async () => {
		// The search closes when it loses the focus.
		await tryAgain(async (timeout) => {
			await typeSearch(page(), "decodes base64 into an array of bytes");
			await pickRow(t, foreignFile.name).waitFor({ timeout });
			await pictureOf(page(), "defaults-search");
			await searchBox(page()).press("Enter", { timeout });
		});
		await closed(page());
		await page().locator(".tab.active").filter({ hasText: ".ts" }).waitFor();
		await showByCommand(page(), searchCommand, pickRow(t, "decodes base64 into an array of bytes"));
		await leaveQuickInput(page());
	});

	it("search by meaning: a click into the previewed file closes it, and stays there", async () => {
		const shown = page().locator(".tab.active").filter({ hasText: ".ts" });
		// The highlight appears after the cursor is placed in the first line, which would override an earlier click.
		const highlighted = page()
			.locator(".editor-group-container.active .view-overlays [class*=TextEditorDecorationType]")
			.first();
		await runCommand(page(), "View: Close All Editors");
		await tryAgain(async (timeout) => {
			await typeSearch(page(), "decodes base64 into an array of bytes");
			await shown.waitFor({ timeout });
			await highlighted.waitFor({ timeout });
		});
		const name = (await shown.getAttribute("data-resource-name")) ?? "";
		const lines = await highlighted.boundingBox();
		assert.ok(lines);
		await page().mouse.click(lines.x + 50, lines.y + lines.height / 2);
		await closed(page());
		await typeSearch(page(), "greets a guest");
		await leaveQuickInput(page());
		await tab(name).waitFor();
	});
}
