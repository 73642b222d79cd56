import { withoutHidden } from "../text/hiddenCharacters";
import { messageLength, nameLength, shownPathLength } from "./shownLengths";

declare const isInert: unique symbol;

/**
 * A text that VS Code's UI shows as it is: no part of it becomes a link, a command or an icon that Gatehouse did not
 * add. VS Code turns `[text](command:…)` into a link in notifications, progress, input boxes and language status items,
 * `<command:…>` in the tooltips of language status items and language models, and `$(name)` into an icon in rows, buttons
 * and the status bar. A bare URL remains text in nearly all of them.
 */
export type InertText = string & { readonly [isInert]: true };

/** The icons that Gatehouse's own texts may begin with: names of codicons. */
export type TextIcon = "check" | "comment-discussion" | "debug-pause" | "error" | "sync~spin" | "warning";

/**
 * Makes a name inert, such as that of a file, a model, a document or a button: one line, cut at `nameLength`.
 */
export function inertName(text: string): InertText {
	return inert(text, nameLength, blanks);
}

/**
 * Makes a path inert: one line, cut in the middle at `shownPathLength`, because its end shows the type of the
 * file.
 */
export function inertPath(text: string): InertText {
	const half = mostRead / 2;
	const read = text.length > mostRead ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
	const shown = [...readable(read, blanks)];
	if (shown.length <= shownPathLength) return shown.join("") as InertText;
	const beginning = shown.slice(0, shownPathLength - pathEnd - 1);
	// Cutting may separate a variation selector from its emoji; on its own, it is a hidden character.
	return withoutHidden(`${beginning.join("")}…${shown.slice(-pathEnd).join("")}`) as InertText;
}

/** Number of characters at a path's end that are always shown. */
const pathEnd = 160;

/** Makes a sentence inert, such as an error, a title or a row's detail: one line, cut at `messageLength`. */
export function inertLine(text: string): InertText {
	return inert(text, messageLength, blanks);
}

/** Makes a text of several lines inert, such as a dialog's detail or a tooltip, cut at `messageLength`. */
export function inertMessage(text: string): InertText {
	return inert(text, messageLength, blanksWithoutBreaks);
}

/**
 * Makes an id inert for Markdown whose links may run commands: it is percent-encoded as in a URL, but not cut, so that
 * different ids stay different.
 */
export function inertId(id: string): InertText {
	return encodeURI(id.toWellFormed()).replaceAll("$(", "$%28") as InertText;
}

/** Puts an icon before a text. This is the only way to add one: anything else that looks like an icon is made inert. */
export function withIcon(icon: TextIcon, text: InertText): InertText {
	return `$(${icon}) ${text}` as InertText;
}

const blanks = /\s+/g;
const blanksWithoutBreaks = /[^\S\n]+/g;

/** Maximum number of characters of a text that are processed; only a text with many hidden characters needs more. */
const mostRead = 20 * messageLength;

function inert(text: string, longest: number, blank: RegExp): InertText {
	const shown = [...readable(text.slice(0, mostRead), blank)];
	const isWhole = shown.length <= longest && text.length <= mostRead;
	// Cutting may separate a variation selector from its emoji; on its own, it is a hidden character.
	return (isWhole ? shown.join("") : `${withoutHidden(shown.slice(0, longest - 1).join(""))}…`) as InertText;
}

/** Removes the hidden characters before it searches for links: they could separate the parts of a link. */
function readable(text: string, blank: RegExp): string {
	const oneBlank = (some: string) => some.replaceAll(blank, " ");
	const seen = oneBlank(withoutHidden(oneBlank(text.toWellFormed()))).trim();
	return seen.replaceAll(/[\]$](?=\()|<(?=command:)/gi, "$& ");
}
