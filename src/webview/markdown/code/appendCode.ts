import * as l10n from "@vscode/l10n";
import { type HiddenCharacter, hiddenCharacters } from "../../../shared/text/hiddenCharacters";

/**
 * Appends code to an element, with each hidden character in a mark that shows its number. The element's text is still
 * exactly the code, so copying it works.
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

/**
 * Returns the mark of a character. The style sheet draws the number; the character is isolated, so that it affects no
 * other text.
 */
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
