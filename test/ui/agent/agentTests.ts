import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptedCall, scriptedReply } from "../../gateway/scriptedReply";
import { openFile, openPanel, pick, reloadWindow, rows, showByCommand } from "../../host/workbench";
import { eventually } from "../eventually";
import { itLong } from "../longRun";
import { messageBox, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";

/** Leaves the agent on, and a changed file. */
export function agentTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const budget = () => readFile(join(t.workspace, "budget.ts"), "utf8");

	it("reads, changes what is allowed, is reviewed and undone, by keyboard", async () => {
		const { panel, gateway } = t;
		const { page } = t.window;
		const original = await budget();
		gateway.script(scriptedCall("read_file", { path: "budget.ts" }));
		const edits = [
			{ search: "export function remaining(", replace: "export function left(" },
			{ search: "export interface Expense {", replace: "export interface Cost {" },
		];
		gateway.script(scriptedCall("edit_file", { path: "budget.ts", edits }));
		gateway.script(scriptedReply("I renamed it."));

		await panel.getByRole("switch", { name: "Agent" }).press("Enter");
		await panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
		await messageBox(panel).fill("Rename remaining to left.");
		await messageBox(panel).press("Enter");

		const question = panel.getByRole("group", { name: /change budget\.ts/ });
		await question.getByText("+export function left(").waitFor();
		assert.equal(await budget(), original);
		await screenshot(page, "agent-approval");
		await question.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
		await panel.getByText("I renamed it.").waitFor();
		assert.match(await budget(), /export function left\(/);
		const steps = panel.getByRole("list", { name: "Steps of the agent" }).getByRole("listitem");
		assert.equal(await steps.count(), 2);

		const changes = panel.getByRole("region", { name: "Changes of the agent" });
		await changes.getByText("1 file changed").waitFor();
		await screenshot(page, "agent-changes");
		await changes.getByRole("button", { name: "Review", exact: true }).press("Enter");
		await page.getByRole("tab", { name: /The Agent's Changes/ }).waitFor();
		await page.locator(".multiDiffEntry").first().waitFor();
		const words = page.locator(".multiDiffEntry .editor.modified .review-widget .head");
		await words
			.filter({ hasText: "Change 2 of 2" })
			.getByRole("button", { name: /^Keep\b/ })
			.waitFor();
		await screenshot(page, "agent-review");

		// In the file's own editor, the words beside the changes would be in the way.
		await openFile(page, "budget.ts");
		await page.locator(".review-widget .head").first().waitFor({ state: "detached" });
		await page.getByRole("tab", { name: /The Agent's Changes/ }).click();
		await words
			.filter({ hasText: "Change 1 of 2" })
			.getByRole("button", { name: /^Undo\b/ })
			.click();
		await words.filter({ hasText: "Change 1 of 1" }).waitFor();
		assert.match(await budget(), /interface Expense \{.*export function left\(/s);

		await changes.getByRole("button", { name: "Undo Changes", exact: true }).press("Enter");
		await eventually(async () => assert.equal(await budget(), original));
		await changes.waitFor({ state: "hidden" });
		await page.getByRole("tab", { name: /The Agent's Changes/ }).waitFor({ state: "detached" });
	});

	itLong("has its changes shown in a second window on the folder, and undone there", async () => {
		const { panel, gateway, window } = t;
		const original = await budget();
		gateway.script(
			scriptedCall("edit_file", { path: "budget.ts", edits: [{ search: "remaining(", replace: "spare(" }] }),
		);
		gateway.script(scriptedReply("I renamed it to spare."));
		await messageBox(panel).fill("Rename remaining to spare.");
		await messageBox(panel).press("Enter");
		await panel.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
		await panel.getByText("I renamed it to spare.").waitFor();
		const page = await window.page.context().newPage();
		try {
			await page.goto(window.url);
			const other = await openPanel(page);
			await showByCommand(page, "Gatehouse: Show Conversations", rows(page).filter({ hasText: "Rename remaining" }));
			await pick(page, "Rename remaining");
			await other.getByText("Rename remaining to spare.").first().waitFor();
			const changes = other.getByRole("region", { name: "Changes of the agent" });
			await changes.getByRole("button", { name: "Undo Changes", exact: true }).press("Enter");
			await eventually(async () => assert.equal(await budget(), original));
		} finally {
			await page.close();
		}
	});

	itLong("is continued after the window was reloaded while a change waited for approval", async () => {
		const { panel, gateway } = t;
		const original = await budget();
		const change = { path: "budget.ts", edits: [{ search: "function remaining(", replace: "function rest(" }] };
		gateway.script(scriptedCall("edit_file", change));
		await messageBox(panel).fill("Rename remaining to rest.");
		await messageBox(panel).press("Enter");
		const question = panel.getByRole("group", { name: /change budget\.ts/ });
		await question.getByText("+export function rest(").waitFor();

		await reloadWindow(t.window.page);
		await panel.getByText(/window closed before/).waitFor();
		assert.equal(await question.count(), 0);
		assert.equal(await budget(), original);
		gateway.script(scriptedCall("edit_file", change));
		gateway.script(scriptedReply("I renamed it to rest."));
		await panel.getByRole("button", { name: "Continue", exact: true }).press("Enter");
		await question.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
		await panel.getByText("I renamed it to rest.").waitFor();
		const steps = panel.getByRole("list", { name: "Steps of the agent" }).last().getByRole("listitem");
		await steps.first().getByText("not carried out").waitFor();
		assert.match(await budget(), /export function rest\(/);
	});
}
