import { CodeBlockElement } from "./codeBlockElement";

/** What markdown writes into its elements; whatever else they have came later, such as the keyboard's way into a table. */
const ownAttributes = ["class", "href", "title", "start", "data-loose"];

/**
 * Makes a node that is on the page what it would be if it were written now, changing no more than is different: text that
 * has grown is continued, so what one has selected in it stays selected.
 *
 * @returns false when it cannot become the other; then it is to be replaced.
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
	continueChildren(node, node.firstChild, next.firstChild);
	return true;
}

/** The same for an element's children from one on, as those from `next` on would be. */
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
