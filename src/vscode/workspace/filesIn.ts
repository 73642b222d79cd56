import * as vscode from "vscode";
import { appendAll } from "../../shared/untrusted/appendAll";
import { limits } from "../../shared/untrusted/limits";
import { GitIgnore } from "./gitIgnore";

/** Number of files handled before the extension host can do other work. */
const filesAtOnce = 200;

/**
 * Lists the files in a folder, or with `undefined` in the workspace, without those that `files.exclude` hides or Git
 * ignores.
 *
 * @param pattern a glob.
 * @throws UserError where the rules of Git cannot be read.
 */
export async function filesIn(
	folder: vscode.Uri | undefined,
	pattern: string,
	most: number,
	signal?: AbortSignal,
): Promise<readonly vscode.Uri[]> {
	const found: vscode.Uri[] = [];
	for await (const some of filesInParts(folder, pattern, most, signal)) appendAll(found, some);
	return found;
}

/** Files to suggest or to choose from. */
export interface ListedFiles {
	readonly files: readonly vscode.Uri[];
	/** Whether there are more than the `limits.listedFiles` files that were looked at. */
	readonly cut: boolean;
}

/** Lists all files as `filesIn` does, and whether there are more than the limit. */
export async function filesToList(folder: vscode.Uri | undefined, signal?: AbortSignal): Promise<ListedFiles> {
	const files: vscode.Uri[] = [];
	let cut = false;
	// One file above the limit shows that there are more, whether Git ignores it or not.
	const most = limits.listedFiles + 1;
	const looked = (count: number) => {
		cut = count === most;
	};
	for await (const some of filesInParts(folder, "**/*", most, signal, undefined, looked)) appendAll(files, some);
	return { files: files.slice(0, limits.listedFiles), cut };
}

/**
 * Lists files as `filesIn` does, in batches.
 *
 * @param exclude a glob of further files to leave out.
 * @param looked called with the number of files before those that Git ignores are left out, at most `most`.
 */
export async function* filesInParts(
	folder: vscode.Uri | undefined,
	pattern: string,
	most: number,
	signal?: AbortSignal,
	exclude?: string,
	looked?: (count: number) => void,
): AsyncGenerator<readonly vscode.Uri[]> {
	const where = folder ? new vscode.RelativePattern(folder, pattern) : pattern;
	const found = await listFiles(where, most, signal, exclude);
	looked?.(found.length);
	const rules = new GitIgnore();
	for (let at = 0; at < found.length; at += filesAtOnce) {
		const some = found.slice(at, at + filesAtOnce);
		const ignored = await Promise.all(some.map((uri) => rules.ignores(uri)));
		yield some.filter((uri, i) => !ignored[i] && !uri.path.includes("/.git/"));
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/**
 * Lists the files that VS Code finds, including those that Git ignores; none once the signal is aborted.
 *
 * @param exclude a glob of files to leave out in addition to those that `files.exclude` hides.
 */
export async function listFiles(
	where: vscode.GlobPattern,
	most: number,
	signal?: AbortSignal,
	exclude?: string,
): Promise<readonly vscode.Uri[]> {
	if (signal?.aborted) return [];
	const cancel = new vscode.CancellationTokenSource();
	const stop = () => cancel.cancel();
	signal?.addEventListener("abort", stop);
	try {
		const found = await vscode.workspace.findFiles(where, exclude, most, cancel.token);
		return signal?.aborted ? [] : found;
	} finally {
		signal?.removeEventListener("abort", stop);
		cancel.dispose();
	}
}

/** Returns the folders that contain these files, up to but not including the workspace folders, without duplicates. */
export function foldersAbove(files: readonly vscode.Uri[]): readonly vscode.Uri[] {
	const found = new Map<string, vscode.Uri>();
	for (const file of files) {
		const root = vscode.workspace.getWorkspaceFolder(file)?.uri;
		let folder = vscode.Uri.joinPath(file, "..");
		while (root && folder.path.length > root.path.length && !found.has(folder.toString())) {
			found.set(folder.toString(), folder);
			folder = vscode.Uri.joinPath(folder, "..");
		}
	}
	return [...found.values()];
}
