import type { ElementContent, Root, RootContent } from "hast";
import { appendCode } from "./appendCode";

/** Writes highlighted code as DOM nodes. */
export function writeColoured({ children }: Root, into: Node): void {
	write(children, into);
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
