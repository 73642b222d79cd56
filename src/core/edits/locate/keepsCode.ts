import * as l10n from "@vscode/l10n";
import { splitLines } from "../../base/splitLines";
import { severalVersions } from "../parse/chooseBlock";
import { RefusedAnswer } from "../parse/refusedAnswer";
import { codeLines } from "../text/brackets";
import type { EditPlace } from "./editPlace";

/**
 * Returns the new version of a document that results from an answer to a request for comments only. Of several
 * versions, those that change code are not offered.
 *
 * @param versionOf returns the version that results from the answer.
 * @throws RefusedAnswer when lines of code are missing or changed.
 */
export function keepingCode(answer: string, place: EditPlace, versionOf: (answer: string) => string): string {
	try {
		const text = versionOf(answer);
		if (keepsCode(text, place)) return text;
	} catch (error) {
		if (!(error instanceof RefusedAnswer) || error.alternatives.length === 0) throw error;
		const kept = error.alternatives.filter((text) => keepsCode(text, place));
		if (kept.length === error.alternatives.length) throw error;
		const [only, ...more] = kept;
		if (only !== undefined && more.length === 0) return only;
		if (only !== undefined) throw new RefusedAnswer(severalVersions(kept.length).refused, answer, "unusable", kept);
	}
	const why = l10n.t(
		"The answer removes or changes lines of code, though only comments were asked for. Nothing was changed: try again.",
	);
	throw new RefusedAnswer(why, answer);
}

/** Returns whether a new version of a document has all lines of its code, in order. */
function keepsCode(text: string, { text: before, languageId }: EditPlace): boolean {
	const now = codeLines(splitLines(text), languageId);
	let at = 0;
	return codeLines(splitLines(before), languageId).every((line) => {
		while (at < now.length && now[at] !== line) at++;
		return at++ < now.length;
	});
}
