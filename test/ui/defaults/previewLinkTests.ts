import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { scriptedReply } from "../../gateway/scriptedReply";
import { openFile, quickInput, runCommand } from "../../host/workbench";
import { ask, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { connectToDemo } from "./defaultWindow";

const command = "command:workbench.action.files.newUntitledFile";
/** Files with a model's text: one link that VS Code finds in any language, and one that would run a command. */
const files: Readonly<Record<string, string>> = {
	"Notes.md": `See https://gatehouse.example/ and [renew](${command}).`,
	"page.html": `<p>https://gatehouse.example/ <a href="${command}">renew</a></p>`,
	"page.css": `/* https://gatehouse.example/ */ a { background: url(${command}); }`,
};

export function previewLinkTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await connectToDemo(t);
	});
	afterEach(async () => {
		await runCommand(t.window.page, "View: Close All Editors");
		await t.window.page.locator(".tab").first().waitFor({ state: "detached" });
	});

	/**
	 * Waits until VS Code has made a link of the text in a separate file: it finds links in CSS only once its server for CSS
	 * runs, which starts with the first file.
	 */
	async function linksAreFound(page: Page, name: string, text: string): Promise<void> {
		await writeFile(join(t.workspace, name), text);
		await openFile(page, name, t.workspace);
		await page.locator(".detected-link").filter({ hasText: "command:" }).first().waitFor();
		await runCommand(page, "View: Close All Editors");
		await page.locator(".tab").first().waitFor({ state: "detached" });
	}

	for (const [name, text] of Object.entries(files)) {
		it(`runs nothing when it is clicked: ${name}`, async () => {
			const { page } = t.window;
			const [, extension] = name.split(".");
			if (extension === "css") await linksAreFound(page, "linked.css", text);
			t.gateway.script(scriptedReply(`So:\n\n\`\`\`${extension} docs/${name}\n${text}\n\`\`\`\n`));
			const answer = await ask(t.panel, `Write ${name}.`);
			await answer.getByRole("button", { name: "New file" }).click();
			const box = quickInput(page).locator("input:visible");
			await box.waitFor();
			assert.equal(await box.inputValue(), `docs/${name}`);
			await box.press("Enter");
			const line = page.locator(".editor.modified .view-line");
			await line.filter({ hasText: "gatehouse.example" }).waitFor();
			const links = page.locator(".editor.modified .detected-link");
			// All links of a text are found together.
			await links.filter({ hasText: "gatehouse.example" }).first().waitFor();
			await pictureOf(page, `preview-links-${extension}`);
			assert.doesNotMatch((await links.allInnerTexts()).join("\n"), /command:|renew/);
			await line
				.getByText(command.slice(0, 20))
				.first()
				.click({ modifiers: ["ControlOrMeta"] });
			// Such a command would have ended before this one.
			await runCommand(page, "View: Focus Active Editor Group");
			assert.deepEqual(await page.locator(".tab").filter({ hasText: "Untitled" }).allInnerTexts(), []);
		});
	}
}
