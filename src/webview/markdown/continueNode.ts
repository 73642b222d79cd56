import { CodeBlockElement } from "./code/codeBlockElement";

/** Attributes that the Markdown writer sets; others were added later, such as those that make a table focusable. */
const ownAttributes = ["class", "href", "title", "start", "data-loose"];

/**
 * Updates a node on the page to the given one with as few changes as possible: text that has grown is continued, so
 * that a selection in it is kept.
 *
 * @returns false when the node cannot be updated and has to be replaced.
 */
export function continueNode(node: Node, next: Node): boolean {
	if (node instanceof Text && next instanceof Text) return continueText(node, next.data);
	if (!(node instanceof Element) || !(next instanceof Element) || node.tagName !== next.tagName) return false;
	if (node instanceof CodeBlockElement) return next instanceof CodeBlockElement && node.continueAs(next);
	for (const name of ownAttributes) {
		const value = next.getAttribute(name);
		if (value === node.getAttribute(name)) continue;
		if (value === null) node.removeAttribute(name);
		else node.setAttribute(name, value);
	}
	continueStyle(node, next);
	continueChildren(node, node.firstChild, next.firstChild);
	return true;
}

/** Copies the column widths of tables through the CSSOM, because the content security policy forbids the attribute. */
function continueStyle(node: Element, next: Element): void {
	const style = next.getAttribute("style");
	if (style === node.getAttribute("style")) return;
	if (style === null) node.removeAttribute("style");
	else if (node instanceof HTMLElement) node.style.cssText = style;
}

/** Updates an element's children in the same way, starting at `from`; `next` is the first new child. */
function continueChildren(parent: Node, from: Node | null, next: Node | null): void {
	let node = from;
	let wanted = next;
	while (wanted) {
		const after = wanted.nextSibling;
		const following: Node | null = node?.nextSibling ?? null;
		if (!node) parent.appendChild(wanted);
		else if (!continueNode(node, wanted)) parent.replaceChild(wanted, node);
		node = following;
		wanted = after;
	}
	while (node) {
		const following: Node | null = node.nextSibling;
		parent.removeChild(node);
		node = following;
	}
}

function continueText(node: Text, text: string): boolean {
	if (text === node.data) return true;
	if (text.startsWith(node.data)) node.appendData(text.slice(node.length));
	else node.data = text;
	return true;
}
