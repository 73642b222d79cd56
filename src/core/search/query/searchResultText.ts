import { fenceAround } from "../../../shared/untrusted/markdownLine";
import { cutBefore } from "../model/cutBefore";
import type { FoundChunk } from "../model/vectorSearch";
import type { CurrentChunk } from "./currentChunk";

/** Returns the location of a chunk as compilers write it and VS Code's terminal links it. */
export function placeOf({ path, firstLine, lastLine }: FoundChunk): string {
	return lastLine === firstLine ? `${path}:${firstLine}` : `${path}:${firstLine}-${lastLine}`;
}

/**
 * Formats a chunk for a model: its location, its symbol, and its code in a fence that the code cannot close.
 *
 * @param changed whether the file has a different text there now.
 */
export function searchResultText(chunk: FoundChunk, changed = false): string {
	const fence = fenceAround(chunk.text);
	const heading = [placeOf(chunk), chunk.symbol, changed && "(changed since)"].filter(Boolean).join(" ");
	return `${heading}\n${fence}${chunk.language}\n${chunk.text}\n${fence}`;
}

/**
 * Formats chunks for a model, at their current positions; leaves out those whose file is gone.
 *
 * @param now the current state of each chunk.
 */
export function searchResultTexts(found: readonly FoundChunk[], now: readonly CurrentChunk[]): readonly string[] {
	return found.flatMap((chunk, i) => {
		const current = now[i];
		if (current === "gone") return [];
		return [typeof current === "object" ? searchResultText(current) : searchResultText(chunk, true)];
	});
}

/** Matches the beginning of a comment's line, in most languages. */
const commentBegin = /^(?:\/\*+|\*+(?!\/)|\/\/+|#+(?= )|--(?= )|"""|<!--)/;
const commentEnd = /(?:\*\/|"""|-->)$/;

/** Returns the first meaningful lines of a chunk, without indentation and comment signs. */
export function snippetOf({ text }: FoundChunk): string {
	const lines = text.split("\n").map((line) => line.trim().replace(commentBegin, "").replace(commentEnd, "").trim());
	const distinctive = lines.filter((line) => /[\p{L}\p{N}]{2}/u.test(line));
	const snippet = distinctive.slice(0, 3).join(" ");
	return snippet.slice(0, cutBefore(snippet, 200));
}
