import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
	answerFileDialog,
	chooseFromEditorMenu,
	openFile,
	pick,
	quickInput,
	rows,
	runCommand,
	selectLines,
	showSideBar,
} from "../../host/workbench";
import { assertLooks } from "../appearance/assertLooks";
import { answers, ask, messageBox, newConversation, type PanelWindow, questions, sendDraft } from "../panelWindow";
import { renderedMarkdown } from "../renderedMarkdown";
import { screenshot } from "../screenshot";
import { contextChips } from "./contextChips";

const chatPath = "/v1/chat/completions";

export function contextTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});
	const { attach, attachBy, chip, chips, meter, nextMessages, removeAll, tick } = contextChips(() => t);
	afterEach(async () => {
		await removeAll();
		await messageBox(t.panel).fill("");
	});

	it("Attach context offers every source; Files… become chips with their size, and go with the question", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await attach().click();
		for (const kind of ["Files…", "Folder…", "Open Editors", "Git Changes", "Symbol…", "Image…"])
			await rows(page).filter({ hasText: kind }).first().waitFor();
		await screenshot(page, "context-picker-dark");
		await pick(page, "Files…");
		await rows(page).filter({ hasText: "greet.py" }).first().waitFor();
		await tick("greet.py", "chores.js");
		await chip("greet.py")
			.getByText(/≈ \d+ tokens/)
			.waitFor();
		await chip("chores.js").waitFor();
		await meter().waitFor();
		await assertLooks(t, "context-chips");
		const sent = nextMessages();
		await ask(t.panel, "What are these?");
		const [message] = await sent;
		assert.match(String(message?.content), /^What are these\?\n\n(?:chores\.js|greet\.py):\n```/);
		assert.match(String(message?.content), /greet\.py:\n```/);
		assert.equal(await chips().count(), 0);
		const onQuestion = questions(t.panel).last().getByRole("list", { name: "Attachments" });
		await onQuestion.getByRole("button", { name: "greet.py" }).click();
		await page.locator('.tab.active[data-resource-name="greet.py"]').waitFor();
		await screenshot(page, "context-sent-dark");
	});

	it("Add Selection to Chat attaches the lines, opens the place, and says when they have changed", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await selectLines(page, 2, 4);
		await chooseFromEditorMenu(page, "Gatehouse", "Add Selection to Chat");
		await chip("budget.ts:2–4").waitFor();
		// Lines that are added above the selection move it, but do not change it.
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.type("// new");
		await page.keyboard.press("Enter");
		await chip("budget.ts")
			.getByRole("button", { name: /^budget\.ts:2–4/ })
			.click();
		await page.locator("#status\\.editor\\.selection").getByText("Ln 5").waitFor();
		await page.locator(".monaco-editor.focused").waitFor();
		await page.keyboard.press("Backspace");
		await chip("budget.ts").getByText("changed").waitFor();
		await assertLooks(t, "context-changed");
		await chip("budget.ts").getByRole("button", { name: "Update" }).click();
		await chip("budget.ts").getByText("changed").waitFor({ state: "detached" });
		await page.locator(".editor-group-container.active .view-lines").click();
		for (let i = 0; i < 3; i++) await page.keyboard.press("ControlOrMeta+Z");
	});

	it("unsaved text of attachments counts, and stays after the page is redrawn", async () => {
		const { page } = t.window;
		await openFile(page, "chores.js");
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.type("// not saved yet ");
		await runCommand(page, "Add to Gatehouse Chat");
		await chip("chores.js").waitFor();
		await showSideBar(page, false);
		await t.panel.locator("body").waitFor({ state: "detached" });
		await showSideBar(page, true);
		await chip("chores.js").waitFor();
		const sent = nextMessages();
		await ask(t.panel, "Unsaved?");
		assert.match(String((await sent).at(-1)?.content), /not saved yet/);
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+Z");
	});

	it("Preview Next Request shows the messages of the next request, which are the ones the gateway gets", async () => {
		const { page } = t.window;
		await attachBy("Open Editors");
		// The chips of both files are counted.
		for (const name of ["budget.ts", "chores.js"])
			await chip(name)
				.getByText(/≈ \d+ tokens/)
				.waitFor();
		const before = await meter().getAttribute("aria-valuenow");
		await messageBox(t.panel).fill("Exactly this?");
		// Counted, so that the number of tokens that will be sent is known.
		await t.panel.locator(`[role=meter]:not([aria-valuenow="${before}"])`).waitFor();
		await runCommand(page, "Gatehouse: Preview Next Request");
		const readable = await renderedMarkdown(page, "Raw JSON");
		assert.match(readable, /As it would be sent at \d+:\d\d:\d\d/);
		assert.match(readable, /user: text, [\d,]+ tokens/);
		assert.match(readable, /Exactly this\?/);
		await screenshot(page, "context-sent-messages-dark");
		const preview = page
			.locator("iframe.webview.ready:visible")
			.last()
			.contentFrame()
			.frameLocator("iframe#active-frame");
		const raw = preview.locator("details code");
		assert.equal(await raw.isVisible(), false);
		await preview.locator("details > summary").click();
		await raw.waitFor();
		const text = await raw.innerText();
		const sent = nextMessages();
		await sendDraft(t.panel);
		assert.deepEqual((JSON.parse(text) as { messages: unknown }).messages, await sent);
		await answers(t.panel).last().getByRole("button", { name: "Retry", exact: true }).waitFor();
	});

	it("an image is sent as a part of the message", async () => {
		const { page } = t.window;
		const file = join(t.workspace, "shot.png");
		const png = Buffer.from(
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
			"base64",
		);
		await writeFile(file, png);
		await attachBy("Image…");
		await quickInput(page).getByRole("button", { name: "Attach" }).waitFor();
		await answerFileDialog(page, file);
		await chip("shot.png").waitFor();
		t.gateway.script({
			match: chatPath,
			json: { choices: [{ message: { content: "A dot." }, finish_reason: "stop" }] },
		});
		const sent = nextMessages();
		await ask(t.panel, "What is on it?");
		const content = (await sent).at(-1)?.content as readonly { type: string; image_url?: { url: string } }[];
		assert.deepEqual(
			content.map(({ type }) => type),
			["text", "image_url"],
		);
		assert.equal(content[1]?.image_url?.url, `data:image/png;base64,${png.toString("base64")}`);
		await newConversation(t);
	});
}
