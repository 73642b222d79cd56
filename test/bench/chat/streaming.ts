import type { CDPSession } from "playwright-core";
import { type BareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { heapSize } from "./heapSize";
import type { Streamed, StreamRunner } from "./subject";

/** The ways to show an answer that are compared; each is a module of this folder. */
export type SubjectName = "gatehouse" | "plainText" | "memoisedBlocks";

/** The measurements of one stream in one subject. */
export interface StreamRun extends Streamed {
	/** CPU time of the page's main thread, in milliseconds. */
	readonly busy: number;
	/** Number of layouts of the page: about one in each frame. A page with fewer frames, on a busy machine, has less work. */
	readonly layouts: number;
	/** The size of the page's JS heap when everything is there, in bytes. */
	readonly heap: number;
}

const script = (name: SubjectName) => `<script type="module" src="/own/${name}.js"></script>`;

const pieces = 30_000;
const perSecond = 3_000;

/** Streams a text into a subject's page, as 30,000 pieces in ten seconds. */
export async function streamInto(
	browser: BareBrowser,
	folder: string,
	name: SubjectName,
	text: string,
): Promise<StreamRun> {
	const streaming = snapshotOf([answerOf("streamed", "", false)]);
	const page = await browser.open(
		name === "gatehouse" ? panelBody + script(name) : script(name),
		name === "gatehouse" ? { folder, snapshot: streaming } : { folder },
	);
	try {
		await page.waitForFunction(() => "runStream" in window && document.querySelector(".markdown"));
		const session = await page.context().newCDPSession(page);
		await session.send("Performance.enable", { timeDomain: "threadTicks" });
		const before = await work(session);
		const streamed = await page.evaluate(
			(task) => (window as unknown as StreamRunner).runStream(task.text, task.pieces, task.perSecond),
			{ text, pieces, perSecond },
		);
		const after = await work(session);
		const busy = after.busy - before.busy;
		return { ...streamed, busy, layouts: after.layouts - before.layouts, heap: await heapSize(session) };
	} finally {
		await page.close();
	}
}

/** Returns the DOM of a text that the panel receives in one piece. */
export async function drawnAtOnce(browser: BareBrowser, folder: string, text: string): Promise<string> {
	const snapshot = snapshotOf([answerOf("streamed", text, true)]);
	const page = await browser.open(panelBody + script("gatehouse"), { folder, snapshot });
	try {
		await page.waitForSelector(".markdown > *");
		return await page.evaluate(() => (window as unknown as StreamRunner).finishedHtml());
	} finally {
		await page.close();
	}
}

/**
 * Returns the work of the page's main thread so far: its CPU time in milliseconds, so that other processes' work is not
 * counted.
 */
async function work(session: CDPSession): Promise<Pick<StreamRun, "busy" | "layouts">> {
	const { metrics } = await session.send("Performance.getMetrics");
	const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
	return { busy: metric("TaskDuration") * 1000, layouts: metric("LayoutCount") };
}
