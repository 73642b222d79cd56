import * as l10n from "@vscode/l10n";
import { splitLines } from "../../base/splitLines";
import { RefusedAnswer } from "../parse/refusedAnswer";
import { codeLines } from "../text/brackets";
import type { EditPlace } from "./editPlace";

/**
 * Asserts that a new version of a document has all lines of its code, in order: only comments were asked for.
 *
 * @param answer the answer that the new version results from.
 * @throws RefusedAnswer when lines of code are missing or changed.
 */
export function assertKeepsCode(text: string, { text: before, languageId }: EditPlace, answer: string): void {
	const now = codeLines(splitLines(text), languageId);
	let at = 0;
	const keeps = codeLines(splitLines(before), languageId).every((line) => {
		while (at < now.length && now[at] !== line) at++;
		return at++ < now.length;
	});
	if (keeps) return;
	const why = l10n.t(
		"The answer removes or changes lines of code, though only comments were asked for. Nothing was changed: try again.",
	);
	throw new RefusedAnswer(why, answer);
}
