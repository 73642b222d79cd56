import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import { type Hunk, hunksBetween, withHunks } from "../../edits/text/hunks";
import { textLines } from "../../edits/text/textLines";
import { exactText } from "../exactText";
import { revertedContent, type WrittenContent } from "./revertContent";

/** The open writes to a file as a single one, whatever the user changed between them. */
export interface WholeWrite {
	/** The content before the first write: that of which hunks are counted. */
	readonly first: Uint8Array | undefined;
	/** The content after the last write, without all of them: the first one, with what others changed between them. */
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array | undefined;
}

/**
 * Returns the writes to a file as one; `undefined` for none.
 *
 * @throws UserError when others changed the same lines between them.
 */
export function wholeWrite(path: string, writes: readonly WrittenContent[]): WholeWrite | undefined {
	const [first, last] = [writes[0], writes.at(-1)];
	if (!first || !last) return undefined;
	return { first: first.before, before: revertedContent(path, writes, last.after), after: last.after };
}

/**
 * Returns the write that is left to keep or undo when one hunk is kept or undone.
 *
 * @throws UserError when a change to other lines, too, touches those of the hunk.
 */
export function withSettledHunk(path: string, whole: WholeWrite, hunk: Hunk, how: "keep" | "undo"): WrittenContent {
	const settled = (content: Uint8Array | undefined) => settledContent(path, whole.first, content, hunk, how);
	return { before: settled(whole.before), after: settled(whole.after) };
}

/** Returns a content in which the lines of a hunk are those after it (keep) or before it (undo); all others stay. */
export function settledContent(
	path: string,
	base: Uint8Array | undefined,
	content: Uint8Array | undefined,
	hunk: Hunk,
	how: "keep" | "undo",
): Uint8Array {
	const [old, text] = [base && exactText(base), content && exactText(content)];
	if (old === undefined || text === undefined) throw cannotSettle(path);
	return new TextEncoder().encode(settledText(path, old, text, hunk, how));
}

function settledText(path: string, base: string, text: string, hunk: Hunk, how: "keep" | "undo"): string {
	const { lines } = textLines(base);
	const hunks = hunksBetween(lines, textLines(text).lines);
	const end = hunk.start + hunk.removed;
	const isWithin = (one: Hunk) => one.start >= hunk.start && one.start + one.removed <= end;
	const within = hunks.filter(isWithin);
	const others = hunks.filter((one) => !isWithin(one));
	if (others.some(({ start, removed }) => start <= end && hunk.start <= start + removed)) throw cannotSettle(path);
	// Nothing but whole lines was changed: every byte of the others, and of those before the hunk, is known.
	if (withHunks(base, hunks) === text) {
		const wanted = how === "keep" ? [...others, hunk].sort((a, b) => a.start - b.start) : others;
		return withHunks(base, wanted);
	}
	const growth = (some: readonly Hunk[]) => some.reduce((sum, { added, removed }) => sum + added.length - removed, 0);
	const start = hunk.start + growth(others.filter((one) => one.start < hunk.start));
	const added = how === "keep" ? hunk.added : lines.slice(hunk.start, end);
	return withHunks(text, hunksOf({ start, removed: hunk.removed + growth(within), added }, text));
}

/** Returns a hunk, or none where the text has its lines already: their line breaks stay. */
function hunksOf(hunk: Hunk, text: string): readonly Hunk[] {
	const has = textLines(text).lines.slice(hunk.start, hunk.start + hunk.removed);
	return has.length === hunk.added.length && has.every((line, at) => line === hunk.added[at]) ? [] : [hunk];
}

function cannotSettle(path: string): UserError {
	return new UserError(
		l10n.t(
			"This change of {0} cannot be told apart from other changes of the same lines: keep or undo the whole file.",
			path,
		),
	);
}
