import assert from "node:assert/strict";
import { type BareBrowser, openBareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";

/** Find in the conversation, in the panel's page alone. */
describe("find: its place in the panel", () => {
	let browser: BareBrowser | undefined;
	afterEach(() => browser?.close());

	for (const width of [420, 200])
		it(`covers neither the first message nor a match, ${width} pixels wide`, async () => {
			browser = await openBareBrowser({ width, height: 500 });
			const text = Array.from({ length: 40 }, (_, i) => `Paragraph ${i + 1} of many.\n\n`).join("");
			const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", text, true)]) });
			await page.getByText("Paragraph 40 of many.").waitFor();
			await page.getByRole("textbox", { name: "Message" }).press("ControlOrMeta+F");
			const bar = page.getByRole("search");
			const under = await bar.evaluate((search) => search.getBoundingClientRect().bottom);
			const log = page.getByRole("log", { name: "Conversation" });
			await log.evaluate((box) => box.scrollTo(0, 0));
			const first = await page.getByRole("article").first().boundingBox();
			assert.ok(first && first.y >= under, `the first message begins at ${first?.y}, the search ends at ${under}`);

			// Found while it is covered by the search, so that it must be scrolled into view.
			const found = page.getByText("Paragraph 9 of many.");
			await found.evaluate((paragraph) => {
				const box = paragraph.closest(".transcript");
				if (box) box.scrollTop += paragraph.getBoundingClientRect().top - box.getBoundingClientRect().top;
			});
			await bar.getByRole("textbox").fill("paragraph 9 of");
			await bar.getByText("1 of 1").waitFor();
			const seen = await found.boundingBox();
			assert.ok(seen && seen.y >= under, `what is found begins at ${seen?.y}, the search ends at ${under}`);
		});
});
