import * as vscode from "vscode";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";
import { readRegularFile } from "./readRegularFile";

/**
 * Reads a file of at most `most` bytes from any file system. On local disks, reading stops at that limit regardless of
 * the reported size; other file systems return a file as a whole.
 *
 * @throws NotAFileError, FileTooLargeError, `FileNotFound`, or another error of the file system.
 */
export async function readUri(uri: vscode.Uri, most: number): Promise<Uint8Array> {
	if (uri.scheme === "file") {
		return readRegularFile(uri.fsPath, most).catch((error: unknown) => {
			throw isMissing(error) ? vscode.FileSystemError.FileNotFound(uri) : error;
		});
	}
	const { type, size } = await vscode.workspace.fs.stat(uri);
	if (type & vscode.FileType.Directory || !(type & vscode.FileType.File)) throw new NotAFileError(uri.path);
	if (size > most) throw new FileTooLargeError(uri.path, most);
	const bytes = await vscode.workspace.fs.readFile(uri);
	if (bytes.length > most) throw new FileTooLargeError(uri.path, most);
	return bytes;
}

/** Returns whether a file is missing; nothing exists below a path that is not a folder, either. */
function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
