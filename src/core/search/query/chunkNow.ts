import { findLines, linesOf } from "../../context/linesInText";
import type { FoundChunk } from "../model/vectorSearch";

/** A chunk where it stands now. */
export interface PlacedChunk extends FoundChunk {
	/** The line that it is a piece of, where that is too long for a chunk. */
	readonly line?: string;
}

/** The same; or why it stands nowhere: it was edited since it was indexed, or its file is gone. */
export type StandingChunk = PlacedChunk | "changed" | "gone";

/**
 * A chunk with the lines where it stands now: what is edited above it, and not indexed yet, has moved it. `undefined` when
 * it was itself edited.
 *
 * @param text its file's, as it is now.
 */
export function chunkNow(chunk: FoundChunk, text: string): PlacedChunk | undefined {
	const indexed = [chunk.firstLine, chunk.lastLine] as const;
	const lines = findLines(text, chunk.text, indexed);
	if (lines) return { ...chunk, firstLine: lines[0], lastLine: lines[1] };
	const line = chunk.firstLine === chunk.lastLine ? linesOf(text, indexed) : undefined;
	return line?.includes(chunk.text) ? { ...chunk, line } : undefined;
}
