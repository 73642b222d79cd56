import type { Snapshot } from "../../../src/shared/chatProtocol";
import { painted } from "./painted";

/** The line that a page writes to its console just before it draws a conversation. */
export const drawingBegins = "drawing begins";

/** The line that a page writes to its console once the end of a conversation is painted. */
export const endIsSeen = "the end is seen";

/** A page's own measurements while it opened a conversation. */
export interface Opened {
	/** Milliseconds until the last messages were painted. */
	readonly seen: number;
	/** Times of the tasks that blocked the page for more than 50 ms, in milliseconds. */
	readonly longTasks: readonly number[];
	/** Milliseconds until every message was there. */
	readonly whole: number;
}

/** A page's own measurements while its reader scrolled. */
export interface Scrolled {
	/** Longest time from one screen to the next, in milliseconds. */
	readonly slowestScreen: number;
}

/** The object that a page's script puts into its window, as `opening`. */
export interface OpeningRunner {
	open(snapshot: Snapshot): Promise<Opened>;
	/** Scrolls up from the end, screen by screen, through parts that are drawn only when they are near. */
	scroll(): Promise<Scrolled>;
	readonly painted: typeof painted;
}

/** Number of screens to scroll through. */
const screens = 100;

/** Makes a way to open a conversation measurable; `show` is fulfilled when its end is painted. */
export function offerOpening(show: (snapshot: Snapshot) => Promise<void>): void {
	const runner: OpeningRunner = {
		painted,
		async open(snapshot) {
			const longTasks: number[] = [];
			const keep = (entries: readonly PerformanceEntry[]) => longTasks.push(...entries.map(({ duration }) => duration));
			const observer = new PerformanceObserver((list) => keep(list.getEntries()));
			observer.observe({ type: "longtask" });
			await painted();
			console.debug(drawingBegins);
			const began = performance.now();
			await show(snapshot);
			// A parser that is still being loaded would make an empty page look finished.
			while (document.querySelector(".markdown:empty")) await painted();
			const seen = performance.now() - began;
			console.debug(endIsSeen);
			while (document.querySelectorAll("article").length < snapshot.messages.length) await painted();
			const whole = performance.now() - began;
			// The task that drew the last message ends, and is reported, only afterwards.
			await painted();
			await painted();
			keep(observer.takeRecords());
			observer.disconnect();
			return { seen, longTasks, whole };
		},
		async scroll() {
			const box = document.querySelector(".transcript");
			let slowestScreen = 0;
			for (let screen = 0; screen < screens; screen++) {
				const began = performance.now();
				box?.scrollBy(0, -box.clientHeight);
				await painted();
				slowestScreen = Math.max(slowestScreen, performance.now() - began);
			}
			return { slowestScreen };
		},
	};
	Object.assign(window, { opening: runner });
}
