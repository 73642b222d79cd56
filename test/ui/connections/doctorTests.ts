import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Script } from "../../gateway/script";
import { leaveQuickInput } from "../../host/quickInput";
import {
	answer,
	dismissNotifications,
	notifications,
	pick,
	quickInput,
	runCommand,
	showByCommand,
	switchTheme,
	themes,
} from "../../host/workbench";
import { itLong, longRun } from "../longRun";
import { demoKey, type PanelWindow } from "../panelWindow";
import { renderedMarkdown } from "../renderedMarkdown";
import { screenshot } from "../screenshot";
import { connectByWizard, nameOf, openWizard } from "./connectByWizard";

const chatPath = "/v1/chat/completions";
const embedPath = "/v1/embeddings";

/** Needs a window without a gateway, and leaves it connected. */
export function doctorTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	/** A step of the open list, by its title. */
	const step = (title: string): Locator =>
		quickInput(t.window.page).getByRole("option", { name: new RegExp(`^${title}(,|$)`) });
	const begin = () => showByCommand(t.window.page, "Gatehouse: Check Connection", quickInput(t.window.page));
	const consent = async (more = false) =>
		pick(t.window.page, more ? "Also test whether the gateway counts tokens" : "two short answers");

	/** Returns the whole rendered report once it has the expected text (another report may have the same name), and closes it. */
	async function readReport(picture: string, expected: string): Promise<string> {
		const { page } = t.window;
		const tab = page.locator(".tab.active").filter({ hasText: "Connection check" });
		await tab.waitFor();
		const report = await renderedMarkdown(page, expected);
		await screenshot(page, picture);
		await runCommand(page, "View: Close Editor");
		await tab.waitFor({ state: "detached" });
		return report;
	}

	itLong("before any gateway is connected, they ask for address and key, and name a wrong key", async () => {
		const { page } = t.window;
		await begin();
		await quickInput(page).getByPlaceholder("https://llm.example.org/v1").waitFor();
		await answer(page, t.gateway.url);
		await quickInput(page).getByText("API Key for").first().waitFor();
		await answer(page, "sk-wrong-0123456789");
		await consent();
		const report = await readReport("doctor-report-wrong-key-dark", "does not know the key");
		assert.match(report, /^Connection check: 127\.0\.0\.1:\d+\s+Key: The gateway does not know the key/);
		assert.match(report, /^Chat\tnot run\t/m);
		assert.match(report, /because “Key” failed/);
		assert.ok(!report.includes("sk-wrong-0123456789"), report);
	});

	it("ask before they send a key over plain HTTP to another computer", async () => {
		const { page } = t.window;
		await begin();
		await quickInput(page).getByPlaceholder("https://llm.example.org/v1").waitFor();
		await answer(page, "http://llm.invalid/v1");
		await pick(page, "Don't Use http");
		await quickInput(page).waitFor({ state: "hidden" });
	});

	it("are all run on a healthy gateway, and the report does not contain the key", async () => {
		const { page } = t.window;
		await openWizard(page);
		await connectByWizard(page, t.gateway.url, demoKey);
		await page.locator(".statusbar-item").filter({ hasText: "demo-chat" }).waitFor();
		await begin();
		await quickInput(page).getByText("two short answers").first().waitFor();
		await screenshot(page, "doctor-consent-dark");
		await consent(true);
		const report = await readReport("doctor-report-healthy-dark", "did not call the tool");
		const named = `Connection check: ${nameOf(t.gateway.url)}`;
		// The demo gateway's model calls no tools.
		assert.match(report, /^Connection check: \S+\s+Tools: demo-chat did not call the tool/);
		assert.match(report, /^Tools\twarning\t/m);
		assert.ok(report.startsWith(named));
		for (const step of [
			"Address",
			"Proxy",
			"Name and connection",
			"Base address",
			"Key",
			"Models",
			"Chat",
			"Streaming",
		]) {
			assert.match(report, new RegExp(`^${step}\\tok\\t[\\d.]+ m?s$`, "m"));
		}
		assert.match(report, /Tokens: the gateway counts them when asked/);
		assert.match(report, /demo-embed makes embeddings with 384 dimensions/);
		assert.match(report, /Requests made to the gateway: 8/);
		assert.match(report, /Gatehouse \d+\.\d+\.\d+, VS Code \d+\.\d+/);
		assert.ok(!report.includes(demoKey), report);
	});

	it("show the report and the log side by side for Report a Problem; neither is editable or contains the key", async () => {
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Report a Problem…");
		const groups = page.locator(".editor-group-container");
		await groups.nth(0).locator(".tab").filter({ hasText: "Connection check: " }).waitFor();
		await groups.nth(1).locator(".tab").filter({ hasText: "Gatehouse.log" }).waitFor();
		await groups.nth(1).locator(".view-line").filter({ hasText: "chat" }).first().waitFor();
		await screenshot(page, "doctor-problem-dark");
		assert.ok(!(await groups.nth(1).innerText()).includes(demoKey));
		await runCommand(page, "View: Close All Editors");
		await groups.nth(1).waitFor({ state: "detached" });
	});

	itLong("continue when Report a Problem is chosen meanwhile, which shows the same check again", async () => {
		const { page } = t.window;
		const stalled = t.gateway.script({ match: embedPath, chunks: [{ type: "stall" }] });
		const asked = t.gateway.nextRequest(({ path }) => path === embedPath);
		await begin();
		await consent();
		const request = await asked;
		const running = step("Embedding").locator(".codicon-sync");
		// Until the next step begins, nothing else fills the list.
		await running.waitFor();
		await runCommand(page, "Gatehouse: Report a Problem…");
		await running.waitFor();
		assert.equal(await notifications(page).getByText("was cancelled").count(), 0);
		await leaveQuickInput(page);
		assert.equal(await request.ended, "broken");
		await notifications(page).getByText("was cancelled").first().waitFor({ state: "attached" });
		stalled.dispose();
		await dismissNotifications(page);
	});

	for (const [name, theme] of Object.entries(longRun ? themes : { dark: themes.dark })) {
		it(`are shown live, and are cancelled in the middle: ${name}`, async () => {
			const { page } = t.window;
			await switchTheme(page, theme);
			const forbidden: Script = { match: chatPath, status: 403, json: { detail: "This model is not for students" } };
			const scripts = [
				t.gateway.script(forbidden),
				t.gateway.script({ match: embedPath, chunks: [{ type: "stall" }] }),
			];
			const asked = t.gateway.nextRequest(({ path }) => path === embedPath);
			await begin();
			await consent();
			const request = await asked;
			await step("Embedding").locator(".codicon-sync").waitFor();
			assert.match(
				(await step("Chat").textContent()) ?? "",
				/^Chat.*failed · [\d.]+ m?s.*not for students\. Choose another model/,
			);
			assert.match((await step("Streaming").textContent()) ?? "", /not run.*because “Chat” failed/);
			assert.match((await step("Models").textContent()) ?? "", /ok · [\d.]+ m?s.*offers 3 models/);
			await screenshot(page, `doctor-live-${name}`);
			if (name === "light") await quickInput(page).getByRole("button", { name: "Cancel the check" }).click();
			else await leaveQuickInput(page);
			assert.equal(await request.ended, "broken");
			await notifications(page).getByText("was cancelled").first().waitFor({ state: "attached" });
			assert.equal(await page.locator(".tab").filter({ hasText: "Connection check" }).count(), 0);
			for (const script of scripts) script.dispose();
			await dismissNotifications(page);
		});
	}
}
