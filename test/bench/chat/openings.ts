import type { Page } from "playwright-core";
import type { Snapshot } from "../../../src/shared/chatProtocol";
import { type BareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { conversationOf } from "./documents";
import { heapSize } from "./heapSize";
import { drawingBegins, endIsSeen, type Opened, type OpeningRunner, type Scrolled } from "./opening";

/** Number of answers above which the end is shown while the rest is still drawn. */
const drawnAtFirst = 3;

interface OpeningWindow {
	readonly opening: OpeningRunner;
}

/** The measurements of one opening of a conversation. */
export interface OpeningRun extends Opened, Scrolled {
	/**
	 * Milliseconds from a key's press until its letter is painted in the composer: pressed just after the end is seen, or
	 * while the only answer is drawn.
	 */
	readonly key: number;
	/** The size of the page's JS heap once everything is there, in bytes. */
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
		// The parser and the highlighter are loaded, as in a panel in use.
		snapshot: { ...snapshotOf([answerOf("before", "# Before\n\n```js\n1\n```\n", true)]), conversation: "before" },
	});
	try {
		await page.waitForFunction(() => "opening" in window);
		if (name === "panelOpening") await page.waitForSelector(".markdown [class^=hljs]");
		else await page.evaluate((small) => (window as unknown as OpeningWindow).opening.open(small), conversationOf(2));
		const open = () => page.evaluate((all) => (window as unknown as OpeningWindow).opening.open(all), large);
		const [opened, key] = name === "panelOpening" ? await openedWithKey(page, large, open) : [await open(), Number.NaN];
		const scrolled = await page.evaluate(() => (window as unknown as OpeningWindow).opening.scroll());
		return { ...opened, ...scrolled, key, heap: await heapSize(await page.context().newCDPSession(page)) };
	} finally {
		await page.close();
	}
}

/** Opens a conversation, and presses a key while it is drawn; also returns the time until the letter was shown. */
async function openedWithKey(
	page: Page,
	{ messages }: Snapshot,
	open: () => Promise<Opened>,
): Promise<readonly [Opened, key: number]> {
	// With more answers than are drawn at first, the key is pressed while the rest is drawn.
	const isInParts = messages.length > 2 * drawnAtFirst;
	await page.locator("textarea").focus();
	const response = page.evaluate(async () => {
		const pressed = await new Promise<Event>((resolve) =>
			document.addEventListener("keydown", resolve, { once: true }),
		);
		await (window as unknown as OpeningWindow).opening.painted();
		return performance.now() - pressed.timeStamp;
	});
	// The page says itself when the key is due: a question to it would take part of the time that is measured.
	const due = page.waitForEvent("console", (message) => message.text() === (isInParts ? endIsSeen : drawingBegins));
	const opening = open();
	await due;
	if (isInParts) await page.locator("textarea").focus();
	await page.keyboard.press("a");
	return [await opening, await response];
}
