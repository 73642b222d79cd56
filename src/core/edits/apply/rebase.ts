import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import { type Hunk, hunksBetween } from "../text/hunks";
import { LineIndex } from "../text/lineIndex";
import { textLines } from "../text/textLines";

/**
 * Adapts the hunks of a text to its current version: moves them where lines were added or removed before them.
 *
 * @throws UserError where a line that they replace, or an adjacent one, has changed too, or where these lines occur
 * more often than before, which makes the place ambiguous.
 */
export function rebase(hunks: readonly Hunk[], base: string, current: string): readonly Hunk[] {
	if (base === current) return hunks;
	const before = textLines(base).lines;
	const after = textLines(current).lines;
	const others = hunksBetween(before, after);
	const [indexBefore, indexAfter] = [new LineIndex(before), new LineIndex(after)];
	return hunks.map((hunk) => {
		// If the lines were pasted again, the original cannot be told apart from the copy.
		const lines = before.slice(Math.max(0, hunk.start - 1), hunk.start + hunk.removed + 1);
		const [wasIn, isIn] = [indexBefore.find(lines), indexAfter.find(lines)];
		if (!wasIn || !isIn || isIn.length > wasIn.length) {
			throw new UserError(
				l10n.t(
					"The file has changed, and the lines that this edit changes now occur in more places. Nothing was written: ask for the edit again.",
				),
			);
		}
		const other = others.find((candidate) => meet(hunk, candidate));
		if (other) {
			throw new UserError(
				l10n.t(
					"Line {0} of the file has changed, and this edit changes it too. Nothing was written: ask for the edit again.",
					other.start + 1,
				),
			);
		}
		const shift = others
			.filter(({ start }) => start < hunk.start)
			.reduce((sum, { added, removed }) => sum + added.length - removed, 0);
		return { ...hunk, start: hunk.start + shift };
	});
}

/** Returns whether two changes of a text touch the same or adjacent lines. */
function meet(one: Hunk, other: Hunk): boolean {
	return one.start <= other.start + other.removed && other.start <= one.start + one.removed;
}
