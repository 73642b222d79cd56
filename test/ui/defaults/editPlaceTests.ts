import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptedReply } from "../../gateway/scriptedReply";
import { clickShown, tryAgain } from "../../host/tryAgain";
import {
	closeMenus,
	dismissNotifications,
	goToLine,
	notifications,
	openEditorMenu,
	openFile,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { nextQuestion } from "../chat/nextChat";
import { previewButton, replyEnded } from "../code/editPreview";
import { itLong } from "../longRun";
import { answers, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { connectToDemo, foreignFile } from "./defaultWindow";

/** Edits in other places: at a problem, but not in a read-only file. */
export function defaultEditPlaceTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await connectToDemo(t);
	});
	// Before each test, not after it, so that the picture of a failure shows its editors.
	beforeEach(async () => {
		await runCommand(page(), "View: Close All Editors");
		await dismissNotifications(page());
	});
	after(async () => {
		await rm(join(t.workspace, "wrong.ts"), { force: true });
	});

	const page = () => t.window.page;
	const replyWith = (content: string) => t.gateway.script(scriptedReply(content));
	const proposed = (text: string) => page().locator(".editor.modified .view-line").getByText(text).first();
	const noPreview = () => page().locator(".monaco-diff-editor").waitFor({ state: "detached" });

	/** Opens VS Code's list of fixes at the problem, and chooses from it. */
	const choosing: Readonly<Record<string, (name: string) => Promise<void>>> = {
		keyboard: (name) =>
			tryAgain(async (timeout) => {
				await goToLine(page(), 2);
				await page().keyboard.press("ControlOrMeta+.");
				await page().locator(".action-widget").getByText(name).waitFor({ timeout });
				const focused = page().locator(".action-widget .monaco-list-row.focused");
				const count = await page().locator(".action-widget .monaco-list-row").count();
				for (let at = 0; at < count && !(await focused.filter({ hasText: name }).isVisible()); at++)
					await page().keyboard.press("ArrowDown");
				await focused.filter({ hasText: name }).waitFor({ timeout });
				await page().keyboard.press("Enter");
			}),
		mouse: (name) =>
			tryAgain(async (timeout) => {
				await page().locator(".view-line").getByText("return").first().click({ timeout });
				const bulb = page().locator('.lightBulbWidget:visible, [class*="codicon-gutter-lightbulb"]:visible').first();
				await clickShown(bulb, timeout);
				await clickShown(page().locator(".action-widget").getByText(name), timeout);
			}),
	};
	for (const [way, choose] of Object.entries(choosing)) {
		itLong(`the light bulb by ${way}: explains a problem${way === "mouse" ? "" : ", and fixes it"}`, async () => {
			const code = 'export function half(n: number): number {\n\treturn n + "2";\n}\n';
			await writeFile(join(t.workspace, "wrong.ts"), code);
			await openFile(page(), "wrong.ts", t.workspace);
			await page().locator(".editor-group-container.active .squiggly-error").first().waitFor();
			const explained = nextQuestion(t.gateway);
			replyWith(`By ${way} and bulb.`);
			await choose("Explain with Gatehouse");
			assert.match(await explained, /^Explain the listed problems in `half` from wrong\.ts \(typescript\)/);
			await answers(t.panel).last().getByText(`By ${way} and bulb.`).first().waitFor();
			// The light bulb moves when the panel returns the focus, and a click beside it would fold the function.
			if (way === "mouse") return;
			const fixed = nextQuestion(t.gateway);
			replyWith("```typescript\nexport function half(n: number): number {\n\treturn n / 2;\n}\n```");
			await choose("Fix with Gatehouse");
			assert.match(await fixed, /^Fix the listed problems in `half`/);
			await proposed("return n / 2").waitFor();
			await replyEnded(page());
			await pictureOf(page(), `defaults-bulb-${way}`);
			await previewButton(page(), "Reject All").click();
			await noPreview();
		});
	}

	itLong(
		"a read-only file: its keys say so before anything is sent, and its menu has no action that changes it",
		async () => {
			await openFile(page(), foreignFile.name);
			await runCommand(page(), "File: Set Active Editor Read-only in Session");
			const asked = t.gateway.requests.length;
			const said = notifications(page()).getByText(`${foreignFile.name} is read-only in this editor`).first();
			for (const keys of [["ControlOrMeta+Alt+E"], ["ControlOrMeta+K", "Shift+F"]]) {
				await selectLines(page(), 1, 4);
				for (const key of keys) await page().keyboard.press(key);
				await said.waitFor();
				await dismissNotifications(page());
			}
			await selectLines(page(), 1, 4);
			await openEditorMenu(page(), ["Gatehouse"], ["Explain Selection"]);
			await pictureOf(page(), "defaults-edit-readOnly");
			for (const name of ["Edit Inline…", "Fix Selection", "Document Selection", "Refactor Selection…"])
				assert.equal(await page().getByRole("menuitem", { name }).count(), 0, name);
			await closeMenus(page());
			assert.equal(t.gateway.requests.length, asked);
			await runCommand(page(), "File: Reset Active Editor Read-only in Session");
		},
	);
}
