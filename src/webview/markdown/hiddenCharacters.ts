import * as l10n from "@vscode/l10n";
import { type HiddenCharacter, hiddenCharacters } from "../../shared/hiddenCharacters";

/**
 * Appends code's text to an element, each hidden character in a mark that shows its number. The text of the element is
 * still the code's, so it is copied as it is.
 */
export function appendCode(text: string, into: Node): void {
	let at = 0;
	for (const found of hiddenCharacters(text)) {
		const { index, character } = found;
		if (index > at) into.appendChild(document.createTextNode(text.slice(at, index)));
		into.appendChild(mark(found));
		at = index + character.length;
	}
	if (at < text.length) into.appendChild(document.createTextNode(text.slice(at)));
}

/** The number is drawn by the style sheet; the character stands isolated, so it turns nothing but itself. */
function mark({ character, number }: HiddenCharacter): HTMLElement {
	const element = document.createElement("span");
	element.className = "hidden-character";
	element.dataset.number = number;
	element.setAttribute("role", "img");
	element.setAttribute("aria-label", l10n.t("Hidden character {0}", number));
	element.title = l10n.t("Hidden character {0}", number);
	element.append(character);
	return element;
}
