import { appendAll } from "../../../shared/untrusted/appendAll";
import type { CodeText } from "./codeText";
import { writeColoured } from "./colouredText";
import { colouredLength, colourRuns, isUnfinished } from "./colourRuns";

type Highlighter = typeof import("./highlightGrammars");

interface Work {
	readonly code: CodeText;
	readonly language: string;
	/** The first chunk that is still plain. */
	from: Element | null;
	/** The chunk after the last one to highlight. */
	readonly to: Element | null;
	/** Minimum number of characters to highlight in the next step. */
	size: number;
}

/** Chunks that were highlighted, and the text that replaces them. */
interface Coloured {
	readonly work: Work;
	readonly chunks: readonly Element[];
	readonly text: DocumentFragment;
}

/** Number of characters highlighted per step; more if an element such as a comment continues after them. */
const slice = 4000;

/**
 * Maximum number of characters in short lines per step; above it, the rest of the code stays plain, because the page
 * would be blocked.
 */
const longestSlice = 20_000;

/**
 * Time within which a streaming answer is drawn again, in milliseconds; if it is not, the colours are applied without
 * it.
 */
const patience = 150;

const queue: Work[] = [];
let highlighter: Highlighter | undefined;
let scheduled = false;
/** Highlighted text for the next drawing. */
let waiting: Coloured[] = [];
let lastDrawing = Number.NEGATIVE_INFINITY;
let putLater: ReturnType<typeof setTimeout> | undefined;

/** Highlights a finished code block as soon as the page is idle, a long one in steps. */
export function highlightWhenIdle(code: CodeText, language: string): void {
	const from = code.element.firstElementChild;
	if (!language || !from) return;
	queue.push({ code, language, from, to: null, size: slice });
	void schedule();
}

/**
 * Applies the highlighted text that is ready. Called before drawing, so that both are laid out and painted in one
 * frame, and before any other change of the page, so that reading the selection requires no layout.
 */
export function putColours(): void {
	lastDrawing = performance.now();
	put();
}

async function schedule(): Promise<void> {
	if (scheduled || waiting.length > 0) return;
	scheduled = true;
	try {
		highlighter ??= await import("./highlightGrammars");
	} catch (error) {
		// The code stays plain; the next block retries.
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
	// Highlighted text also has to be laid out and painted, so time alone is not a sufficient measure.
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
 * Highlights the next plain chunks of a block, or finds out that more of them are needed.
 *
 * @returns the number of characters read.
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
	// An element such as a comment continues in the next chunk, which cannot be highlighted on its own.
	if (isUnfinished(root) && rest !== to) {
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

/** Applies highlighted text, except in the selection, because replacing the nodes would remove it. */
function put(): void {
	clearTimeout(putLater);
	// Read only once, because reading the selection forces a layout, and each replaced chunk invalidates it again.
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
