import { CodeBlockElement } from "../elements/codeBlockElement";
import { continueChildren } from "./continueNode";
import type { OpenBlock } from "./openBlock";

/**
 * A long table, list or code block on the page, whose finished rows, items or lines are never touched again while the last
 * ones still come.
 */
export class GrowingBlock {
	readonly element: Element;
	#finished = 0;
	#loose = false;

	constructor(element: Element) {
		this.element = element;
	}

	/** Everything that is written by now is finished. */
	keep({ loose }: OpenBlock): void {
		this.#loose = loose;
		if (this.element instanceof CodeBlockElement) this.element.keep();
		else this.#finished = partsBox(this.element)?.childElementCount ?? 0;
	}

	/** Writes what follows the finished parts. @param next the block as the parser read it behind its prefix. */
	continueAs(next: Element): void {
		const { element } = this;
		if (element instanceof CodeBlockElement && next instanceof CodeBlockElement) element.continueAs(next);
		const box = partsBox(element);
		if (!box) return;
		if (isList(element)) {
			element.toggleAttribute("data-loose", this.#loose || next.hasAttribute("data-loose"));
		}
		continueChildren(box, this.#firstOpen(box), partsOf(next, true)[0] ?? null);
	}

	/** The rows or items that are written and not finished. */
	openParts(): Element[] {
		const box = partsBox(this.element);
		const parts: Element[] = [];
		for (let part = box && this.#firstOpen(box); part; part = part.nextElementSibling) parts.push(part);
		return parts;
	}

	/** Counted from the end, where there are few. */
	#firstOpen(box: Element): Element | null {
		let first: Element | null = null;
		for (let open = box.childElementCount - this.#finished; open > 0; open--) {
			first = first ? first.previousElementSibling : box.lastElementChild;
		}
		return first;
	}
}

/** A block's rows or items. Behind a prefix, a list's first item is only there to put the parser into the list. */
export function partsOf(block: Element, behindPrefix: boolean): Element[] {
	const parts = [...(partsBox(block)?.children ?? [])];
	return behindPrefix && isList(block) ? parts.slice(1) : parts;
}

/** The element whose children are the parts: a table's head stands beside it. */
function partsBox(block: Element): Element | null {
	return isList(block) ? block : block.querySelector(":scope > table > tbody");
}

const isList = ({ tagName }: Element) => tagName === "UL" || tagName === "OL";
