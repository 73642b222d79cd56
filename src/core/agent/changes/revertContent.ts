import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import { exactText } from "../../context/fileText";
import { rebase } from "../../edits/apply/rebase";
import { hunksBetween, withHunks } from "../../edits/text/hunks";
import { textLines } from "../../edits/text/textLines";
import { sameContent } from "./changePorts";

/** The content of a file before and after a write; `undefined` where there is no file. */
export interface WrittenContent {
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array | undefined;
}

/**
 * Returns the content of a file without some of the writes to it. Changes that others made in the meantime are kept:
 * they are merged, or the writes are not undone.
 *
 * @param writes the writes to undo, oldest first.
 * @param now the current content; `undefined` where there is no file.
 * @throws UserError with the reason when they cannot be undone without losing what others changed.
 */
export function revertedContent(
	path: string,
	writes: readonly WrittenContent[],
	now: Uint8Array | undefined,
): Uint8Array | undefined {
	// Already undone by hand, or by the agent itself.
	if (sameContent(now, writes[0]?.before)) return now;
	return writes.reduceRight<Uint8Array | undefined>((current, write) => withoutWrite(path, write, current), now);
}

function withoutWrite(
	path: string,
	{ before, after }: WrittenContent,
	current: Uint8Array | undefined,
): Uint8Array | undefined {
	if (sameContent(current, after)) return before;
	// The write never happened, or was undone by hand.
	if (sameContent(current, before)) return current;
	if (!current) throw new UserError(l10n.t("{0} was deleted in the meantime and is not restored.", path));
	if (!after) throw new UserError(l10n.t("{0} was created again in the meantime, so the file stays as it is.", path));
	if (!before) throw new UserError(l10n.t("{0} was changed after it was created, so the file stays as it is.", path));
	const [old, written, has] = [exactText(before), exactText(after), exactText(current)];
	if (old === undefined || written === undefined || has === undefined)
		throw new UserError(l10n.t("{0} was changed in the meantime and is not text, so the file stays as it is.", path));
	const { lines } = textLines(written);
	const others = new Set(hunksBetween(lines, textLines(has).lines).map((hunk) => JSON.stringify(hunk)));
	// Some of the hunks may have been undone already.
	const inverse = hunksBetween(lines, textLines(old).lines).filter((hunk) => !others.has(JSON.stringify(hunk)));
	try {
		return new TextEncoder().encode(withHunks(has, rebase(inverse, written, has)));
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		throw new UserError(
			l10n.t("The same lines of {0} were changed in the meantime, so the file stays as it is.", path),
			[],
			{
				cause: error,
			},
		);
	}
}
