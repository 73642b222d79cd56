import { UserError } from "../../base/errors";
import { exactText } from "../../context/fileText";
import { type Hunk, hunksBetween, sameHunk, withHunks } from "../../edits/text/hunks";
import { textLines } from "../../edits/text/textLines";
import { revertedContent, type WrittenContent } from "./revertContent";
import { separateWrite } from "./separateWrite";

/** The result of keeping or undoing one hunk of a file. */
export interface SettledHunk {
	/** All writes as one, which replaces them before the hunk is kept or undone; absent where it would be the same. */
	readonly whole?: WrittenContent;
	/** The write that is left to keep or undo. */
	readonly rest: WrittenContent;
	/** The file's new content. */
	readonly content: Uint8Array;
}

/** The open writes to a file as a single one, whatever the user changed between them. */
interface WholeWrite extends WrittenContent {
	/** The content before the first write, to whose lines hunks refer. */
	readonly first: Uint8Array | undefined;
}

/**
 * Keeps or undoes a hunk of the diff between the content before the first write and the current one.
 *
 * @param writes those that are neither kept nor undone, oldest first.
 * @returns `undefined` when there is no such hunk.
 */
export function settledHunk(
	path: string,
	writes: readonly WrittenContent[],
	now: Uint8Array,
	hunk: Hunk,
	how: "keep" | "undo",
): SettledHunk | undefined {
	const first = writes[0]?.before;
	const [base, text] = [first && exactText(first), exactText(now)];
	if (base === undefined || text === undefined) return undefined;
	const hunks = hunksBetween(textLines(base).lines, textLines(text).lines);
	if (!hunks.some((one) => sameHunk(one, hunk))) return undefined;
	const content = how === "keep" ? now : settledContent(first, now, hunk, how, now);
	if (!content) return undefined;
	const whole = wholeWrite(path, writes);
	const rest = whole && withSettledHunk(whole, hunk, how, now);
	if (rest) return { ...(writes.length > 1 ? { whole } : {}), rest, content };
	// In these lines, changes of the user and of the agent are mixed.
	return { whole: separateWrite(writes, now), rest: separateWrite(writes, now, { hunk, how }), content };
}

/** Returns the writes to a file as one; `undefined` where others changed the same lines between them. */
function wholeWrite(path: string, writes: readonly WrittenContent[]): WholeWrite | undefined {
	const [first, after] = [writes[0]?.before, writes.at(-1)?.after];
	try {
		// Undoing all writes in the content after the last one keeps what others changed between them.
		return { first, before: revertedContent(path, writes, after), after };
	} catch (error) {
		if (error instanceof UserError) return undefined;
		throw error;
	}
}

/** Returns the write that is left; `undefined` where a change that extends beyond the hunk's lines touches them. */
function withSettledHunk(
	whole: WholeWrite,
	hunk: Hunk,
	how: "keep" | "undo",
	now: Uint8Array,
): WrittenContent | undefined {
	const [before, after] = [whole.before, whole.after].map((one) => settledContent(whole.first, one, hunk, how, now));
	return before && after && { before, after };
}

/**
 * Returns content with a hunk's lines as they are after it (keep) or before it (undo), and all other lines unchanged;
 * `undefined` where a change that extends beyond the hunk's lines touches them, or the content is not text.
 *
 * @param now the current content, whose line breaks are used where the others have none.
 */
function settledContent(
	base: Uint8Array | undefined,
	content: Uint8Array | undefined,
	hunk: Hunk,
	how: "keep" | "undo",
	now: Uint8Array,
): Uint8Array | undefined {
	const [old, text] = [base && exactText(base), content && exactText(content)];
	const like = exactText(now);
	const settled = old === undefined || text === undefined ? undefined : settledText(old, text, hunk, how, like);
	return settled === undefined ? undefined : new TextEncoder().encode(settled);
}

function settledText(
	base: string,
	text: string,
	hunk: Hunk,
	how: "keep" | "undo",
	like: string | undefined,
): string | undefined {
	const { lines } = textLines(base);
	const hunks = hunksBetween(lines, textLines(text).lines);
	const end = hunk.start + hunk.removed;
	const isWithin = (one: Hunk) => one.start >= hunk.start && one.start + one.removed <= end;
	const within = hunks.filter(isWithin);
	const others = hunks.filter((one) => !isWithin(one));
	if (others.some(({ start, removed }) => start <= end && hunk.start <= start + removed)) return undefined;
	// The text is exactly `base` with these hunks, so that every byte of the result is known.
	if (withHunks(base, hunks, like) === text) {
		const wanted = how === "keep" ? [...others, hunk].sort((a, b) => a.start - b.start) : others;
		return withHunks(base, wanted, like);
	}
	const growth = (some: readonly Hunk[]) => some.reduce((sum, { added, removed }) => sum + added.length - removed, 0);
	const start = hunk.start + growth(others.filter((one) => one.start < hunk.start));
	const added = how === "keep" ? hunk.added : lines.slice(hunk.start, end);
	return withHunks(text, hunksOf({ start, removed: hunk.removed + growth(within), added }, text), like);
}

/** Returns the hunk, or none where the text already has its lines, whose line breaks then stay. */
function hunksOf(hunk: Hunk, text: string): readonly Hunk[] {
	const has = textLines(text).lines.slice(hunk.start, hunk.start + hunk.removed);
	return has.length === hunk.added.length && has.every((line, at) => line === hunk.added[at]) ? [] : [hunk];
}
