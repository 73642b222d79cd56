import { longestBackticks } from "../../../shared/untrusted/markdownLine";
import { cutBefore } from "../model/cutBefore";
import type { FoundChunk } from "../model/vectorSearch";
import type { StandingChunk } from "./chunkNow";

/** Where a chunk is, as compilers write it and VS Code's terminal links it. */
export function placeOf({ path, firstLine, lastLine }: FoundChunk): string {
	return lastLine === firstLine ? `${path}:${firstLine}` : `${path}:${firstLine}-${lastLine}`;
}

/**
 * A chunk for a model to read: its place, what it is, and its code in a fence that nothing in it closes.
 *
 * @param changed whether that is not what stands there now.
 */
export function foundText(chunk: FoundChunk, changed = false): string {
	const longest = Math.max(2, longestBackticks(chunk.text));
	const fence = "`".repeat(longest + 1);
	const heading = [placeOf(chunk), chunk.symbol, changed && "(changed since)"].filter(Boolean).join(" ");
	return `${heading}\n${fence}${chunk.language}\n${chunk.text}\n${fence}`;
}

/**
 * Chunks for a model to read, where they stand now; what is in no file any more is left out.
 *
 * @param now how each of them stands.
 */
export function foundTexts(found: readonly FoundChunk[], now: readonly StandingChunk[]): readonly string[] {
	return found.flatMap((chunk, i) => {
		const standing = now[i];
		if (standing === "gone") return [];
		return [typeof standing === "object" ? foundText(standing) : foundText(chunk, true)];
	});
}

/** The signs that a comment's line begins with in most languages. */
const commentBegin = /^(?:\/\*+|\*+(?!\/)|\/\/+|#+(?= )|--(?= )|"""|<!--)/;
const commentEnd = /(?:\*\/|"""|-->)$/;

/** The first lines of a chunk that say something, without indentation and comment signs. */
export function snippetOf({ text }: FoundChunk): string {
	const lines = text.split("\n").map((line) => line.trim().replace(commentBegin, "").replace(commentEnd, "").trim());
	const telling = lines.filter((line) => /[\p{L}\p{N}]{2}/u.test(line));
	const snippet = telling.slice(0, 3).join(" ");
	return snippet.slice(0, cutBefore(snippet, 200));
}
