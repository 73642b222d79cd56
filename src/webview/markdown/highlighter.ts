import type { CodeText } from "./codeText";
import { writeColoured } from "./colouredText";

type Grammars = typeof import("./grammars").grammars;

interface Work {
	readonly code: CodeText;
	readonly language: string;
	/** The first chunk that is still plain. */
	from: Element | null;
	/** The first one behind what is to be coloured. */
	readonly to: Element | null;
	/** Characters that are coloured in one go next. */
	size: number;
}

/** Characters that are coloured in one go; more, when something such as a comment goes on behind them. */
const slice = 4000;

/** More than this in one go would hold up the page: then the rest of the code stays plain. */
const longestSlice = 20_000;

const queue: Work[] = [];
let grammars: Grammars | undefined;
let scheduled = false;

/** Colours a finished code block as soon as the page has nothing better to do, and a long one bit by bit. */
export function highlightWhenIdle(code: CodeText, language: string): void {
	const from = code.element.firstElementChild;
	if (!language || !from) return;
	queue.push({ code, language, from, to: null, size: slice });
	void schedule();
}

async function schedule(): Promise<void> {
	if (scheduled) return;
	scheduled = true;
	try {
		grammars ??= (await import("./grammars")).grammars;
	} catch (error) {
		// Code stays plain; the next block tries again.
		console.error("Gatehouse: the highlighter could not be loaded", error);
		scheduled = false;
		return;
	}
	requestIdleCallback(workOff, { timeout: 2000 });
}

function workOff(deadline: IdleDeadline): void {
	scheduled = false;
	const waiting: Work[] = [];
	// Asked once: to answer, the page is laid out, and each block that is coloured makes that necessary again.
	const selected = selectedRange();
	// What is coloured is to be laid out and painted too, so time alone is no measure.
	for (let taken = 0; taken < slice; ) {
		const work = queue[0];
		if (!work) break;
		taken += highlightNext(work, selected, waiting);
		if (work.from === work.to) queue.shift();
		if (deadline.timeRemaining() < 4) break;
	}
	if (waiting.length > 0) whenSelectionMoves(waiting);
	if (queue.length > 0) void schedule();
}

/**
 * Colours the next of a block's plain chunks, or finds that it takes more of them. What is selected is to wait.
 *
 * @returns how many characters were read.
 */
function highlightNext(work: Work, selected: Range | undefined, waiting: Work[]): number {
	const { code, language, to, size } = work;
	const chunks: Element[] = [];
	let text = "";
	let rest = work.from;
	for (; rest && rest !== to && text.length < size; rest = rest.nextElementSibling) {
		chunks.push(rest);
		text += rest.textContent;
	}
	if (!grammars?.registered(language) || text.length > longestSlice || !code.element.isConnected) {
		work.from = to;
		return 0;
	}
	const coloured = document.createDocumentFragment();
	const goesOn = writeColoured(grammars.highlight(language, text), coloured);
	if (goesOn && rest !== to) {
		work.size = text.length * 2;
		return text.length;
	}
	if (chunks.some((chunk) => selected?.intersectsNode(chunk))) waiting.push({ ...work, to: rest });
	else code.replaceChunks(chunks, coloured);
	work.from = rest;
	work.size = slice;
	return text.length;
}

/** Colouring replaces the text's nodes, and with them a selection that the reader has just made. */
function selectedRange(): Range | undefined {
	const selection = document.getSelection();
	const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
	return range?.collapsed ? undefined : range;
}

function whenSelectionMoves(waiting: readonly Work[]): void {
	const again = () => {
		queue.push(...waiting);
		void schedule();
	};
	document.addEventListener("selectionchange", again, { once: true });
}
