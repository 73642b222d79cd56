import type { FoundChunk } from "../../../../src/core/search/model/vectorSearch";

/** Creates a chunk that a search found, with the fields that matter to a test. */
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
