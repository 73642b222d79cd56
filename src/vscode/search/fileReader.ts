import { readFileSync, statSync } from "node:fs";
import { fileText } from "../../core/context/fileText";
import { cutLines } from "../../core/search/cutLines";
import { leftOutByName, leftOutByText } from "../../core/search/indexableFile";
import type { FileEntry, FileToCut } from "../../core/search/indexStore";
import { languageOf } from "../../core/search/languages";
import type { CutFile } from "./chunkTables";
import type { SyntaxCutter } from "./syntaxTrees";

/** What tells that a file has changed; empty when it is not there. */
export function stampOf({ location, stamp }: FileEntry): string {
	if (location === undefined) return stamp ?? "";
	const found = statSync(location, { throwIfNoEntry: false });
	return found?.isFile() ? `${Math.round(found.mtimeMs)}:${found.size}` : "";
}

/** Reads a file and cuts it; a file that cannot be read is left out, and that is kept. */
export function readAndCut({ entry, bytes }: FileToCut, syntax: SyntaxCutter): CutFile {
	const stamp = stampOf(entry);
	const language = languageOf(entry.path);
	const file = { path: entry.path, stamp, language: language.id };
	const size = entry.location === undefined ? (entry.size ?? bytes?.length ?? 0) : Number(stamp.split(":")[1] ?? 0);
	const reason = leftOutByName(entry.path, size);
	if (reason) return { ...file, chunks: reason };
	const read = entry.location === undefined ? bytes : readIfPossible(entry.location);
	if (!read) return { ...file, chunks: "unreadable" };
	const text = fileText(read);
	if (text === undefined) return { ...file, chunks: "binary" };
	const found = leftOutByText(text);
	if (found) return { ...file, chunks: found };
	const chunks = language.grammar === undefined ? undefined : syntax.cut(text, language.grammar);
	return { ...file, chunks: chunks ?? cutLines(text) };
}

function readIfPossible(location: string): Uint8Array | undefined {
	try {
		return readFileSync(location);
	} catch {
		return undefined;
	}
}
