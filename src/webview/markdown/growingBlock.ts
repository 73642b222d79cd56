import { CodeBlockElement } from "./code/codeBlockElement";
import { continueNode } from "./continueNode";
import type { OpenBlock } from "./openBlock";
import { bodyWithRoom, removeBody } from "./tableBodies";
import { alignRows, setColumns } from "./tableColumns";

/**
 * A long table, list or code block on the page, whose finished rows, items or lines are not changed while more arrive.
 */
export class GrowingBlock {
	readonly element: Element;
	/** The written rows or items that are not finished. */
	#open: readonly Element[];
	#loose = false;

	constructor(element: Element) {
		this.element = element;
		this.#open = partsOf(element, false);
	}

	get openParts(): readonly Element[] {
		return this.#open;
	}

	/** Marks everything written so far as finished. */
	commit({ loose }: OpenBlock): void {
		this.#loose = loose;
		if (this.element instanceof CodeBlockElement) this.element.commit();
		this.#open = [];
	}

	/** Writes the content after the finished parts. @param next the block as the parser read it after its prefix. */
	continueAs(next: Element): void {
		const { element } = this;
		if (element instanceof CodeBlockElement && next instanceof CodeBlockElement) element.continueAs(next);
		if (isList(element)) {
			element.toggleAttribute("data-loose", this.#loose || next.hasAttribute("data-loose"));
		}
		const open = this.#open;
		const parts = partsOf(next, true);
		for (const old of open.slice(parts.length)) removePart(old);
		this.#open = parts.map((part, i) => {
			const old = open[i];
			if (!old) this.#add(part);
			else if (continueNode(old, part)) return old;
			else old.replaceWith(part);
			return part;
		});
		const table = tableIn(element);
		if (!table) return;
		if (table.tBodies.length > 1 && !table.classList.contains("long")) setColumns(table);
		else alignRows(table, this.#open);
	}

	#add(part: Element): void {
		const table = tableIn(this.element);
		if (table) bodyWithRoom(table).append(part);
		else this.element.append(part);
	}
}

/** Returns a block's rows or items. After a prefix, a list's first item only serves to put the parser into the list. */
export function partsOf(block: Element, behindPrefix: boolean): Element[] {
	if (isList(block)) return [...block.children].slice(behindPrefix ? 1 : 0);
	return [...(tableIn(block)?.tBodies ?? [])].flatMap((body) => [...body.children]);
}

function removePart(part: Element): void {
	const box = part.parentElement;
	part.remove();
	if (box?.tagName === "TBODY" && !box.hasChildNodes()) removeBody(box);
}

const tableIn = (block: Element) => block.querySelector<HTMLTableElement>(":scope > table");

const isList = ({ tagName }: Element) => tagName === "UL" || tagName === "OL";
