import { withoutHidden } from "../hiddenCharacters";
import { limits } from "./limits";

declare const isInert: unique symbol;

/**
 * A text that VS Code's UI shows as it is: no part of it becomes a link, a command or an icon that we did not put there.
 * VS Code turns `[text](command:…)` into a link in notifications, progress, input boxes and language status items, and
 * `$(name)` into an icon in rows, buttons and the status bar. A bare address stays text in all of them.
 */
export type InertText = string & { readonly [isInert]: true };

/** The icons that our own texts may begin with: names of codicons. */
export type TextIcon = "check" | "comment-discussion" | "debug-pause" | "error" | "sync~spin" | "warning";

/** Makes a name inert, such as that of a file, a model, a document or a button: one line, cut at `limits.nameLength`. */
export function inertName(text: string): InertText {
	return inert(text, limits.nameLength, blanks);
}

/** Makes a path inert: one line, cut in the middle at `limits.shownPathLength`, for its end says what kind of file it is. */
export function inertPath(text: string): InertText {
	const half = mostRead / 2;
	const read = text.length > mostRead ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
	const shown = [...readable(read, blanks)];
	if (shown.length <= limits.shownPathLength) return shown.join("") as InertText;
	const beginning = shown.slice(0, limits.shownPathLength - pathEnd - 1);
	// A cut may leave half of an emoji, which is hidden.
	return withoutHidden(`${beginning.join("")}…${shown.slice(-pathEnd).join("")}`) as InertText;
}

/** Characters of a path's end that are shown in any case. */
const pathEnd = 160;

/** Makes a sentence inert, such as an error, a title or a row's detail: one line, cut at `limits.messageLength`. */
export function inertLine(text: string): InertText {
	return inert(text, limits.messageLength, blanks);
}

/** Makes a text of several lines inert, such as a dialog's detail or a tooltip, cut at `limits.messageLength`. */
export function inertMessage(text: string): InertText {
	return inert(text, limits.messageLength, blanksWithoutBreaks);
}

/** Puts an icon before a text. There is no other way to have one: whatever else looks like an icon is made inert. */
export function withIcon(icon: TextIcon, text: InertText): InertText {
	return `$(${icon}) ${text}` as InertText;
}

const blanks = /\s+/g;
const blanksWithoutBreaks = /[^\S\n]+/g;

/** Characters of a text that are looked at: only hidden ones can keep what follows from being cut off in any case. */
const mostRead = 20 * limits.messageLength;

function inert(text: string, longest: number, blank: RegExp): InertText {
	const shown = [...readable(text.slice(0, mostRead), blank)];
	const isWhole = shown.length <= longest && text.length <= mostRead;
	// A cut may leave half of an emoji, which is hidden.
	return (isWhole ? shown.join("") : `${withoutHidden(shown.slice(0, longest - 1).join(""))}…`) as InertText;
}

/** Removes the hidden characters before it looks for links: without them, what they kept apart comes together. */
function readable(text: string, blank: RegExp): string {
	const oneBlank = (some: string) => some.replaceAll(blank, " ");
	const seen = oneBlank(withoutHidden(oneBlank(text.toWellFormed()))).trim();
	return seen.replaceAll("](", "] (").replaceAll("$(", "$ (");
}
