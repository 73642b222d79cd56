import assert from "node:assert/strict";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { machineSettingsFile, writeSettings } from "../../host/vscode/userSettings";
import { answer, pick, quickInput, runCommand, showByCommand } from "../../host/workbench";
import { describeLong } from "../longRun";
import { answers, ask, chooseModel, demoKey, openPanelWindow, type PanelWindow } from "../panelWindow";
import { renderedMarkdown } from "../renderedMarkdown";
import { filesHolding } from "../search/filesHolding";
import { openWizard, typeConnection, wizardStep } from "./connectByWizard";

/** A secret that can be found in any text. */
const secret = "team-canary-5d1f7c20";
const value = `physics ${secret}`;

describeLong("connect: the secret of an extra header", () => {
	let t: PanelWindow;
	let gateway: DemoGateway;
	/** The content of the screen at each step. */
	const seen: string[] = [];
	before(async () => {
		gateway = await startGateway({
			keys: [demoKey],
			streamDelayMs: 0,
			requiredHeader: { name: "X-Access", value },
		});
		t = await openPanelWindow({ connected: false });
		await writeSettings(machineSettingsFile(t.window.userDataDir), {
			"gatehouse.gateways": [
				{ name: "Guarded", url: `${gateway.url}/v1`, headers: { "X-Access": `physics ${"$"}{secret}` } },
			],
		});
		await t.panel.getByPlaceholder("Ask, and connect when you send").waitFor({ state: "detached" });
	});
	after(async () => {
		await t?.close();
		await gateway?.close();
	});

	const look = async () => {
		seen.push(await t.window.page.content(), await t.panel.locator("html").evaluate((html) => html.outerHTML));
	};

	it("is asked for with the key, and goes with each request that has the key", async () => {
		const { page } = t.window;
		await openWizard(page);
		await typeConnection(page, gateway.url, demoKey);
		await quickInput(page).getByText(`Secret for ${gateway.url}`).waitFor();
		await answer(page, secret);
		await wizardStep(page, 3).waitFor();
		await quickInput(page).locator("input:visible").press("Enter");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await ask(t.panel, "Are you guarded?");
		const withKey = gateway.requests.filter(({ headers }) => headers.authorization !== undefined);
		assert.ok(withKey.length >= 2);
		for (const { headers, path } of gateway.requests)
			assert.equal(headers["x-access"], headers.authorization === undefined ? undefined : value, path);
	});

	it("is hidden in errors that echo it, in the doctor's report and in the log, and is in no file", async () => {
		const { page } = t.window;
		gateway.script({
			status: 400,
			json: { error: { message: `Bad header X-Access: ${value}; ${encodeURIComponent(value)}` } },
		});
		await ask(t.panel, "And now?");
		await answers(t.panel).last().getByText("Bad header X-Access: physics [key]").first().waitFor();
		await look();
		await showByCommand(page, "Gatehouse: Check Connection", quickInput(page));
		gateway.script({
			match: "/v1/chat/completions",
			times: Number.POSITIVE_INFINITY,
			status: 400,
			json: { error: { message: `The header is ${value}` } },
		});
		await pick(page, "two short answers");
		const report = await renderedMarkdown(page, "The header is");
		assert.ok(report.includes("The header is physics [key]"), report);
		await look();
		await runCommand(page, "Gatehouse: Show Log");
		await page.locator(".part.panel .view-line").filter({ hasText: "status 400" }).first().waitFor();
		await look();
		for (const html of seen) assert.ok(!html.includes(secret), "the secret is on the screen");
		const { searched, holding } = await filesHolding(secret, [t.window.userDataDir, t.workspace]);
		assert.ok(searched > 20, `only ${searched} files were searched`);
		assert.deepEqual(holding, []);
		assert.deepEqual(
			t.window.logs.filter((line) => line.includes(secret)),
			[],
		);
	});
});
