import { painted } from "./painted";
import type { PumpTask } from "./pump";

/** One way to show a streamed answer, in the page in which it is measured. */
export interface Subject {
	/** Whether its host gathers the pieces as Gatehouse's does; otherwise each piece is a message. */
	readonly gathered?: boolean;
	/** Returns the message that the host posts to the page for a text; the text itself by default. */
	readonly message?: (text: string) => unknown;
	/** Processes the text of one message; absent for a page that listens itself. */
	readonly take?: (text: string) => void;
	/** Called at the end of the stream. */
	end(): void;
	/** The element that contains the answer. */
	root(): Element;
	/** Whether the idle work is finished; checked after each change. Absent if there is none. */
	readonly finished?: () => boolean;
}

/** A page's own measurements while it showed a stream. */
export interface Streamed {
	/** Times of the tasks that blocked the page for more than 50 ms, in milliseconds. */
	readonly longTasks: readonly number[];
	/** Whether the text that was selected early is still selected. */
	readonly selectionKept: boolean;
	/** The finished DOM. */
	readonly html: string;
}

/** The object that a page's script puts into its window. */
export interface StreamRunner {
	runStream(text: string, pieces: number, perSecond: number): Promise<Streamed>;
	/** Returns the DOM of the answer once it is finished. */
	finishedHtml(): Promise<string>;
}

/** Matches Lit's markers, whose numbers differ in each page. */
const litMarks = /<!--.*?-->/g;

/** Lets the bench measure a subject. */
export function offer(subject: Subject): void {
	const { take } = subject;
	if (take) window.addEventListener("message", ({ data }) => take(data));
	const finishedHtml = async () => {
		await whenFinished(subject);
		return subject.root().innerHTML.replace(litMarks, "");
	};
	const runner: StreamRunner = {
		finishedHtml,
		async runStream(text, pieces, perSecond) {
			const longTasks: number[] = [];
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) longTasks.push(duration);
			}).observe({ type: "longtask" });
			const worker = new Worker("/own/pump.js", { type: "module" });
			let taken = 0;
			const selectAt = text.length / 5;
			let selected = "";
			await new Promise<void>((resolve) => {
				worker.onmessage = ({ data }: MessageEvent<string | null>) => {
					if (data === null) return resolve();
					window.dispatchEvent(new MessageEvent("message", { data: subject.message?.(data) ?? data }));
					taken += data.length;
					if (selected === "" && taken >= selectAt) selected = select(subject.root());
				};
				const task: PumpTask = { text, pieces, perSecond, gathered: subject.gathered ?? false };
				worker.postMessage(task);
			});
			worker.terminate();
			subject.end();
			await whenFinished(subject);
			const selectionKept = selected !== "" && String(document.getSelection()) === selected;
			document.getSelection()?.removeAllRanges();
			return { longTasks, selectionKept, html: await finishedHtml() };
		},
	};
	Object.assign(window, runner);
}

/** Selects the first text that is long enough, as a reader would. */
function select(root: Element): string {
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		if (!node.nodeValue?.trim() || node.parentElement?.closest("button, .code-bar")) continue;
		document.getSelection()?.setBaseAndExtent(node, 0, node, Math.min(40, node.nodeValue.length));
		return String(document.getSelection());
	}
	return "";
}

/** Fulfilled when everything is on the screen. */
async function whenFinished({ finished = () => true }: Subject): Promise<void> {
	while (!finished()) {
		await new Promise<void>((resolve) => {
			const observer = new MutationObserver(() => {
				observer.disconnect();
				// In a separate task, so that its time is not counted as the subject's.
				setTimeout(resolve);
			});
			observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
		});
	}
	// A frame applies the measurements of the previous frame's layout.
	await painted();
	await painted();
}

/** Draws a copy of the panel's transcript, with its styles, for subjects without one. `follow` scrolls to its end. */
export function transcript(): { readonly body: Element; follow(): void } {
	document.body.innerHTML = `<gatehouse-panel><gatehouse-transcript><div class="transcript" data-following><div class="messages">
		<div class="answer"><div class="markdown"></div></div></div></div></gatehouse-transcript></gatehouse-panel>`;
	const box = document.querySelector(".transcript") as HTMLElement;
	return {
		body: document.querySelector(".markdown") as Element,
		follow: () => {
			box.scrollTop = box.scrollHeight;
		},
	};
}
