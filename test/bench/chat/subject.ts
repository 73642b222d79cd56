/** One way to show a streamed answer, in the page in which it is measured. */
export interface Subject {
	/** What the host posts to the page for one piece of text; the piece itself, unless told. */
	readonly message?: (piece: string) => unknown;
	/** Takes one message's text; absent for a page that listens itself. */
	readonly take?: (piece: string) => void;
	/** Nothing more comes. */
	end(): void;
	/** Where the answer is written. */
	root(): Element;
}

/** What a page found out about itself while it showed a stream. */
export interface Streamed {
	/** Milliseconds of each task that held up the page for more than 50. */
	readonly longTasks: readonly number[];
	/** Whether the text that was selected early is still selected. */
	readonly selectionKept: boolean;
	/** The finished DOM. */
	readonly html: string;
}

/** A page's script puts this into its window. */
export interface StreamRunner {
	runStream(pieces: readonly string[], perSecond: number): Promise<Streamed>;
}

/** Posts the pieces at their pace, each as a message of its own, from outside of the page's own thread. */
const pump = `onmessage = ({ data: { pieces, perSecond } }) => {
	const began = performance.now();
	let sent = 0;
	const tick = setInterval(() => {
		const due = Math.min(pieces.length, Math.floor((performance.now() - began) * perSecond / 1000));
		while (sent < due) postMessage(pieces[sent++]);
		if (sent === pieces.length) { clearInterval(tick); postMessage(null); }
	}, 4);
};`;

/** Milliseconds without a change after which the page is finished. */
const quiet = 700;

/** Lit numbers its places anew in each page. */
const litMarks = /<!--.*?-->/g;

/** Makes a subject measurable from outside. */
export function offer(subject: Subject): void {
	const { take } = subject;
	if (take) window.addEventListener("message", ({ data }) => take(data));
	const runner: StreamRunner = {
		async runStream(pieces, perSecond) {
			const longTasks: number[] = [];
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) longTasks.push(duration);
			}).observe({ type: "longtask" });
			const worker = new Worker(URL.createObjectURL(new Blob([pump], { type: "text/javascript" })));
			let taken = 0;
			let selected = "";
			await new Promise<void>((resolve) => {
				worker.onmessage = ({ data }: MessageEvent<string | null>) => {
					if (data === null) return resolve();
					window.dispatchEvent(new MessageEvent("message", { data: subject.message?.(data) ?? data }));
					if (++taken === Math.floor(pieces.length / 5)) selected = select(subject.root());
				};
				worker.postMessage({ pieces, perSecond });
			});
			worker.terminate();
			subject.end();
			await settled(subject.root());
			const selectionKept = selected !== "" && String(document.getSelection()) === selected;
			return { longTasks, selectionKept, html: subject.root().innerHTML.replace(litMarks, "") };
		},
	};
	Object.assign(window, runner);
}

/** Selects the first text that is long enough to be one, as a reader would. */
function select(root: Element): string {
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		if (!node.nodeValue?.trim() || node.parentElement?.closest("button, .code-bar")) continue;
		document.getSelection()?.setBaseAndExtent(node, 0, node, Math.min(40, node.nodeValue.length));
		return String(document.getSelection());
	}
	return "";
}

/** Waits until nothing changes any more: what is done when the page is idle is done then too. */
function settled(root: Element): Promise<void> {
	return new Promise((resolve) => {
		let timer = setTimeout(resolve, quiet);
		new MutationObserver(() => {
			clearTimeout(timer);
			timer = setTimeout(resolve, quiet);
		}).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
	});
}

/** A place like the panel's transcript, for those who do not have it. */
export function transcript(): { readonly body: Element; follow(): void } {
	document.body.innerHTML = `<gatehouse-panel><gatehouse-transcript><div class="transcript"><div class="messages">
		<div class="answer"><div class="markdown"></div></div></div></div></gatehouse-transcript></gatehouse-panel>`;
	const box = document.querySelector(".transcript") as HTMLElement;
	return {
		body: document.querySelector(".markdown") as Element,
		follow: () => {
			box.scrollTop = box.scrollHeight;
		},
	};
}
