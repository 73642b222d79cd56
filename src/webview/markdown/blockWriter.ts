import type { MarkdownIt } from "markdown-it";
import { type Block, drawableTail, type Finished, finishedPart, topLevelBlocks } from "./blocks";
import { CodeBlockElement } from "./code/codeBlockElement";
import { putColours } from "./code/highlighter";
import { continueNode } from "./continueNode";
import { createMarkdown } from "./engine";
import { GrowingBlock, partsOf } from "./growingBlock";
import { emptyOutline, type Outline } from "./outline";
import { setColumns } from "./tableColumns";
import { writeBlock } from "./tokenWriter";

type References = NonNullable<NonNullable<Parameters<MarkdownIt["parse"]>[1]>["references"]>;

/** Finished blocks whose text may contain a link that waits for its definition. */
interface Committed {
	readonly text: string;
	/** Present if the first nodes are parts of a block; `behindPrefix` is true if they were parsed after its prefix. */
	readonly parts: { readonly behindPrefix: boolean } | undefined;
	readonly nodes: readonly Element[];
	readonly definitions: number;
	readonly outline: Outline;
}

/** The nodes of blocks that were put into the page, and the outline after them. */
interface Placed {
	readonly nodes: Element[];
	readonly outline: Outline;
}

/** Elements whose last child may receive the next word. */
const nesting = /^(?:P|UL|OL|LI|BLOCKQUOTE|H[1-6])$/;

const parser = createMarkdown();

/**
 * Draws one answer's Markdown, in a chunk of its own that is loaded with the first answer. Finished blocks are written
 * once and never changed again, so that a selection stays and the cost of a word does not grow with the answer; only the
 * open tail is drawn again. At the end, the nodes are the same as if the whole text had been written at once.
 */
export class BlockWriter {
	readonly #root: HTMLElement;
	#tail = "";
	#references: References = {};
	/** The headings of the finished blocks. */
	#outline = emptyOutline;
	#open: Element[] = [];
	/** The first open node, if some of its parts are finished, and the prefix that puts the parser back into it. */
	#growing: GrowingBlock | undefined;
	#prefix = "";
	#committed: Committed[] = [];
	#caret: Element | undefined;

	constructor(root: HTMLElement) {
		this.#root = root;
	}

	/** Draws the text that follows. @param ended whether it is the last, so that the open block is finished too. */
	write(text: string, ended: boolean): void {
		putColours();
		this.#tail += text;
		const source = this.#prefix + this.#tail;
		const finished = ended ? { length: source.length } : finishedPart(parser, source);
		if (finished.length > this.#prefix.length || !finished.inside) this.#commit(source, finished);
		const open = ended ? "" : drawableTail(this.#prefix + this.#tail);
		const blocks = topLevelBlocks(parser.parse(open, { references: { ...this.#references } }));
		const { nodes } = this.#place(blocks);
		for (const old of this.#open.slice(nodes.length)) old.remove();
		this.#open = nodes;
		this.#setCaret(ended ? undefined : (this.#open.at(-1) ?? this.#root));
		if (ended) this.#resolveLateLinks();
	}

	/** Writes the finished part: whole blocks, or parts of the block that stays open. */
	#commit(source: string, { length, inside }: Finished): void {
		if (length === 0) return;
		const text = source.slice(0, length);
		this.#tail = source.slice(length);
		const environment = { references: this.#references };
		const { growing: before, outline } = { growing: this.#growing, outline: this.#outline };
		const placed = this.#place(topLevelBlocks(parser.parse(text, environment)), inside !== undefined);
		this.#references = environment.references;
		this.#outline = placed.outline;
		const [first, ...rest] = placed.nodes;
		if (inside && first) this.#growing ??= new GrowingBlock(first);
		const parts = this.#growing?.openParts;
		const nodes = parts ? [...parts, ...rest] : placed.nodes;
		for (const node of nodes) finishCode(node);
		if (inside) {
			this.#growing?.commit(inside);
			this.#prefix = inside.prefix;
		} else {
			if (before) finishCode(before.element);
			this.#open = this.#open.slice(placed.nodes.length);
			this.#growing = undefined;
			this.#prefix = "";
		}
		if (!text.includes("[")) return;
		const definitions = this.#countDefinitions();
		const behindPrefix = before !== undefined;
		this.#committed.push({ text, parts: parts && { behindPrefix }, nodes, definitions, outline });
	}

	/** Puts blocks in place of the open ones. Unchanged nodes stay, and those that have only grown are continued. */
	#place(blocks: readonly Block[], inside = false): Placed {
		let outline = this.#outline;
		const nodes = blocks.map((block, i) => {
			const old = this.#open[i];
			const written = writeBlock(block, outline, inside);
			outline = written.outline;
			if (i === 0 && this.#growing) {
				this.#growing.continueAs(written.node);
				return this.#growing.element;
			}
			if (!old) this.#root.append(written.node);
			else if (continueNode(old, written.node)) return old;
			else old.replaceWith(written.node);
			return written.node;
		});
		return { nodes, outline };
	}

	/** Resolves links whose definitions came after them; written at once, they would have been links from the start. */
	#resolveLateLinks(): void {
		const definitions = this.#countDefinitions();
		const late = this.#committed.filter(({ definitions: known }) => known !== definitions);
		for (const { text, parts, nodes, outline: before } of late) {
			let outline = before;
			const blocks = topLevelBlocks(parser.parse(text, { references: { ...this.#references } }));
			const again = blocks.flatMap((block, i) => {
				const written = writeBlock(block, outline);
				outline = written.outline;
				return i === 0 && parts ? partsOf(written.node, parts.behindPrefix) : [written.node];
			});
			again.forEach((node, i) => {
				const old = nodes[i];
				if (old && !continueNode(old, node)) old.replaceWith(node);
			});
		}
		// The text of a link is shorter than its source.
		if (late.length > 0) for (const table of this.#root.querySelectorAll("table")) setColumns(table);
		this.#committed = [];
	}

	#countDefinitions(): number {
		return Object.keys(this.#references).length;
	}

	/**
	 * Marks the element in which the next word will appear: the innermost last element of the open block, if there is
	 * one.
	 */
	#setCaret(node: Element | undefined): void {
		let place = node instanceof CodeBlockElement ? (node.code.element.lastElementChild ?? undefined) : node;
		for (let last = node; last && nesting.test(last.tagName); last = last.lastElementChild ?? undefined) place = last;
		if (place === this.#caret) return;
		this.#caret?.removeAttribute("data-caret");
		place?.setAttribute("data-caret", "");
		this.#caret = place;
	}
}

/** Highlights finished code only, because half a string would change the colours of the rest. */
function finishCode(node: Element): void {
	if (node instanceof CodeBlockElement) node.finish();
	else for (const block of node.querySelectorAll("gatehouse-code-block")) (block as CodeBlockElement).finish();
}
