import type { ElementContent, RootContent } from "hast";
import { appendCode } from "./hiddenCharacters";

type Grammars = typeof import("./grammars").grammars;

interface Work {
	readonly code: HTMLElement;
	readonly language: string;
}

/** Beyond this a block stays plain: reading it in one go would hold up the page. */
const maxLength = 20_000;

const queue: Work[] = [];
let grammars: Grammars | undefined;
let scheduled = false;

/** Colours a finished code block as soon as the page has nothing better to do. */
export function highlightWhenIdle(code: HTMLElement, language: string): void {
	const length = code.textContent.length;
	if (!language || length === 0 || length > maxLength) return;
	queue.push({ code, language });
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
	do {
		const work = queue.shift();
		if (!work?.code.isConnected) continue;
		if (selected?.intersectsNode(work.code)) waiting.push(work);
		else highlight(work);
	} while (queue.length > 0 && deadline.timeRemaining() > 4);
	if (waiting.length > 0) whenSelectionMoves(waiting);
	if (queue.length > 0) void schedule();
}

function highlight({ code, language }: Work): void {
	if (!grammars?.registered(language)) return;
	const spans = grammars.highlight(language, code.textContent);
	const fragment = document.createDocumentFragment();
	write(spans.children, fragment);
	code.replaceChildren(fragment);
}

function write(nodes: readonly (RootContent | ElementContent)[], into: Node): void {
	for (const node of nodes) {
		if (node.type === "text") appendCode(node.value, into);
		if (node.type !== "element") continue;
		const span = document.createElement("span");
		const { className } = node.properties;
		if (Array.isArray(className)) span.className = className.join(" ");
		write(node.children, span);
		into.appendChild(span);
	}
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
