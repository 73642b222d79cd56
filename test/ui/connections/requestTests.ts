import assert from "node:assert/strict";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { leaveQuickInput } from "../../host/quickInput";
import {
	answerFileDialog,
	dismissNotifications,
	pressRowButton,
	quickInput,
	showByCommand,
} from "../../host/workbench";
import { ask, chooseModel, demoKey, type PanelWindow } from "../panelWindow";
import { inThemes, screenshot } from "../screenshot";

/** Needs a window in which nothing was requested before. */
export function requestTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const rows = () => quickInput(t.window.page).locator(".quick-input-list .monaco-list-row");

	it("are shown, newest first, and saved as CSV without a word of their text", async () => {
		const { page } = t.window;
		t.gateway.script({ cut: { afterChunks: 2, how: "reset" } });
		await ask(t.panel, "What breaks off?");
		await ask(t.panel, "a question that nobody else need know");
		await showByCommand(page, "Gatehouse: Show Requests in This Window", rows().nth(1));
		await rows().first().getByText("status 200 in").waitFor();
		const newest = await rows().first().innerText();
		assert.match(newest, /chat/);
		assert.match(newest, /demo-chat/);
		assert.match(newest, /Demo · /);
		assert.doesNotMatch(newest, /127\.0\.0\.1/);
		assert.match(await rows().last().innerText(), /models/);
		await rows().filter({ hasText: "status 200, incomplete or unusable answer in" }).waitFor();
		await inThemes(page, async (name) => {
			await leaveQuickInput(page);
			await showByCommand(page, "Gatehouse: Show Requests in This Window", rows().nth(1));
			await screenshot(page, `requests-${name}`);
		});
		// By keyboard: the mouse is where a hover may cover the button.
		await quickInput(page).getByRole("button", { name: "Save as CSV" }).press("Enter");
		const file = join(t.workspace, "requests.csv");
		await answerFileDialog(page, file);
		await page
			.getByText(/requests were saved/)
			.first()
			.waitFor();
		await access(file);
		const text = await readFile(file, "utf8");
		assert.match(text, /^time,operation,/);
		assert.match(text, /,chat,POST,127\.0\.0\.1:\d+,demo-chat,\d+,\d+,200,\d+,,,\r\n/);
		assert.ok(!text.includes("nobody else") && !text.includes(demoKey));
		// The notification would cover the model's button until it hides by itself.
		await dismissNotifications(page);
	});

	it("that are refused show what was learned beside the model, and the user can reset it", async () => {
		const { page } = t.window;
		t.gateway.script({ status: 400, json: { error: { message: "maximum context length is 4096 tokens" } } });
		await ask(t.panel, "too much");
		await chooseModel(t.panel).click();
		await pressRowButton(page, "demo-chat", "Learned Capabilities");
		await rows()
			.filter({ hasText: /accepts 4,096 tokens/ })
			.waitFor();
		await screenshot(page, "learned-dark");
		await rows().filter({ hasText: "Reset" }).click();
		await chooseModel(t.panel).click();
		await quickInput(page).getByRole("button", { name: "Learned Model Capabilities" }).press("Enter");
		await page.getByText("Nothing has been learned").first().waitFor();
	});

	it("that fail with the name of an effort offer to choose one, which is then sent", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		t.gateway.script({ status: 400, json: { error: { message: "Set reasoning_effort to none" } } });
		await ask(t.panel, "think");
		await chooseModel(t.panel).click();
		await pressRowButton(page, "demo-chat", "Reasoning Effort");
		await rows().filter({ hasText: "Minimal" }).waitFor();
		await screenshot(page, "reasoning-effort-dark");
		await rows().filter({ hasText: "Minimal" }).click();
		await quickInput(page).waitFor({ state: "hidden" });
		await ask(t.panel, "think less");
		const body = t.gateway.requests.at(-1)?.json as { reasoning_effort?: string } | undefined;
		assert.equal(body?.reasoning_effort, "minimal");
		await chooseModel(t.panel).click();
		await rows().filter({ hasText: "reasoning: minimal" }).waitFor();
		await leaveQuickInput(page);
	});
}
