import type { Page } from "playwright-core";
import type { Snapshot } from "../../../src/shared/chatProtocol";
import { type BareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { conversationOf } from "./documents";
import { heapSize } from "./heapSize";
import type { Opened, OpeningRunner, Scrolled } from "./opening";

interface OpeningWindow {
	readonly opening: OpeningRunner;
}

/** One conversation opened once. */
export interface OpeningRun extends Opened, Scrolled {
	/** Milliseconds from a key's press, just after the end is seen, until its letter is painted in the composer. */
	readonly key: number;
	/** The page's JS heap once all is there, in bytes. */
	readonly heap: number;
}

/** Opens a conversation in the panel, or all of it at once. */
export async function openIn(
	browser: BareBrowser,
	folder: string,
	name: "panelOpening" | "allAtOnce",
	large: Snapshot,
): Promise<OpeningRun> {
	const script = `<script type="module" src="/own/${name}.js"></script>`;
	const page = await browser.open(name === "panelOpening" ? panelBody + script : script, {
		folder,
		// The parser and the highlighter are there, as they are in a panel that is in use.
		snapshot: { ...snapshotOf([answerOf("before", "# Before\n\n```js\n1\n```\n", true)]), conversation: "before" },
	});
	try {
		await page.waitForFunction(() => "opening" in window);
		if (name === "panelOpening") await page.waitForSelector(".markdown [class^=hljs]");
		else await page.evaluate((small) => (window as unknown as OpeningWindow).opening.open(small), conversationOf(2));
		const opening = page.evaluate((all) => (window as unknown as OpeningWindow).opening.open(all), large);
		const key = name === "panelOpening" ? await keyResponse(page) : Number.NaN;
		const opened = await opening;
		const scrolled = await page.evaluate(() => (window as unknown as OpeningWindow).opening.scroll());
		return { ...opened, ...scrolled, key, heap: await heapSize(await page.context().newCDPSession(page)) };
	} finally {
		await page.close();
	}
}

/** Presses a key as soon as the conversation's end is there, while the rest is still drawn. */
async function keyResponse(page: Page): Promise<number> {
	const response = page.evaluate(async () => {
		const pressed = await new Promise<Event>((resolve) =>
			document.addEventListener("keydown", resolve, { once: true }),
		);
		await (window as unknown as OpeningWindow).opening.painted();
		return performance.now() - pressed.timeStamp;
	});
	await page.waitForFunction(() => {
		// A single long task is one answer.
		return document.querySelectorAll("gatehouse-answer").length > 3 || document.querySelector(".agent-step");
	});
	await page.locator("textarea").focus();
	await page.keyboard.press("a");
	return response;
}
