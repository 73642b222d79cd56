// Hooks around all UI tests: a test that failed leaves a picture of each window, and says in words what stood there. On a
// machine that nobody looks into, that is all there is to find out by.
import type { Context, RootHookObject } from "mocha";
import type { Page } from "playwright-core";
import { openBrowsers } from "../host/chromium";
import { notifications, quickInput } from "../host/workbench";
import { pictureOf } from "./screenshot";

export const mochaHooks: RootHookObject = {
	async afterEach(this: Context) {
		const test = this.currentTest;
		if (test?.state !== "failed") return;
		const name = `failed-${test.fullTitle().replace(/[^\p{L}\d]+/gu, "-")}`;
		const pages = [...openBrowsers].flatMap((browser) => browser.pages());
		for (const [index, page] of pages.entries()) {
			const told = await Promise.all([pictureOf(page, `${name}-${index}`), shownIn(page)]).catch(String);
			console.log(`gatehouse: ${name}, window ${index}: ${typeof told === "string" ? told : told[1]}`);
		}
	},
};

/** The parts of a window that a test waits for most, in words. */
async function shownIn(page: Page): Promise<string> {
	const focused = await page.evaluate(() => {
		const { activeElement } = document;
		return activeElement && `${activeElement.tagName} ${activeElement.className} ${activeElement.ariaLabel ?? ""}`;
	});
	const parts = {
		quickInput: await quickInput(page).allInnerTexts(),
		typed: await quickInput(page)
			.locator("input[type=text]:visible")
			.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
		notifications: await notifications(page).allInnerTexts(),
		dialogs: await page.getByRole("dialog").allInnerTexts(),
		tabs: await page.locator(".editor-group-container .tab").allInnerTexts(),
		statusBar: await page.locator(".part.statusbar").allInnerTexts(),
		focused,
	};
	return JSON.stringify(parts, undefined, "\t");
}
