import type { MarkdownIt } from "markdown-it";
import { CodeBlockElement } from "../elements/codeBlockElement";
import { type Block, drawableTail, finishedLength, topLevelBlocks } from "./blocks";
import { fenceInfo } from "./fenceInfo";
import { emptyOutline, type Outline } from "./outline";
import { fenceText, writeBlock } from "./tokenWriter";

type References = NonNullable<NonNullable<Parameters<MarkdownIt["parse"]>[1]>["references"]>;

/** Finished blocks in whose text a link may wait for its definition. */
interface Committed {
	readonly text: string;
	readonly nodes: Element[];
	readonly definitions: number;
	readonly outline: Outline;
}

/** Elements into whose last child the next word may go. */
const nesting = /^(?:P|UL|OL|LI|BLOCKQUOTE|H[1-6])$/;

/** The open block is drawn again at most this often, in milliseconds. */
const cadence = 50;

/** A block that takes long to draw is drawn more seldom: drawing may take at most one part in so many of the time. */
const share = 5;

let parser: MarkdownIt | undefined;
const loading: { promise: Promise<void> | undefined } = { promise: undefined };

function loadParser(): Promise<void> {
	loading.promise ??= import("./engine").then(
		({ createMarkdown }) => {
			parser = createMarkdown();
		},
		(error: unknown) => {
			loading.promise = undefined;
			throw error;
		},
	);
	return loading.promise;
}

/**
 * Writes one answer's markdown while it streams. Finished blocks are written once and never touched again, so what one has
 * selected stays selected and the cost of a word does not grow with the answer; only the open tail is drawn anew.
 * When it has ended the nodes are the same as if the whole text had been written in one go.
 */
export class BlockRenderer {
	readonly #root: HTMLElement;
	#incoming = "";
	#tail = "";
	#references: References = {};
	/** The headings of the finished blocks. */
	#outline = emptyOutline;
	#open: Element[] = [];
	#committed: Committed[] = [];
	#caret: Element | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#nextDraw = 0;
	#ended = false;

	constructor(root: HTMLElement) {
		this.#root = root;
	}

	/** Takes more text; it is drawn within the cadence. */
	append(text: string): void {
		if (text === "") return;
		this.#incoming += text;
		this.#schedule();
	}

	/** Nothing more comes: whatever is still open is finished now. */
	end(): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#draw();
	}

	/** Forgets everything, for a text that is not the one before with more at its end. */
	reset(): void {
		this.#unschedule();
		this.#root.replaceChildren();
		this.#incoming = this.#tail = "";
		this.#references = {};
		this.#outline = emptyOutline;
		this.#open = [];
		this.#committed = [];
		this.#ended = false;
	}

	#schedule(): void {
		if (this.#timer !== undefined) return;
		const wait = Math.max(0, this.#nextDraw - performance.now());
		this.#timer = setTimeout(() => this.#draw(), wait);
	}

	#unschedule(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#draw(): void {
		this.#unschedule();
		if (!parser) {
			// Until the parser is there the text is only kept; a failed load is tried again with the next text.
			loadParser().then(
				() => this.#draw(),
				(error: unknown) => console.error("Gatehouse: the markdown parser could not be loaded", error),
			);
			return;
		}
		const began = performance.now();
		this.#takeIncoming();
		this.#setCaret(undefined);
		const finished = this.#ended ? this.#tail.length : finishedLength(parser, this.#tail);
		if (finished > 0) this.#commit(parser, finished);
		const open = this.#ended ? "" : drawableTail(this.#tail);
		const blocks = topLevelBlocks(parser.parse(open, { references: { ...this.#references } }));
		const { nodes } = this.#place(blocks);
		for (const old of this.#open.slice(nodes.length)) old.remove();
		this.#open = nodes;
		if (this.#ended) this.#resolveLateLinks(parser);
		else this.#setCaret(this.#open.at(-1) ?? this.#root);
		const took = performance.now() - began;
		this.#nextDraw = began + Math.max(cadence, took * share);
	}

	/** A line break may come in two parts. */
	#takeIncoming(): void {
		const whole = this.#ended || !this.#incoming.endsWith("\r") ? this.#incoming.length : this.#incoming.length - 1;
		this.#tail += this.#incoming.slice(0, whole).replace(/\r\n?/g, "\n");
		this.#incoming = this.#incoming.slice(whole);
	}

	#commit(markdown: MarkdownIt, length: number): void {
		const text = this.#tail.slice(0, length);
		this.#tail = this.#tail.slice(length);
		const environment = { references: this.#references };
		const before = this.#outline;
		const { nodes, outline } = this.#place(topLevelBlocks(markdown.parse(text, environment)));
		this.#references = environment.references;
		this.#outline = outline;
		this.#open = this.#open.slice(nodes.length);
		for (const node of nodes) finishCode(node);
		const definitions = this.#countDefinitions();
		if (text.includes("[")) this.#committed.push({ text, nodes, definitions, outline: before });
	}

	/**
	 * Puts blocks where the open ones stand. A node that would be the same stays, and so does a code block that has only
	 * grown: its text is continued, not replaced.
	 */
	#place(blocks: readonly Block[]): { readonly nodes: Element[]; readonly outline: Outline } {
		let outline = this.#outline;
		const nodes = blocks.map((block, i) => {
			const old = this.#open[i];
			if (old && continueCode(old, block)) return old;
			const written = writeBlock(block, outline);
			outline = written.outline;
			if (!old) this.#root.append(written.node);
			else if (!holdsCode(block) && old.isEqualNode(written.node)) return old;
			else old.replaceWith(written.node);
			return written.node;
		});
		return { nodes, outline };
	}

	/** Links whose definitions came after them: in one go they would have been links from the start. */
	#resolveLateLinks(markdown: MarkdownIt): void {
		const definitions = this.#countDefinitions();
		for (const { text, nodes, definitions: known, outline: before } of this.#committed) {
			if (known === definitions) continue;
			let outline = before;
			topLevelBlocks(markdown.parse(text, { references: { ...this.#references } })).forEach((block, i) => {
				const written = writeBlock(block, outline);
				outline = written.outline;
				const old = nodes[i];
				if (!old || old instanceof CodeBlockElement || old.isEqualNode(written.node)) return;
				old.replaceWith(written.node);
				finishCode(written.node);
			});
		}
		this.#committed = [];
	}

	#countDefinitions(): number {
		return Object.keys(this.#references).length;
	}

	/** Marks the place where the next word will stand: the innermost last element of the open block, if there is one. */
	#setCaret(node: Element | undefined): void {
		this.#caret?.removeAttribute("data-caret");
		let place = node instanceof CodeBlockElement ? node.code : node;
		for (let last = node; last && nesting.test(last.tagName); last = last.lastElementChild ?? undefined) place = last;
		place?.setAttribute("data-caret", "");
		this.#caret = place;
	}
}

/** Code blocks draw themselves a moment later, so until then any two of them look equal. */
function holdsCode(block: Block): boolean {
	return block.some(isCode);
}

function isCode({ type }: Block[number]): boolean {
	return type === "fence" || type === "code_block";
}

function continueCode(node: Element, block: Block): boolean {
	const [token] = block;
	if (!(node instanceof CodeBlockElement) || !token || !isCode(token)) return false;
	const { language, path } = fenceInfo(token.info);
	if (node.language !== language || node.path !== path) return false;
	node.setText(fenceText(token));
	return true;
}

/** Only finished code is coloured: half a string would colour the rest of the file. */
function finishCode(node: Element): void {
	if (node instanceof CodeBlockElement) node.finish();
	else for (const block of node.querySelectorAll("gatehouse-code-block")) (block as CodeBlockElement).finish();
}
