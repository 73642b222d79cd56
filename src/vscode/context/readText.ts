import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { fileText } from "../../core/context/fileText";
import { nameOf } from "../pathToTell";

/** Nothing that a person could mean to send, in bytes. */
const largestFile = 20 * 1024 * 1024;

/** A file's text as the user sees it: an editor's unsaved text goes before the disk's. */
export interface ReadText {
	readonly text: string;
	/** For the fence: the language's id where an editor has the file open, else the file's extension. */
	readonly languageId: string;
}

/** @throws UserError when it is not there, is no text in Unicode, or is larger than anything that can be sent. */
export function readText(uri: vscode.Uri): Promise<ReadText> {
	return read(uri, async (bytes) => fileText(bytes));
}

/**
 * The same for a file that somebody chose, in any encoding that VS Code would open it in; what cannot be read of it is
 * U+FFFD.
 */
export function readChosenText(uri: vscode.Uri): Promise<ReadText> {
	return read(uri, async (bytes) => fileText(bytes) ?? decoded(uri, bytes));
}

async function decoded(uri: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
	try {
		return await vscode.workspace.decode(bytes, { uri });
	} catch {
		// VS Code takes it for binary too.
		return undefined;
	}
}

async function read(uri: vscode.Uri, textOf: (bytes: Uint8Array) => Promise<string | undefined>): Promise<ReadText> {
	const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
	if (open) return { text: open.getText(), languageId: open.languageId };
	const text = await textOf(await readBytes(uri, largestFile));
	if (text === undefined)
		throw new UserError(vscode.l10n.t("{0} is a binary file: there is no text in it to send.", nameOf(uri)));
	return { text, languageId: /\.([\w+-]+)$/.exec(nameOf(uri))?.[1] ?? "" };
}

/** @throws UserError when it is not there, or larger than `most` bytes. */
export async function readBytes(uri: vscode.Uri, most: number): Promise<Uint8Array> {
	const name = nameOf(uri);
	let size: number;
	try {
		({ size } = await vscode.workspace.fs.stat(uri));
		if (size <= most) return await vscode.workspace.fs.readFile(uri);
	} catch (error) {
		throw new UserError(vscode.l10n.t("{0} cannot be read. Is it still there?", name), ["showLog"], { cause: error });
	}
	const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
	throw new UserError(
		vscode.l10n.t("{0} is too large: {1} MB, and {2} MB is the most.", name, megabytes(size), megabytes(most)),
	);
}
