import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { demoAgent } from "../../gateway/endpoints/demoAgent";
import { scriptedCall, scriptedReply } from "../../gateway/scriptedReply";
import { copyForeignProject } from "../../host/foreignProject";
import { repositoryFolder } from "../../host/paths";
import { copyAgentWorkspace } from "../../host/sampleWorkspace";
import { defaultSettings } from "../../host/vscode/userSettings";
import { runCommand, showByCommand } from "../../host/workbench";
import { openWizard, typeConnection, wizardStep } from "../connections/connectByWizard";
import { installGatehouse } from "../installedWindow";
import { describeLong } from "../longRun";
import { chooseModel, demoKey, fileText, focusedBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";

/** Maximum number of keys that lead to an element. */
const mostKeys = 60;

/** Moves the keyboard to an element as a user does, and presses Enter. */
async function reach(page: Page, element: Locator, key: "Tab" | "Shift+Tab"): Promise<void> {
	await element.waitFor();
	const hasFocus = () => element.evaluate((one) => one.getRootNode() instanceof Document && one.matches(":focus"));
	for (let keys = 0; !(await hasFocus()); keys++) {
		assert.ok(keys < mostKeys, `${key} does not lead to ${element}`);
		await page.keyboard.press(key);
	}
	await page.keyboard.press("Enter");
}

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
		// There is only one model.
		await typeConnection(t.window.page, t.gateway.url, demoKey);
		await chooseModel(t.panel).getByText("demo-agent").waitFor();
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it("runs the tests, fixes the one that fails, and runs them again, by keyboard alone", async () => {
		const { panel } = t;
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Open Chat");
		await focusedBox(panel).waitFor();
		await reach(page, panel.getByRole("switch", { name: "Agent" }), "Tab");
		await panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
		await runCommand(page, "Gatehouse: Open Chat");
		await focusedBox(panel).waitFor();
		await page.keyboard.type("Fix the failing test.");
		await page.keyboard.press("Enter");

		const command = panel.getByRole("group", { name: /run this command/ });
		await command.getByText("node --test").waitFor();
		await pictureOf(page, "agent-task-command");
		await reach(
			page,
			command.getByRole("button", { name: "Allow in This Conversation", disabled: false }),
			"Shift+Tab",
		);
		const change = panel.getByRole("group", { name: /change rent\.js/ });
		await change
			.getByText("+	return Array.from({ length: people }, (_, i) => (i < left ? share + 1 : share));")
			.waitFor();
		assert.match(await fileText(t, "rent.js"), /i <= left/);
		await pictureOf(page, "agent-task-change");
		await reach(page, change.getByRole("button", { name: "Allow", exact: true, disabled: false }), "Shift+Tab");

		await panel.getByText("All tests pass now (exit code 0).").waitFor();
		assert.match(await fileText(t, "rent.js"), /i < left/);
		const runs = panel.getByRole("list", { name: "Steps of the agent" }).getByText("Run node --test");
		assert.equal(await runs.count(), 2);
		await pictureOf(page, "agent-task-done");

		const changes = panel.getByRole("region", { name: "Changes of the agent" });
		await changes.getByText("1 file changed").waitFor();
		await reach(page, changes.getByRole("button", { name: "Review", exact: true }), "Shift+Tab");
		await page.getByRole("tab", { name: /The Agent's Changes/ }).waitFor();
		const words = page.locator(".multiDiffEntry .editor.modified .review-widget .head");
		await words.filter({ hasText: "Change 1 of 1" }).waitFor();
		await pictureOf(page, "agent-task-review");
		await runCommand(page, "Gatehouse: Open Chat");
		await focusedBox(panel).waitFor();
		await reach(page, changes.getByRole("button", { name: "Keep", exact: true }), "Shift+Tab");
		await changes.waitFor({ state: "hidden" });
		await words.first().waitFor({ state: "detached" });
		assert.match(await fileText(t, "rent.js"), /i < left/);
	});
});

describeLong("default settings, the installed package in French: the agent in a project of 300 files", () => {
	let folder: string;
	let t: PanelWindow;
	let texts: Readonly<Record<string, string>>;
	before(async () => {
		texts = JSON.parse(await readFile(join(repositoryFolder, "l10n", "bundle.l10n.fr.json"), "utf8"));
		folder = await mkdtemp(join(tmpdir(), "gatehouse-vsix-"));
		t = await openPanelWindow({
			...(await installGatehouse(folder)),
			connected: false,
			baseSettings: defaultSettings,
			locale: "fr",
			makeWorkspace: copyForeignProject,
			models: [demoAgent],
		});
		const { page } = t.window;
		await showByCommand(page, "Gatehouse: Se connecter à une passerelle…", wizardStep(page, 1));
		await typeConnection(page, t.gateway.url, demoKey);
		await chooseModel(t.panel).getByText("demo-agent").waitFor();
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Returns a text in French. */
	function french(english: string, ...values: readonly string[]): string {
		const text = texts[english];
		assert.ok(text, `no French for ${english}`);
		return values.reduce((filled, value, at) => filled.replace(`{${at}}`, value), text);
	}

	it("finds a function, renames it, and keeps the change, by keyboard alone", async () => {
		const { panel, gateway } = t;
		const { page } = t.window;
		const path = "src/utils/MsalFrameStatsUtils.ts";
		const before = await fileText(t, path);
		gateway.script(scriptedCall("list_files", {}));
		gateway.script(scriptedCall("search", { text: "function getNetworkInfo" }));
		gateway.script(scriptedCall("read_file", { path }));
		const edits = [{ search: "function getNetworkInfo(", replace: "function networkInfo(" }];
		gateway.script(scriptedCall("edit_file", { path, edits }));
		gateway.script(scriptedReply("La fonction a un nouveau nom."));

		const openChat = async () => {
			await runCommand(page, "Gatehouse: Ouvrir la discussion");
			await focusedBox(panel).waitFor();
		};
		const agent = { name: french("Agent") };
		await openChat();
		await reach(page, panel.getByRole("switch", agent), "Tab");
		await panel.getByRole("switch", { ...agent, checked: true }).waitFor();
		await openChat();
		await page.keyboard.type("Donne un nouveau nom à getNetworkInfo.");
		await page.keyboard.press("Enter");

		const name = french("Allow the agent to change {0}?", path);
		const change = panel.getByRole("group", { name, exact: true });
		await change.getByText("+export function networkInfo(").waitFor();
		assert.equal(await fileText(t, path), before);
		await pictureOf(page, "agent-task-french-change");
		await reach(page, change.getByRole("button", { name: french("Allow"), exact: true, disabled: false }), "Shift+Tab");

		await panel.getByText("La fonction a un nouveau nom.").waitFor();
		const steps = panel.getByRole("list", { name: french("Steps of the agent") }).getByRole("listitem");
		await steps.first().getByText(french("Reading and searching ({0})", "3")).waitFor();
		assert.equal(await steps.count(), 2);
		assert.equal(await fileText(t, path), before.replace("function getNetworkInfo(", "function networkInfo("));
		const changes = panel.getByRole("region", { name: french("Changes of the agent") });
		await changes.getByText(french("1 file changed")).waitFor();
		await pictureOf(page, "agent-task-french-changes");
		await reach(page, changes.getByRole("button", { name: french("Keep"), exact: true }), "Shift+Tab");
		await changes.waitFor({ state: "hidden" });
		assert.match(await fileText(t, path), /function networkInfo\(/);
	});
});
