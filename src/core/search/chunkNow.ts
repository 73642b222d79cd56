import { findLines, linesOf } from "../context/linesInText";
import type { FoundChunk } from "./indexStore";

/** A chunk where it stands now; or why it stands nowhere: it was edited since it was indexed, or its file is gone. */
export type StandingChunk = FoundChunk | "changed" | "gone";

/**
 * A chunk with the lines where it stands now: what is edited above it, and not indexed yet, has moved it. `undefined` when
 * it was itself edited.
 *
 * @param text its file's, as it is now.
 */
export function chunkNow(chunk: FoundChunk, text: string): FoundChunk | undefined {
	const indexed = [chunk.firstLine, chunk.lastLine] as const;
	const [firstLine, lastLine] = findLines(text, chunk.text, indexed) ?? linesAround(text, chunk.text, indexed) ?? [];
	return firstLine === undefined || lastLine === undefined ? undefined : { ...chunk, firstLine, lastLine };
}

/** A chunk may be a piece of a line that is too long for one. */
function linesAround(
	text: string,
	piece: string,
	lines: readonly [number, number],
): readonly [number, number] | undefined {
	return lines[0] === lines[1] && linesOf(text, lines)?.includes(piece) ? lines : undefined;
}
