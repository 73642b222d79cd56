import * as vscode from "vscode";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";
import { readRegularFile } from "./readRegularFile";

/**
 * Reads a file of any file system, at most so many bytes. On this computer's disks reading ends there whatever the file
 * says of its size; other file systems give a file as a whole.
 *
 * @throws NotAFileError, FileTooLargeError, `FileNotFound`, or another error of the file system's.
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

/** Below what is no folder there is nothing, either. */
function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
