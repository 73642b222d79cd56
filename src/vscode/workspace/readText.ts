import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";
import { fileText } from "../../core/context/fileText";
import { limits } from "../../shared/untrusted/limits";
import { readUri } from "../adapters/readUri";
import { nameOf } from "./displayPath";

/** A file's text as the user sees it: an editor's unsaved text takes precedence over the file on disk. */
export interface ReadText {
	readonly text: string;
	/** The language for the code fence: its id where the file is open in an editor, otherwise the file's extension. */
	readonly languageId: string;
}

/**
 * Reads a file that must be Unicode text.
 *
 * @param most maximum size, in bytes.
 * @throws UserError when the file does not exist, is not Unicode text, is not a regular file, or is larger than that.
 */
export function readText(uri: vscode.Uri, most: number = limits.attachedFileBytes): Promise<ReadText> {
	return read(uri, async (bytes) => fileText(bytes), most);
}

/**
 * Reads a file that the user chose, in any encoding that VS Code would open it in; bytes that cannot be decoded become
 * U+FFFD.
 */
export function readChosenText(uri: vscode.Uri): Promise<ReadText> {
	return read(uri, async (bytes) => fileText(bytes) ?? decoded(uri, bytes), limits.attachedFileBytes);
}

async function decoded(uri: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
	try {
		return await vscode.workspace.decode(bytes, { uri });
	} catch {
		// VS Code considers it binary too.
		return undefined;
	}
}

async function read(
	uri: vscode.Uri,
	textOf: (bytes: Uint8Array) => Promise<string | undefined>,
	most: number,
): Promise<ReadText> {
	const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
	if (open) return { text: openText(open, most), languageId: open.languageId };
	const text = await textOf(await readBytes(uri, most));
	if (text === undefined)
		throw new UserError(vscode.l10n.t("{0} is a binary file: there is no text in it to send.", nameOf(uri)));
	return { text, languageId: /\.([\w+-]+)$/.exec(nameOf(uri))?.[1] ?? "" };
}

/** @throws UserError when the file does not exist, is not a regular file, or is larger than `most` bytes. */
export async function readBytes(uri: vscode.Uri, most: number): Promise<Uint8Array> {
	try {
		return await readUri(uri, most);
	} catch (error) {
		throw new UserError(sentence(nameOf(uri), error), error instanceof NotAFileError ? [] : ["showLog"], {
			cause: error,
		});
	}
}

/** @throws UserError for a text that is larger than the limit for files. */
function openText(document: vscode.TextDocument, most: number): string {
	const text = document.getText();
	if (text.length <= most) return text;
	throw new UserError(sentence(nameOf(document.uri), new FileTooLargeError(document.uri.path, most)));
}

function sentence(name: string, error: unknown): string {
	if (error instanceof NotAFileError) return vscode.l10n.t("{0} is not a regular file, so it is not read.", name);
	if (error instanceof FileTooLargeError)
		return vscode.l10n.t("{0} is too large: the maximum is {1} MB.", name, error.most / 1024 / 1024);
	return vscode.l10n.t("{0} cannot be read. Is it still there?", name);
}
