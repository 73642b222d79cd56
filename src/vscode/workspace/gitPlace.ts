import * as vscode from "vscode";

/**
 * Resolves a path that Git wrote into one of its files.
 *
 * @param folder the folder of that file, to which a relative path is relative.
 * @returns `undefined` for a path on another computer (`//server/share` on Windows) while the workspace is not trusted:
 * reading from another computer may send it the user's credentials, and a repository could name any.
 */
export function gitPlace(
	folder: vscode.Uri,
	path: string,
	isWindows = process.platform === "win32",
	isTrusted = vscode.workspace.isTrusted,
): vscode.Uri | undefined {
	const plain = isWindows ? path.trim().replaceAll("\\", "/") : path.trim();
	const [, authority, share] = (isWindows && /^\/\/([^/]+)(\/.*)$/.exec(plain)) || [];
	if (authority !== undefined) {
		const isSame = authority.toLowerCase() === folder.authority.toLowerCase();
		return isSame || isTrusted ? folder.with({ authority, path: share ?? "/" }) : undefined;
	}
	if (plain.startsWith("/")) return folder.with({ path: plain.replace(/^\/+/, "/") });
	return /^[a-z]:/i.test(plain)
		? folder.with({ path: vscode.Uri.file(plain).path })
		: vscode.Uri.joinPath(folder, plain);
}
