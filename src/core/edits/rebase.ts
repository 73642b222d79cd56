import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import { type Hunk, hunksBetween } from "./hunks";
import { LineIndex } from "./lineIndex";
import { textLines } from "./textLines";

/**
 * Hunks of a text as hunks of what it has become since: moved where lines came or went before them.
 *
 * @throws UserError where a line that they replace, or one beside it, has changed too, or where those stand more often
 * than before: nobody knows then what is meant.
 */
export function rebase(hunks: readonly Hunk[], base: string, current: string): readonly Hunk[] {
	if (base === current) return hunks;
	const before = textLines(base).lines;
	const after = textLines(current).lines;
	const others = hunksBetween(before, after);
	const [indexBefore, indexAfter] = [new LineIndex(before), new LineIndex(after)];
	return hunks.map((hunk) => {
		// Where they were pasted once more, nobody knows which of both is the copy.
		const lines = before.slice(Math.max(0, hunk.start - 1), hunk.start + hunk.removed + 1);
		const [wasIn, isIn] = [indexBefore.find(lines), indexAfter.find(lines)];
		if (!wasIn || !isIn || isIn.length > wasIn.length) {
			throw new UserError(
				l10n.t(
					"The file was changed meanwhile, and the lines that this edit changes stand there more often than before. Nothing was written: ask for the edit again.",
				),
			);
		}
		const other = others.find((candidate) => meet(hunk, candidate));
		if (other) {
			throw new UserError(
				l10n.t(
					"The file was changed meanwhile at line {0}, where this edit changes it too. Nothing was written: ask for the edit again.",
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

/** Whether two changes of one text touch the same lines, or lines beside each other. */
function meet(one: Hunk, other: Hunk): boolean {
	return one.start <= other.start + other.removed && other.start <= one.start + one.removed;
}
