import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { type Deeds, everyLinkAsks, nothingRan, watch } from "./deeds";
import { hostileSnippets } from "./hostileSnippets";

/** Without the policy of VS Code's webviews: hostile content that gets into the page would run, load and open here. */
describe("untrusted text: hostile Markdown and HTML in the panel's page alone", () => {
	let browser: BareBrowser;
	let page: Page;
	let deeds: Deeds;
	let links = 0;
	before(async () => {
		browser = await openBareBrowser();
		page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("first", "# Ready", true)], "first") });
		await page.getByRole("heading", { name: "Ready" }).waitFor();
		deeds = watch(page);
	});
	after(() => browser?.close());

	const group = 40;
	it("has more than 200 snippets", () => assert.ok(hostileSnippets.length > 200));

	for (let first = 0; first < hostileSnippets.length; first += group) {
		const snippets = hostileSnippets.slice(first, first + group);
		it(`runs nothing, requests nothing, and every link asks first: ${first} to ${first + snippets.length - 1}`, async () => {
			const streamed = snapshotOf(
				snippets.map((_, i) => answerOf(`a${first + i}`, "", false)),
				`from ${first}`,
			);
			await page.evaluate((snapshot) => (window as unknown as StandIn).tellPanel("reset", snapshot), streamed);
			for (const [i, snippet] of snippets.entries()) {
				await page.evaluate(
					([id, text, reasoning]) => {
						const { tellPanel } = window as unknown as StandIn;
						tellPanel("textAppended", id, text, reasoning);
						tellPanel("answerEnded", id, { type: "complete", finishReason: "stop" }, 1, null, null);
					},
					[`a${first + i}`, `Snippet ${first + i}.\n\n${snippet}\n`, snippet] as const,
				);
				await page.getByText(`Snippet ${first + i}.`, { exact: true }).waitFor();
			}
			assert.equal(await page.locator("gatehouse-transcript .markdown").count(), snippets.length);
			await nothingRan(page, page, deeds);
			links += await everyLinkAsks(page);
		});
	}

	it("has links that ask first", () => assert.ok(links > 20, `only ${links} links`));
});
