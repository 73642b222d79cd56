import { limits } from "../../shared/untrusted/limits";
import { lineChanges } from "./lineDiff";
import { type TextLines, textLines } from "./textLines";

/** Lines that are replaced by others. */
export interface Hunk {
	/** The first line that goes, or the one before which lines come in; lines count from 0. */
	readonly start: number;
	/** How many lines go; 0 for lines that only come in. */
	readonly removed: number;
	readonly added: readonly string[];
}

/** A piece of a text and what replaces it, in UTF-16 code units. */
export interface TextChange {
	readonly from: number;
	readonly to: number;
	readonly text: string;
}

/** What makes one text's lines another's: as few lines as possible, in their order, with an equal line between any two. */
export function hunksBetween(before: readonly string[], after: readonly string[]): readonly Hunk[] {
	const changes = lineChanges(before, after, limits.lineChanges);
	if (!changes) return [{ start: 0, removed: before.length, added: after }];
	const hunks: { start: number; removed: number; added: string[] }[] = [];
	for (const { at, added } of changes) {
		let open = hunks.at(-1);
		if (!open || at !== open.start + open.removed) {
			open = { start: at, removed: 0, added: [] };
			hunks.push(open);
		}
		if (added === undefined) open.removed++;
		else open.added.push(after[added] ?? "");
	}
	return hunks;
}

/** The changes that hunks make to their text. What they do not touch, line breaks too, stays byte for byte. */
export function changesOf(text: TextLines, hunks: readonly Hunk[]): readonly TextChange[] {
	return hunks.map((hunk) => changeOf(text, hunk));
}

function changeOf({ text, lines, starts, eol }: TextLines, { start, removed, added }: Hunk): TextChange {
	const startOf = (line: number) => starts[line] ?? text.length;
	const endOf = (line: number) => startOf(line) + (lines[line]?.length ?? 0);
	const inserted = added.join(eol);
	const end = start + removed;
	if (removed > 0 && added.length > 0) return { from: startOf(start), to: endOf(end - 1), text: inserted };
	// Whole lines come or go with a line break of theirs: the one behind them, at the text's end the one before.
	if (end < lines.length)
		return { from: startOf(start), to: startOf(end), text: added.length > 0 ? inserted + eol : "" };
	if (start > 0) return { from: endOf(start - 1), to: endOf(end - 1), text: added.length > 0 ? eol + inserted : "" };
	return { from: startOf(0), to: text.length, text: inserted };
}

/** The text with these changes, which are in order and do not overlap. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
	let result = "";
	let at = 0;
	for (const { from, to, text: inserted } of changes) {
		result += text.slice(at, from) + inserted;
		at = to;
	}
	return result + text.slice(at);
}

/** The text with these hunks. */
export function withHunks(text: string, hunks: readonly Hunk[]): string {
	return withChanges(text, changesOf(textLines(text), hunks));
}
