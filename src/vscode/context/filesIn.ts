import * as vscode from "vscode";
import { appendAll } from "../../shared/untrusted/appendAll";
import { limits } from "../../shared/untrusted/limits";
import { GitIgnore } from "./gitIgnore";

/** So many are handled before the extension host gets to something else. */
const filesAtOnce = 200;

/**
 * The files in a folder, or with `undefined` in the workspace, without those that `files.exclude` hides or Git ignores.
 *
 * @param pattern a glob.
 * @throws UserError where it cannot be told what Git ignores.
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

/** Files to name or to choose from. */
export interface ListedFiles {
	readonly files: readonly vscode.Uri[];
	/** Whether there are more: `limits.listedFiles` were looked at. */
	readonly cut: boolean;
}

/** The same of all files, and whether there are more than are listed. */
export async function filesToList(folder: vscode.Uri | undefined, signal?: AbortSignal): Promise<ListedFiles> {
	const files: vscode.Uri[] = [];
	let cut = false;
	// One more than is listed tells that there are more, whether Git ignores it or not.
	const most = limits.listedFiles + 1;
	const looked = (count: number) => {
		cut = count === most;
	};
	for await (const some of filesInParts(folder, "**/*", most, signal, undefined, looked)) appendAll(files, some);
	return { files: files.slice(0, limits.listedFiles), cut };
}

/**
 * The same, some at a time.
 *
 * @param exclude a glob of what else is left out.
 * @param looked called with how many files there are before those are left out that Git ignores, at most `most`.
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
 * The files that VS Code finds, those that Git ignores among them; none once the signal is aborted.
 *
 * @param exclude a glob of what is left out beside what `files.exclude` hides.
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

/** The folders that these files lie in, up to the workspace's own, which are left out; each once. */
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
