import { realpathSync, statSync } from "node:fs";
import { relative } from "node:path";
import { FileTooLargeError } from "../../core/base/fileErrors";
import { fileText, holdsNoText } from "../../core/context/fileText";
import type { FileToCut } from "../../core/search/model/chunker";
import { type LeftOutReason, largestFile, leftOutByName, leftOutByText } from "../../core/search/model/indexableFile";
import type { FileEntry, FileLocation } from "../../core/search/model/indexCatalogue";
import { type Language, languageOf } from "../../core/search/model/languages";
import type { Chunk } from "./chunk";
import { chunkByLines } from "./chunkByLines";
import { readRegularFileSync } from "./readRegularFileSync";
import type { SyntaxCutter } from "./syntaxTrees";

/** A file that has been read. */
export interface CutFile {
	readonly path: string;
	readonly stamp: string;
	readonly language: string;
	/** Its chunks, or the reason why it has none. */
	readonly chunks: readonly Chunk[] | LeftOutReason;
}

/**
 * Returns a stamp that changes when the file, or the encoding to read it in, changes; empty when the file does not
 * exist.
 */
export function stampOf({ location, stamp, encoding }: FileEntry): string {
	const own = location === undefined ? stamp : stampOnDisk(location.file);
	return own && encoding !== undefined ? `${own}:${encoding}` : (own ?? "");
}

function stampOnDisk(file: string): string | undefined {
	const found = statSync(file, { throwIfNoEntry: false });
	return found?.isFile() ? `${Math.round(found.mtimeMs)}:${found.size}` : undefined;
}

/** Returns a file's size in bytes. @param stamp the file's stamp, which contains it for a file on disk. */
export function sizeOf({ location, size }: FileEntry, stamp: string): number {
	return location === undefined ? (size ?? 0) : Number(stamp.split(":")[1] ?? 0);
}

/**
 * Reads a file and cuts it into chunks. A file that cannot be read is stored as left out, but tried again with each
 * listing.
 */
export function readAndCut({ entry, bytes }: FileToCut, syntax: SyntaxCutter): CutFile {
	const stamp = stampOf(entry);
	const language = languageOf(entry.path);
	const file = { path: entry.path, stamp, language: language.id };
	const reason = leftOutByName(entry.path, sizeOf(entry, stamp) || (bytes?.length ?? 0));
	if (reason) return { ...file, chunks: reason };
	const read = entry.location === undefined ? bytes : readIfPossible(entry.location);
	// The reason, such as another program or a link, may disappear without a change of the file's stamp.
	if (!read) return { ...file, stamp: "", chunks: "unreadable" };
	if (typeof read === "string") return { ...file, stamp: "", chunks: read };
	const text = fileText(read, entry.encoding);
	if (text === undefined) return { ...file, chunks: holdsNoText(read) ? "binary" : "encoding" };
	const found = leftOutByText(text);
	if (found) return { ...file, chunks: found };
	return { ...file, chunks: cutAlongSyntax(text, language, syntax) ?? chunkByLines(text) };
}

function cutAlongSyntax(text: string, { grammar }: Language, syntax: SyntaxCutter): readonly Chunk[] | undefined {
	try {
		return grammar === undefined ? undefined : syntax.cut(text, grammar);
	} catch {
		// For example, nesting so deep that the stack overflows: that file must not block all others.
		return undefined;
	}
}

/**
 * Reads a file unless it is behind a link: the target may be anywhere and of any kind, and is in the index under its
 * own path if it belongs there.
 */
function readIfPossible({ file, folder }: FileLocation): Uint8Array | "link" | "tooLarge" | undefined {
	try {
		const real = realpathSync.native(file);
		// The folder itself may be reached through a link.
		const isSame = real === file || pathIn(realpathSync.native(folder), real) === pathIn(folder, file);
		return isSame ? readRegularFileSync(real, largestFile) : "link";
	} catch (error) {
		return error instanceof FileTooLargeError ? "tooLarge" : undefined;
	}
}

/**
 * Returns a relative path. On macOS, VS Code composes the characters of names (é as one character), however they are
 * stored on disk.
 */
function pathIn(folder: string, file: string): string {
	return relative(folder, file).normalize("NFC");
}
