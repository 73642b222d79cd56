import * as vscode from "vscode";
import { type IgnoreRules, isIgnored, parseIgnoreRules } from "../../core/context/ignoredFiles";

/** More names are no help to anybody. */
const mostFiles = 2_000;
/** So many are compared with Git's rules before the extension host gets to something else. */
const filesAtOnce = 200;

/**
 * The files in a folder, or with `undefined` in the workspace, without those that `files.exclude` hides or Git ignores.
 *
 * @param pattern a glob.
 * @param exclude a glob of what else is left out.
 */
export async function filesIn(
	folder: vscode.Uri | undefined,
	pattern = "**/*",
	most = mostFiles,
	signal?: AbortSignal,
	exclude?: string,
): Promise<readonly vscode.Uri[]> {
	const cancel = new vscode.CancellationTokenSource();
	signal?.addEventListener("abort", () => cancel.cancel(), { once: true });
	try {
		const where = folder ? new vscode.RelativePattern(folder, pattern) : pattern;
		const found = await vscode.workspace.findFiles(where, exclude, most, cancel.token);
		const rules = new GitIgnore();
		const kept: vscode.Uri[] = [];
		for (let at = 0; at < found.length; at += filesAtOnce) {
			const some = found.slice(at, at + filesAtOnce);
			const ignored = await Promise.all(some.map((uri) => rules.ignores(uri)));
			kept.push(...some.filter((uri, i) => !ignored[i] && !uri.path.includes("/.git/")));
			await new Promise((resolve) => setImmediate(resolve));
		}
		return kept;
	} finally {
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

/** What Git ignores, as the workspace's `.gitignore` files and `.git/info/exclude` have it. Each is read once: make one for each use. */
export class GitIgnore {
	readonly #rules = new Map<string, Promise<IgnoreRules | undefined>>();

	async ignores(uri: vscode.Uri): Promise<boolean> {
		const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
		if (!root || !uri.path.startsWith(root.path)) return false;
		const path = uri.path.slice(root.path.length).replace(/^\//, "");
		return isIgnored(path, (folder) => this.#rulesIn(root, folder));
	}

	#rulesIn(root: vscode.Uri, folder: string): Promise<IgnoreRules | undefined> {
		const key = vscode.Uri.joinPath(root, folder).toString();
		const read = this.#rules.get(key) ?? readRules(root, folder);
		this.#rules.set(key, read);
		return read;
	}
}

/** Those of the repository itself, which its `.gitignore` may take back, are the user's own and not in the repository. */
const ownRules = ".git/info/exclude";

async function readRules(root: vscode.Uri, folder: string): Promise<IgnoreRules | undefined> {
	const files = [...(folder === "" ? [ownRules] : []), `${folder}/.gitignore`];
	const texts = await Promise.all(files.map((file) => textOf(vscode.Uri.joinPath(root, file))));
	return texts.some((text) => text !== "") ? parseIgnoreRules(texts.join("\n")) : undefined;
}

async function textOf(uri: vscode.Uri): Promise<string> {
	try {
		return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
	} catch {
		// There is none: the usual case.
		return "";
	}
}
