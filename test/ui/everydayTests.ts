import assert from "node:assert/strict";
import { sseChunk, sseDone } from "../gateway/endpoints/sseChunk";
import {
	dismissNotifications,
	notifications,
	openFile,
	pick,
	pressInNotification,
	quickInput,
	rows,
	runCommand,
	selectLines,
	showNotification,
} from "../host/workbench";
import { instruct, openInstructionBox, previewButton } from "./code/editPreview";
import { contextChips, tickEntry } from "./context/contextChips";
import { eventually } from "./eventually";
import { logOf } from "./logOf";
import { itLong } from "./longRun";
import { answers, ask, demoKey, focusedBox, type PanelWindow } from "./panelWindow";

const chatPath = "/v1/chat/completions";

export function everydayTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});
	const page = () => t.window.page;
	const { attachBy, chip, chips, removeAll } = contextChips(() => t);

	const logText = () => logOf(t.window.userDataDir);

	it("Ctrl+K Shift+G in a file gives the keyboard to the panel's text box", async () => {
		await openFile(page(), "greet.py");
		await page().keyboard.press("ControlOrMeta+k");
		await page().keyboard.press("Shift+G");
		await focusedBox(t.panel).waitFor();
	});

	it("Files…: Enter attaches the file that is typed, or those that are ticked", async () => {
		await attachBy("Files…");
		await rows(page()).filter({ hasText: "greet.py" }).first().waitFor();
		const box = quickInput(page()).locator("input[type=text]");
		await box.fill("greet");
		await rows(page()).filter({ hasText: "chores.js" }).first().waitFor({ state: "detached" });
		await box.press("Enter");
		await chip("greet.py").waitFor();
		assert.equal(await chips().count(), 1);
		await removeAll();
	});

	it("Files… says how many files are ticked, and will be attached", async () => {
		await attachBy("Files…");
		const title = quickInput(page()).locator(".quick-input-title");
		for (const [name, said] of [
			["greet.py", "1 file will be attached"],
			["chores.js", "2 files will be attached"],
		] as const) {
			await tickEntry(page(), name);
			await title.getByText(said).waitFor();
		}
		await quickInput(page()).getByRole("button", { name: "OK" }).click();
		await chip("greet.py").waitFor();
		await chip("chores.js").waitFor();
		await removeAll();
	});

	it("Retry with… offers the other models, and the chosen one answers the question again", async () => {
		const asked = await ask(t.panel, "Hello?");
		await asked.getByRole("button", { name: "Retry with…" }).press("Enter");
		await rows(page()).filter({ hasText: "zeta-chat" }).first().waitFor();
		assert.equal(await rows(page()).filter({ hasText: "demo-chat" }).count(), 0, "it has already answered");
		await pick(page(), "zeta-chat");
		const again = answers(t.panel, "zeta-chat");
		await again.getByRole("button", { name: "Retry", exact: true }).waitFor();
		await again.getByText("2/2").waitFor();
		await t.panel.getByRole("button", { name: "Choose model: demo-chat" }).waitFor();
	});

	itLong("says why a read-only editor takes no edit", async () => {
		await openFile(page(), "budget.ts");
		await runCommand(page(), "File: Set Active Editor Read-only in Session");
		await selectLines(page(), 9, 16);
		await page().keyboard.press("ControlOrMeta+Alt+E");
		await notifications(page()).getByText("budget.ts is read-only in this editor").first().waitFor();
		await dismissNotifications(page());
		await runCommand(page(), "File: Reset Active Editor Read-only in Session");
	});

	it("says again why an answer was not used where it is to be accepted, and tries again", async () => {
		const half = "```typescript\nexport const half = ";
		let goOn = () => {};
		const shown = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		t.gateway.script({
			match: chatPath,
			chunks: [
				{ type: "bytes", data: sseChunk(half) },
				{ type: "wait", until: shown },
				{ type: "bytes", data: sseChunk({}, "length") + sseDone },
			],
		});
		await openFile(page(), "budget.ts");
		await openInstructionBox(page(), async () => {
			await selectLines(page(), 9, 16);
			await page().keyboard.press("ControlOrMeta+Alt+E");
		});
		await instruct(page(), "Edit lines 9–16", "Sort by month.");
		await page().locator(".monaco-diff-editor").first().waitFor();
		goOn();
		const refusal = notifications(page()).filter({ hasText: "cut off at its maximum length" });
		await showNotification(page(), refusal);
		// Nothing can be accepted: the answer can be read instead, and the reason is shown again.
		assert.equal(await previewButton(page(), "Accept All").count(), 0);
		await runCommand(page(), "View: Focus Active Editor Group");
		await page().keyboard.press("ControlOrMeta+Enter");
		await previewButton(page(), "Show Answer").click();
		await page().locator(".view-line").filter({ hasText: "export const half =" }).waitFor();
		await showNotification(page(), refusal);
		assert.equal(await refusal.count(), 1);
		await runCommand(page(), "View: Close Editor");
		assert.equal(await notifications(page()).filter({ hasText: "still being written" }).count(), 0);
		await pressInNotification(page(), refusal, "Try Again");
		await refusal.waitFor({ state: "detached" });
		await runCommand(page(), "Gatehouse: Reject All");
		await page().locator(".monaco-diff-editor").waitFor({ state: "detached" });
	});

	it("the log: VS Code's own channel names failures, without any text of the conversation", async () => {
		t.gateway.script({
			match: chatPath,
			status: 422,
			json: { error: { message: `Bad input: canary-of-the-prompt ${demoKey}` } },
		});
		await ask(t.panel, "canary-of-the-prompt");
		await answers(t.panel).last().getByText("Bad input").waitFor();
		await eventually(async () =>
			assert.match(await logText(), /\[info\] chat demo-chat at .*: failed \(refused\), status 422/),
		);
		const text = await logText();
		assert.match(text, /\[info\] models at .*: done, status 200/);
		assert.match(text, /\[info\] An edit's answer of \d+ characters was refused: tooLong/);
		for (const secret of ["canary", demoKey, "Bad input", "half = ", "Sort by month", "monthlyTotals"])
			assert.ok(!text.includes(secret), `${secret} in ${text}`);
		await runCommand(page(), "Gatehouse: Show Log");
		await page().locator(".part.panel .view-line").filter({ hasText: "demo-chat" }).first().waitFor();
		await runCommand(page(), "View: Toggle Panel Visibility");
	});
}
