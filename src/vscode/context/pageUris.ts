import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import type { FoundFile } from "../../shared/chatProtocol";
import { appendAll } from "../../shared/untrusted/appendAll";
import { nameOf } from "../workspace/displayPath";
import { fileSource, folderSources } from "./filePicks";

/**
 * Returns files and folders as sources; asks which of a folder's files to attach.
 *
 * @throws UserError when one does not exist.
 */
export async function uriSources(uris: readonly vscode.Uri[]): Promise<readonly ContextSource[]> {
	const sources: ContextSource[] = [];
	for (const uri of uris) {
		const type = await typeOf(uri);
		if (type === undefined) throw new UserError(vscode.l10n.t("{0} cannot be read. Is it still there?", nameOf(uri)));
		appendAll(sources, type & vscode.FileType.Directory ? await folderSources(uri) : [fileSource(uri)]);
	}
	return sources;
}

/** Parses the page's URIs. @throws UserError for invalid URIs, and for those that do not belong to a file system. */
export function parseUris(addresses: readonly string[]): readonly vscode.Uri[] {
	return addresses.map((address) => {
		try {
			const uri = here(vscode.Uri.parse(address, true));
			if (!["http", "https", "command", "data"].includes(uri.scheme)) return uri;
		} catch {
			// An invalid URI gets the same error as one of an unsupported kind.
		}
		throw new UserError(vscode.l10n.t("Only files and folders can be attached like this."));
	});
}

/**
 * Converts a URI of the page's window to one of the extension host. The page runs where VS Code's window is, the
 * extension where the files are: a remote file is a local file to the extension, unless the extension runs beside the
 * window too.
 */
function here(uri: vscode.Uri): vscode.Uri {
	const beside = vscode.workspace.workspaceFolders?.some(({ uri: { scheme } }) => scheme === uri.scheme);
	return uri.scheme === "vscode-remote" && !beside ? vscode.Uri.file(uri.path) : uri;
}

/** Finds the file or folder that a text names exactly, by a path in the workspace or an absolute one. */
export async function findFile(text: string): Promise<FoundFile | null> {
	for (const uri of candidates(text)) {
		if ((await typeOf(uri)) !== undefined) return { uri: uri.toString(), name: nameOf(uri) };
	}
	return null;
}

function candidates(text: string): readonly vscode.Uri[] {
	const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
	if (/^file:\/\//i.test(text)) return parseUris([text]);
	if (/^(?:\/|[a-z]:[\\/]|\\\\)/i.test(text)) {
		// On another machine or in a browser, an absolute path belongs to the workspace's file system.
		const [root] = folders;
		const local = vscode.Uri.file(text);
		return root && root.scheme !== "file" ? [root.with({ path: local.path })] : [local];
	}
	return folders.map((folder) => vscode.Uri.joinPath(folder, text.replaceAll("\\", "/")));
}

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
	try {
		return (await vscode.workspace.fs.stat(uri)).type;
	} catch {
		// It does not exist, or the extension may not access it.
		return undefined;
	}
}
