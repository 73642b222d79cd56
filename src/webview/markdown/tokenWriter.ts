import * as l10n from "@vscode/l10n";
import type { Token } from "markdown-it";
import { fenceInfo } from "../../shared/fenceInfo";
import { parsePlace, placeScheme } from "../../shared/placeReference";
import { limits } from "../../shared/untrusted/limits";
import type { Block } from "./blocks";
import { CodeBlockElement } from "./codeBlockElement";
import { CodeText } from "./codeText";
import { appendCode } from "./hiddenCharacters";
import { addHeading, type Outline } from "./outline";
import { linkTarget, placesIn, placeTarget } from "./placeLinks";
import { watchScroller } from "./scrollers";
import { bodyWithRoom } from "./tableBodies";
import { appendInPieces } from "./textPieces";

/** Every tag that markdown may become; anything else is passed over and its content kept. */
const tags = new Set("p ul ol li blockquote table thead tbody tr th td em strong s hr br code".split(" "));

/**
 * Writes a block's tokens as DOM nodes, element by element and text by text: no string is ever read as HTML, so the
 * text of a model or a gateway cannot become anything but what is written here.
 *
 * @param outline the headings before the block; the one after it comes back.
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
	// Each block runs as its own first word does; code always from left to right.
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
		else if (token.nesting === -1) path.pop();
		else if (token.type === "inline") writeTokens(token.children ?? [], parent, outline);
		else if (token.type === "long_text") appendInPieces(token.content, parent);
		else if (token.type === "text") for (const part of withPlaces(token.content, parent)) parent.append(part);
		else parent.append(leaf(token, parent));
	}
	return outline;
}

/**
 * Enters a token's element; what may not be an element writes into the parent. A tight list has paragraphs like a loose
 * one, and only looks tighter: so an item that stands already is the same whichever the list becomes.
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
	// The parser's own `style` attribute is what the page's content policy forbids.
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
			// The line break before its end is not shown.
			return codeBlock(token, token.content.replace(/\n$/, ""));
		case "image":
			return image(token, parent);
		default:
			return tags.has(token.tag) ? document.createElement(token.tag) : token.content;
	}
}

/** Inline code that is a place leads there. */
function placeLink(text: string, code: Element, parent: Element): Element {
	return parsePlace(text) && !parent.closest("a") ? linkTo(text, code) : code;
}

/** A plain text, with links to the places in it. */
function withPlaces(text: string, parent: Element): (Node | string)[] {
	const parts: (Node | string)[] = [];
	let end = 0;
	for (const place of parent.closest("a") ? [] : placesIn(text)) {
		parts.push(text.slice(end, place.start), linkTo(place.text, place.text));
		end = place.start + place.text.length;
	}
	parts.push(text.slice(end));
	// An empty text would be a node that nobody sees.
	return parts.filter((part) => part !== "");
}

/** Whether there is such a file, the host looks when it is asked to open it. */
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

/** An image would be a request to a stranger: its description stands there, as a link where one is possible. */
function image(token: Token, parent: Element): Node | string {
	const address = linkTarget(String(token.attrGet("src") ?? ""));
	const description = token.content || address || l10n.t("Image");
	// Inside a link there can be no second one.
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
