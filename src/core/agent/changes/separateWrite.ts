import { appendAll } from "../../../shared/untrusted/appendAll";
import { exactText } from "../../context/fileText";
import { type Hunk, hunksBetween, sameHunk, withHunks } from "../../edits/text/hunks";
import { textLines } from "../../edits/text/textLines";
import type { WrittenContent } from "./revertContent";

/**
 * Combines several writes into one that contains none of the user's lines, even where the user and the agent changed
 * the same lines. Where they did, the result can only be undone hunk by hunk.
 *
 * @param writes oldest first; not empty.
 * @param now the current content, with what the user changed between and after them.
 * @param settled the hunk that is being kept or undone, of the diff between the content before the first write and the
 * current one.
 */
export function separateWrite(
	writes: readonly WrittenContent[],
	now: Uint8Array,
	settled?: { readonly hunk: Hunk; readonly how: "keep" | "undo" },
): WrittenContent {
	const base = textOf(writes[0]?.before);
	const { authors, removed } = lineAuthors(writes, now);
	const [before, after]: [Hunk[], Hunk[]] = [[], []];
	let shift = 0;
	for (const hunk of hunksBetween(textLines(base).lines, textLines(textOf(now)).lines)) {
		const wrote = authors.slice(hunk.start + shift, hunk.start + shift + hunk.added.length);
		shift += hunk.added.length - hunk.removed;
		const isSettled = settled !== undefined && sameHunk(hunk, settled.hunk);
		if (isSettled && settled.how === "undo") continue;
		const isAgents = wrote.includes("agent") || removed.slice(hunk.start, hunk.start + hunk.removed).includes("agent");
		if (isAgents && !isSettled) {
			after.push({ ...hunk, added: hunk.added.filter((_, at) => wrote[at] !== "user") });
		} else {
			before.push(hunk);
			after.push(hunk);
		}
	}
	const content = (hunks: readonly Hunk[]) => new TextEncoder().encode(withHunks(base, hunks, textOf(now)));
	return { before: content(before), after: content(after) };
}

/** The author of a line of the current content; for a line that was there before the first write, its index there. */
type Author = "agent" | "user" | number;

interface LineAuthors {
	/** The author of each line of the current content. */
	readonly authors: readonly Author[];
	/** The author that removed each line of the content before the first write; `undefined` for a remaining line. */
	readonly removed: readonly ("agent" | "user" | undefined)[];
}

function lineAuthors(writes: readonly WrittenContent[], now: Uint8Array): LineAuthors {
	let current = textLines(textOf(writes[0]?.before)).lines;
	let authors: Author[] = current.map((_, at) => at);
	const removed: ("agent" | "user" | undefined)[] = current.map(() => undefined);
	const change = (content: Uint8Array | undefined, author: "agent" | "user") => {
		const { lines } = textLines(textOf(content));
		const next: Author[] = [];
		let at = 0;
		for (const { start, removed: count, added } of hunksBetween(current, lines)) {
			appendAll(next, authors.slice(at, start));
			at = start + count;
			for (const old of authors.slice(start, at)) if (typeof old === "number") removed[old] = author;
			appendAll(
				next,
				added.map(() => author),
			);
		}
		appendAll(next, authors.slice(at));
		[current, authors] = [lines, next];
	};
	for (const { before, after } of writes) {
		change(before, "user");
		change(after, "agent");
	}
	change(now, "user");
	return { authors, removed };
}

/** Returns a file's text; empty where there is no file, or it is not text, so that all later lines count as new. */
function textOf(content: Uint8Array | undefined): string {
	return (content && exactText(content)) ?? "";
}
