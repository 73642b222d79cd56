import { findLines, linesOf } from "../../context/linesInText";
import type { FoundChunk } from "../model/vectorSearch";

/** A chunk at its current position. */
export interface PlacedChunk extends FoundChunk {
	/** The line that it is a part of, if that is too long for a chunk. */
	readonly line?: string;
}

/**
 * A chunk at its current position, or the reason why it has none: it was edited since it was indexed, or its file is
 * gone.
 */
export type CurrentChunk = PlacedChunk | "changed" | "gone";

/**
 * Returns a chunk with its current lines, which may have moved because of edits above it that are not indexed yet.
 * `undefined` when the chunk itself was edited.
 *
 * @param text the current text of its file.
 */
export function currentChunk(chunk: FoundChunk, text: string): PlacedChunk | undefined {
	const indexed = [chunk.firstLine, chunk.lastLine] as const;
	const lines = findLines(text, chunk.text, indexed);
	if (lines) return { ...chunk, firstLine: lines[0], lastLine: lines[1] };
	const line = chunk.firstLine === chunk.lastLine ? linesOf(text, indexed) : undefined;
	return line?.includes(chunk.text) ? { ...chunk, line } : undefined;
}
