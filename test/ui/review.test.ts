import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { answer, dismissNotifications, notifications, pick, quickInput, runCommand, switchTheme, themes } from "../host/workbench";
import { sseChunk } from "../gateway/sseChunk";
import { answers, chooseModel, messageBox, openPanelWindow, stopButton, type PanelWindow } from "./panelWindow";
import { screenshot } from "./screenshot";

const lan = Object.values(networkInterfaces()).flat().find((a) => a && !a.internal && a.family === "IPv4")?.address;

describe("review in the window", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow();
	});
	after(() => t?.close());

	it("pictures: wait, reload, stall, refused", async () => {
		const { page } = t.window;
		const s = t.gateway.script({ status: 429, headers: { "retry-after": "125" }, json: { error: { message: "Slow down, 10 requests a minute" } } });
		await messageBox(t.panel).fill("wait for it");
		await messageBox(t.panel).press("Enter");
		await t.panel.getByText("Trying again in").first().waitFor();
		await screenshot(page, "rv-wait");
		await runCommand(page, "Gatehouse: Show the Requests of This Window");
		await page.waitForTimeout(500);
		await screenshot(page, "rv-requests-wait");
		await page.keyboard.press("Escape");
		await t.panel.getByRole("button", { name: "Cancel" }).click();
		await t.panel.getByText("Stopped").first().waitFor();
		await screenshot(page, "rv-wait-cancelled");
		s.dispose();
		t.gateway.script({ chunks: [{ type: "bytes", data: sseChunk("Half of an ans") }, { type: "close" }] });
		await messageBox(t.panel).fill("break");
		await messageBox(t.panel).press("Enter");
		await page.waitForTimeout(1500);
		await screenshot(page, "rv-broken");
		t.gateway.script({ chunks: [{ type: "bytes", data: `data: {"error":{"message":"Incorrect API key provided","code":401}}\n\n` }] });
		await messageBox(t.panel).fill("in-stream error");
		await messageBox(t.panel).press("Enter");
		await page.waitForTimeout(1500);
		await screenshot(page, "rv-stream-error");
		t.gateway.script({ status: 400, json: { error: { message: "This model does not support streaming chat completions" } } });
		await messageBox(t.panel).fill("wrong lesson");
		await messageBox(t.panel).press("Enter");
		await page.waitForTimeout(1500);
		await screenshot(page, "rv-lesson");
		await chooseModel(t.panel).click();
		await page.waitForTimeout(1000);
		await screenshot(page, "rv-lesson-pick");
		await page.keyboard.press("Escape");
		void answers; void stopButton; void switchTheme; void themes;
	});

});

describe("review of the doctor in the window", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow({ connected: false });
	});
	after(() => t?.close());

	it("the doctor asks before it sends a key over http", async () => {
		const { page } = t.window;
		const { createServer } = await import("node:http");
		const seen: string[] = [];
		const plain = createServer((request, response) => {
			seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
			response.end("{}");
		});
		await new Promise<void>((resolve) => plain.listen(0, "0.0.0.0", resolve));
		const address = `http://${lan}:${(plain.address() as { port: number }).port}/v1`;
		await dismissNotifications(page);
		await runCommand(page, "Gatehouse: Check the Connection");
		await page.waitForTimeout(700);
		await screenshot(page, "rv-doctor-1");
		await page.waitForTimeout(500); if (await quickInput(page).getByText("Another address").count()) await pick(page, "Another address"); await page.waitForTimeout(800); await screenshot(page, "rv-doctor-1b"); await answer(page, address); await page.waitForTimeout(800); await screenshot(page, "rv-doctor-1c");
		await pick(page, "Do not use http");
		await page.waitForTimeout(1000);
		await screenshot(page, "rv-doctor-2");
		plain.close();
		plain.closeAllConnections();
		void assert; void notifications;
		console.log(seen);
		assert.deepEqual(seen, []);
	});
});
