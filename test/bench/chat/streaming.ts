import type { CDPSession, Page } from "playwright-core";
import { type BareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import type { Streamed, StreamRunner } from "./subject";

/** The ways to show an answer that are compared; each is a module of this folder. */
export type SubjectName = "gatehouse" | "plainText" | "memoisedBlocks";

/** One stream shown by one subject. */
export interface StreamRun extends Streamed {
	/** Milliseconds in which the page's main thread was busy. */
	readonly busy: number;
}

const messages = 30_000;
const perSecond = 3_000;

/** Streams a text into a subject's page, as 30,000 messages in ten seconds. */
export async function streamInto(
	browser: BareBrowser,
	folder: string,
	name: SubjectName,
	text: string,
): Promise<StreamRun> {
	const script = `<script type="module" src="/own/${name}.js"></script>`;
	const streaming = snapshotOf([answerOf("streamed", "", false)]);
	const page = await browser.open(
		name === "gatehouse" ? panelBody + script : script,
		name === "gatehouse" ? { folder, snapshot: streaming } : { folder },
	);
	try {
		await page.waitForFunction(() => "runStream" in window && document.querySelector(".markdown"));
		const length = Math.ceil(text.length / messages);
		const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
			text.slice(i * length, (i + 1) * length),
		);
		const session = await page.context().newCDPSession(page);
		await session.send("Performance.enable");
		const before = await taskTime(session);
		const streamed = await page.evaluate(
			(task) => (window as unknown as StreamRunner).runStream(task.pieces, task.perSecond),
			{ pieces, perSecond },
		);
		return { ...streamed, busy: (await taskTime(session)) - before };
	} finally {
		await page.close();
	}
}

/** The DOM of a text that the panel is given in one go. */
export async function drawnAtOnce(browser: BareBrowser, text: string): Promise<string> {
	const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("streamed", text, true)]) });
	try {
		return await settledHtml(page);
	} finally {
		await page.close();
	}
}

/** The answer's DOM once nothing changes any more. */
async function settledHtml(page: Page): Promise<string> {
	await page.waitForSelector(".markdown > *");
	return page.evaluate(async () => {
		const root = document.querySelector(".markdown") as Element;
		await new Promise((resolve) => {
			let timer = setTimeout(resolve, 700);
			new MutationObserver(() => {
				clearTimeout(timer);
				timer = setTimeout(resolve, 700);
			}).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
		});
		return root.innerHTML.replace(/<!--.*?-->/g, "");
	});
}

/** Milliseconds that the page's main thread was busy so far. */
export async function taskTime(session: CDPSession): Promise<number> {
	const { metrics } = await session.send("Performance.getMetrics");
	return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}
