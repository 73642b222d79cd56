import type { FoundChunk } from "../../../../src/core/search/model/vectorSearch";

/** A chunk that a search found, of which a test says what it cares for. */
export function foundChunk(own: Partial<FoundChunk> = {}): FoundChunk {
	return {
		path: "src/a.ts",
		language: "typescript",
		firstLine: 1,
		lastLine: 3,
		symbol: "",
		text: "a",
		score: 1,
		...own,
	};
}
