import type { ElementContent, Root, RootContent } from "hast";
import { appendCode } from "./hiddenCharacters";

/**
 * Writes highlighted code as DOM nodes.
 *
 * @returns whether its last line break stands within something that is coloured: then that, such as a comment, goes on
 * behind it, and the code's next line cannot be read on its own.
 */
export function writeColoured({ children }: Root, into: Node): boolean {
	write(children, into);
	return into.lastChild instanceof Element && into.lastChild.textContent.endsWith("\n");
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
