import { appendAll } from "../../shared/untrusted/appendAll";
import type { CodeText } from "./codeText";
import { writeColoured } from "./colouredText";
import { colouredLength, colourRuns, goesOn } from "./colourRuns";

type Highlighter = typeof import("./grammars");

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

/** Chunks that are read, and what is to stand in their place. */
interface Coloured {
	readonly work: Work;
	readonly chunks: readonly Element[];
	readonly text: DocumentFragment;
}

/** Characters that are coloured in one go; more, when something such as a comment goes on behind them. */
const slice = 4000;

/** More than this in one go, in short lines, would hold up the page: then the rest of the code stays plain. */
const longestSlice = 20_000;

/** Milliseconds within which an answer that streams is drawn again; when it is not, colours come by themselves. */
const patience = 150;

const queue: Work[] = [];
let highlighter: Highlighter | undefined;
let scheduled = false;
/** Colours for the next drawing. */
let waiting: Coloured[] = [];
let lastDrawing = Number.NEGATIVE_INFINITY;
let putLater: ReturnType<typeof setTimeout> | undefined;

/** Colours a finished code block as soon as the page has nothing better to do, and a long one bit by bit. */
export function highlightWhenIdle(code: CodeText, language: string): void {
	const from = code.element.firstElementChild;
	if (!language || !from) return;
	queue.push({ code, language, from, to: null, size: slice });
	void schedule();
}

/**
 * Puts the colours that are ready in their places. Whoever is about to draw calls it, so that both are laid out and painted
 * in one frame; it is called first, while asking for the selection costs no layout.
 */
export function putColours(): void {
	lastDrawing = performance.now();
	put();
}

async function schedule(): Promise<void> {
	if (scheduled || waiting.length > 0) return;
	scheduled = true;
	try {
		highlighter ??= await import("./grammars");
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
	while (highlighter?.registerNextLanguage()) {
		if (!deadline.didTimeout && deadline.timeRemaining() < 4) return void schedule();
	}
	// What is coloured is to be laid out and painted too, so time alone is no measure.
	for (let taken = 0; taken < slice; ) {
		const work = queue[0];
		if (!work) break;
		taken += highlightNext(work);
		if (work.from === work.to) queue.shift();
		if (deadline.timeRemaining() < 4) break;
	}
	if (waiting.length > 0 && performance.now() - lastDrawing < patience) putLater = setTimeout(put, patience);
	else put();
}

/**
 * Colours the next of a block's plain chunks, or finds that it takes more of them.
 *
 * @returns how many characters were read.
 */
function highlightNext(work: Work): number {
	const { code, language, to, size } = work;
	const chunks: Element[] = [];
	let text = "";
	let rest = work.from;
	for (; rest && rest !== to && text.length < size; rest = rest.nextElementSibling) {
		chunks.push(rest);
		text += rest.textContent;
	}
	const grammars = highlighter?.grammars;
	if (!grammars?.registered(language) || colouredLength(text) > longestSlice || !code.element.isConnected) {
		work.from = to;
		return 0;
	}
	const root = colourRuns(text, (run) => grammars.highlight(language, run));
	// That, such as a comment, goes on in the next chunk, which cannot be read on its own.
	if (goesOn(root) && rest !== to) {
		work.size = text.length * 2;
		return text.length;
	}
	const coloured = document.createDocumentFragment();
	writeColoured(root, coloured);
	waiting.push({ work: { ...work, to: rest }, chunks, text: coloured });
	work.from = rest;
	work.size = slice;
	return text.length;
}

/** What is selected is to wait: colouring replaces the text's nodes, and with them a selection. */
function put(): void {
	clearTimeout(putLater);
	// Asked once: to answer, the page is laid out, and each block that is coloured makes that necessary again.
	const selected = waiting.length > 0 ? selectedRange() : undefined;
	const later: Work[] = [];
	for (const { work, chunks, text } of waiting) {
		if (chunks.some((chunk) => selected?.intersectsNode(chunk))) later.push(work);
		else work.code.replaceChunks(chunks, text);
	}
	waiting = [];
	if (later.length > 0) whenSelectionMoves(later);
	if (queue.length > 0) void schedule();
}

function selectedRange(): Range | undefined {
	const selection = document.getSelection();
	const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
	return range?.collapsed ? undefined : range;
}

function whenSelectionMoves(later: readonly Work[]): void {
	const again = () => {
		appendAll(queue, later);
		void schedule();
	};
	document.addEventListener("selectionchange", again, { once: true });
}
