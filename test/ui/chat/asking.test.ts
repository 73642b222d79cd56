import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Message } from "../../../src/shared/conversation";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { axeViolations } from "../appearance/axe";
import { pageThemes, wearInCopy } from "../appearance/panelCopy";
import { pictureOf, type ThemeName } from "../screenshot";

/** What asks and goes on asking, on the panel's page alone. */
describe("asking", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	const stopped = (text: string): Message => ({ ...answerOf("a", text, true), state: { type: "stopped" } });
	const askedFor = (page: Page, method: string) =>
		page.waitForFunction(
			(name) => (window as unknown as StandIn).asked.find((call) => call.method === name)?.args ?? null,
			method,
		);

	it("a stopped answer offers Continue, with the keyboard, in four themes", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([stopped("The first half, ")]) });
		const button = page.getByRole("button", { name: "Continue" });
		await page.getByText("Stopped").waitFor();
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `asking-stopped-${theme}`);
		}
		await button.press("Enter");
		assert.deepEqual(await (await askedFor(page, "continueAnswer")).jsonValue(), ["a"]);
	});

	it("a stopped answer without a text has nothing to continue", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([stopped("")]) });
		await page.getByText("Stopped").waitFor();
		assert.equal(await page.getByRole("button", { name: "Continue" }).count(), 0);
	});

	it("@ lists the current model last, also where it matches best", async () => {
		const models = ["one", "two", "three"].map((id) => ({ id, kind: "chat" as const }));
		const page = await browser.open(panelBody, {
			snapshot: { ...snapshotOf([]), connection: { gateway: "Gateway", model: "two", models } },
		});
		const box = page.getByRole("textbox", { name: "Message" });
		const labels = page.locator(".completion-label");
		await box.pressSequentially("@");
		await labels.nth(2).waitFor();
		assert.deepEqual(await labels.allInnerTexts(), ["one", "three", "two"]);
		await box.pressSequentially("t");
		await labels.nth(2).waitFor({ state: "detached" });
		assert.deepEqual(await labels.allInnerTexts(), ["three", "two"]);
	});
});
