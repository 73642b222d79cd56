import { limits } from "../../../shared/untrusted/limits";
import { lineChanges } from "./lineDiff";
import { type TextLines, textLines } from "./textLines";

/** A range of lines and their replacement. */
export interface Hunk {
	/** The first removed line, or the line before which lines are inserted; counted from 0. */
	readonly start: number;
	/** The number of removed lines; 0 for an insertion. */
	readonly removed: number;
	readonly added: readonly string[];
}

/** A range of a text and its replacement, in UTF-16 code units. */
export interface TextChange {
	readonly from: number;
	readonly to: number;
	readonly text: string;
}

/**
 * Returns the hunks that turn one text's lines into another's: with as few lines as possible, in order, and at least
 * one equal line between any two. With more changed lines than the limit, a single hunk replaces the whole text.
 */
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

/** Returns whether two hunks are the same. */
export function sameHunk(one: Hunk, other: Hunk): boolean {
	return (
		one.start === other.start &&
		one.removed === other.removed &&
		one.added.length === other.added.length &&
		one.added.every((line, at) => line === other.added[at])
	);
}

/** Converts hunks to changes of their text. Everything else, including line breaks, stays byte for byte. */
export function changesOf(text: TextLines, hunks: readonly Hunk[]): readonly TextChange[] {
	return hunks.map((hunk) => changeOf(text, hunk));
}

function changeOf({ text, lines, starts, eol }: TextLines, { start, removed, added }: Hunk): TextChange {
	const startOf = (line: number) => starts[line] ?? text.length;
	const endOf = (line: number) => startOf(line) + (lines[line]?.length ?? 0);
	const inserted = added.join(eol);
	const end = start + removed;
	if (removed > 0 && added.length > 0) return { from: startOf(start), to: endOf(end - 1), text: inserted };
	// Whole lines are added or removed with a line break: the one after them, or at the text's end the one before.
	if (end < lines.length)
		return { from: startOf(start), to: startOf(end), text: added.length > 0 ? inserted + eol : "" };
	if (start > 0) return { from: endOf(start - 1), to: endOf(end - 1), text: added.length > 0 ? eol + inserted : "" };
	return { from: startOf(0), to: text.length, text: inserted };
}

/** Applies changes to a text; they are in order and do not overlap. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
	let result = "";
	let at = 0;
	for (const { from, to, text: inserted } of changes) {
		result += text.slice(at, from) + inserted;
		at = to;
	}
	return result + text.slice(at);
}

/**
 * Applies hunks to a text.
 *
 * @param like a text whose line breaks are used where this one has none.
 */
export function withHunks(text: string, hunks: readonly Hunk[], like = text): string {
	const split = textLines(text);
	const eol = split.lines.length === 1 ? textLines(like).eol : split.eol;
	return withChanges(text, changesOf({ ...split, eol }, hunks));
}
