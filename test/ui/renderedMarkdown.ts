import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually } from "./eventually";

/** Returns the text of VS Code's Markdown preview in the active editor, as soon as it contains `last`. */
export async function renderedMarkdown(page: Page, last: string): Promise<string> {
	let rendered = "";
	await eventually(async () => {
		for (const webview of await page.locator("iframe.webview.ready:visible").all()) {
			const body = webview.contentFrame().frameLocator("iframe#active-frame").locator(".markdown-body");
			if ((await body.count()) > 0) rendered = await body.innerText();
		}
		assert.ok(rendered.includes(last), `“${last}” is not in: ${rendered}`);
	});
	return rendered;
}
