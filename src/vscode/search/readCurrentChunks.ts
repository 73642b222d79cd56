import type { FoundChunk } from "../../core/search/model/vectorSearch";
import { type CurrentChunk, currentChunk } from "../../core/search/query/currentChunk";
import { indexedUri } from "../workspace/indexPaths";
import { readChosenText } from "../workspace/readText";

/** Returns the current places of chunks, including unsaved edits. */
export async function readCurrentChunks(found: readonly FoundChunk[]): Promise<readonly CurrentChunk[]> {
	const paths = [...new Set(found.map(({ path }) => path))];
	const texts = new Map(await Promise.all(paths.map(async (path) => [path, await textNow(path)] as const)));
	return found.map((chunk) => {
		const text = texts.get(chunk.path);
		return text === undefined ? "gone" : (currentChunk(chunk, text) ?? "changed");
	});
}

async function textNow(path: string): Promise<string | undefined> {
	const uri = indexedUri(path);
	try {
		return uri && (await readChosenText(uri)).text;
	} catch {
		// The file was deleted, and the index has not been updated yet.
		return undefined;
	}
}
