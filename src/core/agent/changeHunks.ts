import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import { exactText } from "../context/fileText";
import { type Hunk, hunksBetween } from "../edits/text/hunks";
import { textLines } from "../edits/text/textLines";
import { sameContent } from "./changes/changePorts";
import type { ChangedFile, ChangeSet } from "./changes/changeSet";
import { fitsEdit } from "./tools/editText";

/** A change in one place of a file. */
export interface ChangeHunk {
	readonly hunk: Hunk;
	/** The line of the current text where it begins, counted from 0: its first added line, or the one after a removal. */
	readonly line: number;
}

/** Returns the changes of a file in order; none where it is not text, too long, new or deleted. */
export function changeHunks({ before, now }: ChangedFile): readonly ChangeHunk[] {
	const [old, current] = [before && exactText(before), now && exactText(now)];
	if (old === undefined || current === undefined || !fitsEdit(old) || !fitsEdit(current)) return [];
	let shift = 0;
	return hunksBetween(textLines(old).lines, textLines(current).lines).map((hunk) => {
		const line = hunk.start + shift;
		shift += hunk.added.length - hunk.removed;
		return { hunk, line };
	});
}

/**
 * Keeps or undoes one of a file's changes; the others can still be kept or undone.
 *
 * @param shown the file when its changes were shown.
 * @param at the index of the change among them.
 * @throws UserError when the file or its changes are no longer as they were shown.
 */
export async function settleHunk(
	changes: ChangeSet,
	shown: ChangedFile,
	at: number,
	how: "keep" | "undo",
): Promise<void> {
	const { path } = shown;
	const file = (await changes.files()).find((one) => one.path === path);
	const hunks = changeHunks(shown);
	const chosen = hunks[at];
	if (
		!file?.before ||
		!file.now ||
		!chosen ||
		!sameContent(file.before, shown.before) ||
		!sameContent(file.now, shown.now)
	)
		throw new UserError(l10n.t("{0} was changed in the meantime. Review its changes again.", path));
	await changes.settlePart(path, chosen.hunk, file.now, how);
}
