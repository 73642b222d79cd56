import * as l10n from "@vscode/l10n";

/**
 * Characters that make code read differently from what it is: those that turn the direction of writing ("Trojan Source",
 * CVE-2021-42574), those that nobody sees, and the invisible letters of the tag block.
 */
const hidden =
	/\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

/**
 * Appends code's text to an element, each hidden character in a mark that shows its number. The text of the element is
 * still the code's, so it is copied as it is.
 */
export function appendCode(text: string, into: Node): void {
	let at = 0;
	for (const { index, 0: character } of text.matchAll(hidden)) {
		if (index > at) into.appendChild(document.createTextNode(text.slice(at, index)));
		into.appendChild(mark(character));
		at = index + character.length;
	}
	if (at < text.length) into.appendChild(document.createTextNode(text.slice(at)));
}

/** The number is drawn by the style sheet; the character stands isolated, so it turns nothing but itself. */
function mark(character: string): HTMLElement {
	const number = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
	const element = document.createElement("span");
	element.className = "hidden-character";
	element.dataset.number = number;
	element.setAttribute("role", "img");
	element.setAttribute("aria-label", l10n.t("Hidden character {0}", number));
	element.title = l10n.t("Hidden character {0}", number);
	element.append(character);
	return element;
}
