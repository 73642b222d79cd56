import type { Snapshot } from "../../../src/shared/chatProtocol";

/** What a page found out about itself while it opened a conversation. */
export interface Opened {
	/** Milliseconds until the last messages were painted. */
	readonly seen: number;
	/** Milliseconds of each task that held up the page for more than 50. */
	readonly longTasks: readonly number[];
	/** Milliseconds until every message was there. */
	readonly whole: number;
}

/** A page's script puts this into its window. */
export interface OpeningRunner {
	open(snapshot: Snapshot): Promise<Opened>;
}

/** Fulfilled when what stands now is on the screen. */
export const painted = () =>
	new Promise<void>((resolve) => {
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => resolve();
			port2.postMessage(null);
		});
	});

/** Makes a way to open a conversation measurable; `show` is fulfilled when its end is painted. */
export function offerOpening(show: (snapshot: Snapshot) => Promise<void>): void {
	const runner: OpeningRunner = {
		async open(snapshot) {
			const longTasks: number[] = [];
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) longTasks.push(duration);
			}).observe({ type: "longtask" });
			await painted();
			const began = performance.now();
			await show(snapshot);
			// A parser that is still being loaded would make an empty page look finished.
			while (document.querySelector(".markdown:empty")) await painted();
			const seen = performance.now() - began;
			while (document.querySelectorAll("article").length < snapshot.messages.length) await painted();
			return { seen, longTasks, whole: performance.now() - began };
		},
	};
	Object.assign(window, runner);
}
