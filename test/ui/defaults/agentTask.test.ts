import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { demoAgent } from "../../gateway/endpoints/demoAgent";
import { copyAgentWorkspace } from "../../host/sampleWorkspace";
import { defaultSettings } from "../../host/vscode/userSettings";
import { runCommand } from "../../host/workbench";
import { openWizard, typeConnection } from "../connections/connectByWizard";
import { installGatehouse } from "../installedWindow";
import { chooseModel, demoKey, fileText, focusedBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";

/** Keys after which what is looked for is not there. */
const mostKeys = 60;

describe("default settings, the installed package: the agent checks its work", () => {
	let folder: string;
	let t: PanelWindow;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-vsix-"));
		t = await openPanelWindow({
			...(await installGatehouse(folder)),
			connected: false,
			baseSettings: defaultSettings,
			makeWorkspace: copyAgentWorkspace,
			models: [demoAgent],
		});
		await openWizard(t.window.page);
		// There is one model to take.
		await typeConnection(t.window.page, t.gateway.url, demoKey);
		await chooseModel(t.panel).getByText("demo-agent").waitFor();
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Moves the keyboard to an element as a user does, and presses Enter. */
	async function reach(element: Locator, key: "Tab" | "Shift+Tab"): Promise<void> {
		await element.waitFor();
		const hasFocus = () => element.evaluate((one) => one.getRootNode() instanceof Document && one.matches(":focus"));
		for (let keys = 0; !(await hasFocus()); keys++) {
			assert.ok(keys < mostKeys, `${key} does not lead to ${element}`);
			await t.window.page.keyboard.press(key);
		}
		await t.window.page.keyboard.press("Enter");
	}

	it("runs the tests, fixes the one that fails, and runs them again, by keyboard alone", async () => {
		const { panel } = t;
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Open Chat");
		await focusedBox(panel).waitFor();
		await reach(panel.getByRole("switch", { name: "Agent" }), "Tab");
		await panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
		await runCommand(page, "Gatehouse: Open Chat");
		await focusedBox(panel).waitFor();
		await page.keyboard.type("Fix the failing test.");
		await page.keyboard.press("Enter");

		const command = panel.getByRole("group", { name: "Allow the agent to run this command?" });
		await command.getByText("node --test").waitFor();
		await pictureOf(page, "agent-task-command");
		await reach(command.getByRole("button", { name: "Allow in This Conversation", disabled: false }), "Shift+Tab");
		const change = panel.getByRole("group", { name: "Allow the agent to change rent.js?" });
		await change
			.getByText("+	return Array.from({ length: people }, (_, i) => (i < left ? share + 1 : share));")
			.waitFor();
		assert.match(await fileText(t, "rent.js"), /i <= left/);
		await pictureOf(page, "agent-task-change");
		await reach(change.getByRole("button", { name: "Allow", exact: true, disabled: false }), "Shift+Tab");

		await panel.getByText("All tests pass now (exit code 0).").waitFor();
		assert.match(await fileText(t, "rent.js"), /i < left/);
		const runs = panel.getByRole("list", { name: "Steps of the agent" }).getByText("Run node --test");
		assert.equal(await runs.count(), 2);
		await pictureOf(page, "agent-task-done");
	});
});
