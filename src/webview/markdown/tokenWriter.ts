import * as l10n from "@vscode/l10n";
import type { Token } from "markdown-it";
import { fenceInfo } from "../../shared/fenceInfo";
import { parsePlace, placeScheme } from "../../shared/placeReference";
import { limits } from "../../shared/untrusted/limits";
import type { Block } from "./blocks";
import { appendCode } from "./code/appendCode";
import { CodeBlockElement } from "./code/codeBlockElement";
import { CodeText } from "./code/codeText";
import { addHeading, type Outline } from "./outline";
import { linkTarget, placesIn, placeTarget } from "./placeLinks";
import { watchScroller } from "./scrollers";
import { bodyWithRoom } from "./tableBodies";
import { setColumns } from "./tableColumns";
import { appendInPieces } from "./textPieces";

/** All tags that Markdown may produce; others are skipped, and their content is kept. */
const tags = new Set("p ul ol li blockquote table thead tbody tr th td em strong s hr br code".split(" "));

/**
 * Writes a block's tokens as DOM nodes, one element and text at a time: no string is ever parsed as HTML, so that the
 * text of a model or a gateway can only produce the nodes written here.
 *
 * @param outline the headings before the block; the outline after it is returned.
 * @param inside whether more lines of the block follow, so that the line break at the end of its code counts.
 */
export function writeBlock(
	block: Block,
	outline: Outline,
	inside = false,
): { readonly node: Element; readonly outline: Outline } {
	const [only] = block;
	if (inside && only && isCode(only)) return { node: codeBlock(only, only.content), outline };
	const root = document.createElement("div");
	const after = writeTokens(block, root, outline);
	const node = root.firstElementChild ?? root;
	// The direction of each block follows its own first word; code is always left to right.
	if (!(node instanceof CodeBlockElement)) node.setAttribute("dir", "auto");
	return { node, outline: after };
}

const isCode = ({ type }: Token) => type === "fence" || type === "code_block";

function writeTokens(tokens: readonly Token[], root: Element, before: Outline): Outline {
	const path: Element[] = [root];
	let outline = before;
	for (const token of tokens) {
		if (token.type === "tr_open" && path.at(-1)?.tagName === "TBODY") {
			const table = path.at(-1)?.closest("table");
			if (table) path[path.length - 1] = bodyWithRoom(table);
		}
		const parent = path.at(-1) ?? root;
		if (token.type === "heading_open") {
			const { level, outline: after } = addHeading(outline, Number(token.tag.slice(1)));
			outline = after;
			const heading = document.createElement(`h${level}`);
			heading.className = `heading-${token.tag.slice(1)}`;
			parent.append(heading);
			path.push(heading);
		} else if (token.nesting === 1) path.push(openElement(token, parent));
		else if (token.nesting === -1) {
			const closed = path.pop();
			if (closed instanceof HTMLTableElement && closed.tBodies.length > 1) setColumns(closed);
		} else if (token.type === "inline") writeTokens(token.children ?? [], parent, outline);
		else if (token.type === "long_text") appendInPieces(token.content, parent);
		else if (token.type === "text") for (const part of withPlaces(token.content, parent)) parent.append(part);
		else parent.append(leaf(token, parent));
	}
	return outline;
}

/**
 * Opens a token's element; content of an element that is not allowed is written into the parent. A tight list has
 * paragraphs like a loose one, and differs only in appearance, so that existing items stay the same if the list becomes
 * loose.
 */
function openElement(token: Token, parent: Element): Element {
	if (token.type === "link_open") return openLink(token, parent);
	if (!tags.has(token.tag)) return parent;
	const element = document.createElement(token.tag);
	if (token.tag === "table") parent.append(scrollableTable(element));
	else parent.append(element);
	if (token.tag === "p" && !token.hidden && parent.tagName === "LI")
		parent.parentElement?.setAttribute("data-loose", "");
	const start = token.attrGet("start");
	if (token.tag === "ol" && start !== null) element.setAttribute("start", String(start));
	const alignment = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""));
	// The content security policy forbids the parser's own `style` attribute.
	if (alignment) element.className = `align-${alignment[1]}`;
	return element;
}

function leaf(token: Token, parent: Element): Node | string {
	switch (token.type) {
		case "softbreak":
			return "\n";
		case "code_inline": {
			const code = document.createElement("code");
			code.className = "inline-code";
			appendCode(token.content, code);
			return placeLink(token.content, code, parent);
		}
		case "math_block": {
			const paragraph = document.createElement("p");
			paragraph.className = "math";
			if (token.content.length > limits.formattedText) appendInPieces(token.content, paragraph);
			else paragraph.textContent = token.content;
			return paragraph;
		}
		case "fence":
		case "code_block":
			// The line break at the end is not shown.
			return codeBlock(token, token.content.replace(/\n$/, ""));
		case "image":
			return image(token, parent);
		default:
			return tags.has(token.tag) ? document.createElement(token.tag) : token.content;
	}
}

/** Wraps inline code that names a place in a link to it. */
function placeLink(text: string, code: Element, parent: Element): Element {
	return parsePlace(text) && !parent.closest("a") ? linkTo(text, code) : code;
}

/** Returns a plain text with links to the places in it. */
function withPlaces(text: string, parent: Element): (Node | string)[] {
	const parts: (Node | string)[] = [];
	let end = 0;
	for (const place of parent.closest("a") ? [] : placesIn(text)) {
		parts.push(text.slice(end, place.start), linkTo(place.text, place.text));
		end = place.start + place.text.length;
	}
	parts.push(text.slice(end));
	// Empty texts would be invisible nodes.
	return parts.filter((part) => part !== "");
}

/** Returns a link to a place; the host checks that the file exists when the link is opened. */
function linkTo(place: string, content: Node | string): Element {
	const link = anchor(`${placeScheme}${place}`);
	link.title = l10n.t("Open {0}", place);
	link.append(content);
	return link;
}

function openLink(token: Token, parent: Element): Element {
	const href = String(token.attrGet("href") ?? "");
	const address = linkTarget(href) ?? placeTarget(href);
	if (!address) return parent;
	const link = anchor(address);
	if (address.startsWith(placeScheme)) link.title = l10n.t("Open {0}", address.slice(placeScheme.length));
	parent.append(link);
	return link;
}

/**
 * Returns an image's description, as a link where possible, because loading the image would send a request to an
 * unknown server.
 */
function image(token: Token, parent: Element): Node | string {
	const address = linkTarget(String(token.attrGet("src") ?? ""));
	const description = token.content || address || l10n.t("Image");
	// A link cannot contain another link.
	if (!address || parent.closest("a")) return description;
	const link = anchor(address);
	link.append(description);
	return link;
}

function anchor(address: string): HTMLAnchorElement {
	const link = document.createElement("a");
	link.setAttribute("href", address);
	link.title = address;
	return link;
}

function scrollableTable(table: HTMLElement): HTMLElement {
	const scroller = document.createElement("div");
	scroller.className = "table";
	scroller.append(table);
	watchScroller(scroller, table, l10n.t("Table"));
	return scroller;
}

function codeBlock(token: Token, text: string): CodeBlockElement {
	const { language, path } = fenceInfo(token.info);
	const code = new CodeText();
	code.continueAs(text);
	const block = new CodeBlockElement();
	block.dir = "ltr";
	block.code = code;
	block.language = language;
	block.path = path;
	return block;
}
