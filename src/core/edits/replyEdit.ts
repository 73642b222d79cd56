import * as l10n from "@vscode/l10n";
import type { EditPlace } from "./editPlace";
import { withHunks } from "./hunks";
import { RefusedAnswer } from "./refusedAnswer";
import { splitLines } from "./textLines";

/**
 * The whole document with an answer's code in its place.
 *
 * @throws RefusedAnswer when it is not certain what the answer means.
 */
export function editedText(reply: string, place: EditPlace): string {
	const code = /^```[^\n]*\n([\s\S]*?)\n?^```/m.exec(reply.replaceAll("\r\n", "\n"))?.[1];
	if (code === undefined)
		throw new RefusedAnswer(l10n.t("There is no code in the answer. Nothing was changed."), reply);
	return withHunks(place.text, [{ start: place.start, removed: place.count, added: splitLines(code) }]);
}

/** What the document would be so far, for the preview while an answer streams; `undefined` as long as nobody knows. */
export function partialText(reply: string, place: EditPlace): string | undefined {
	const code = /^```[^\n]*\n([\s\S]*)$/m.exec(reply.replaceAll("\r\n", "\n"))?.[1]?.replace(/\n```[\s\S]*$/, "\n");
	if (code === undefined) return undefined;
	const added = splitLines(code).slice(0, -1);
	return withHunks(place.text, [{ start: place.start, removed: Math.min(place.count, added.length), added }]);
}
