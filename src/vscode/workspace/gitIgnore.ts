import * as vscode from "vscode";
import { type Lazy, lazy } from "../../core/base/lazy";
import type { IgnoreDoubt } from "../../core/context/attachmentWarnings";
import { IgnoredFiles } from "../../core/context/ignoredFiles";
import { assertRulesFit, type IgnoreRules, parseIgnoreRules } from "../../core/context/ignoreRules";
import { limits } from "../../shared/untrusted/limits";
import { globalIgnore, UnreadableRulesError } from "../adapters/globalIgnore";
import { readUri } from "../adapters/readUri";
import { displayPath } from "./displayPath";
import { gitPlace } from "./gitPlace";

/**
 * Determines what Git ignores from `.gitignore` files, `.git/info/exclude` and the user's file for all repositories,
 * starting at the root of the repository that contains the workspace. Each file is read once: create an instance for
 * each use.
 */
export class GitIgnore {
	readonly #known = new Map<string, Promise<{ readonly top: vscode.Uri; readonly files: IgnoredFiles }>>();
	/** Sorted by length, shortest first: a folder may contain others. */
	readonly #opened: readonly vscode.Uri[];
	/** The user's rules for all repositories on this computer. */
	readonly #global: Lazy<string | undefined>;

	/**
	 * @param opened the workspace folders; files elsewhere count as not ignored.
	 * @param readGlobal reads the user's rules for all repositories on this computer.
	 */
	constructor(
		opened = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
		readGlobal = () => globalIgnore(),
	) {
		this.#global = lazy(readGlobal);
		this.#opened = [...opened].sort((a, b) => a.path.length - b.path.length);
	}

	/** @throws UserError where rules that may apply to the file cannot be read. */
	async ignores(uri: vscode.Uri): Promise<boolean> {
		const folder = this.#opened.find((one) => pathIn(one, uri) !== undefined);
		if (!folder) return false;
		const key = folder.toString();
		const known = this.#known.get(key) ?? this.#below(folder);
		this.#known.set(key, known);
		const { top, files } = await known;
		return files.ignores(pathIn(top, uri) ?? "");
	}

	/** Returns a reason to ask the user about a file with these locations; empty when Git ignores none of them. */
	async doubt(places: readonly vscode.Uri[]): Promise<IgnoreDoubt> {
		try {
			for (const uri of places) if (await this.ignores(uri)) return { ignored: true };
			return { ignored: false };
		} catch (error) {
			if (error instanceof UnreadableRulesError) return { ignored: false, unreadableRules: error.path };
			throw error;
		}
	}

	async #below(folder: vscode.Uri) {
		const home = await repositoryOf(folder);
		const top = home ?? folder;
		const opened = this.#opened.flatMap((uri) => pathIn(top, uri) ?? []).map((path) => `${path}/`);
		const rulesIn = (path: string) => {
			const at = vscode.Uri.joinPath(top, path);
			// Where the workspace is in no repository, each folder in it may be a repository.
			return this.#rulesOf(at, home === undefined || path === "");
		};
		return { top, files: new IgnoredFiles(rulesIn, new Set(opened)) };
	}

	/** Reads a folder's rules: those for the whole repository, then its `.gitignore`, because the last match decides. */
	async #rulesOf(folder: vscode.Uri, mayBeRepository: boolean): Promise<IgnoreRules | undefined> {
		const git = mayBeRepository ? await gitFolderIn(folder) : undefined;
		const texts = [
			git?.scheme === "file" ? await this.#global() : undefined,
			git && (await textOf(vscode.Uri.joinPath(git, "info", "exclude"))),
			await textOf(vscode.Uri.joinPath(folder, ".gitignore")),
		].filter((text) => text !== undefined);
		return texts.length > 0 ? parseIgnoreRules(texts.join("\n")) : undefined;
	}
}

/** Returns the folder, at or above this one, that contains Git's own folder. */
async function repositoryOf(folder: vscode.Uri, isAbove = false): Promise<vscode.Uri | undefined> {
	if (await gitFolderIn(folder, isAbove)) return folder;
	const parent = vscode.Uri.joinPath(folder, "..");
	return parent.path === folder.path ? undefined : repositoryOf(parent, true);
}

/**
 * Returns the folder `.git` in a folder. In a worktree, `.git` is a file: it leads to the folder that all worktrees share.
 *
 * @param isAbove whether this folder is above the opened one. If such a folder cannot be read, which may be the root of
 * a server, there is no error: the search continues upwards, as Git's does.
 * @throws UserError where it cannot be determined whether there is one.
 */
async function gitFolderIn(folder: vscode.Uri, isAbove = false): Promise<vscode.Uri | undefined> {
	const git = vscode.Uri.joinPath(folder, ".git");
	try {
		const { type } = await vscode.workspace.fs.stat(git);
		if (type & vscode.FileType.Directory) return git;
	} catch (error) {
		// On file systems other than a disk's, a missing file may cause any error.
		if (isNotFound(error) || isAbove || folder.scheme !== "file") return undefined;
		throw new UnreadableRulesError(displayPath(git), error);
	}
	const [, path] = /^gitdir: (.+)/.exec((await textOf(git)) ?? "") ?? [];
	if (path === undefined) return undefined;
	const own = gitPlace(folder, path);
	const shared = own && (await textOf(vscode.Uri.joinPath(own, "commondir")));
	return own && shared !== undefined ? gitPlace(own, shared) : own;
}

/**
 * Reads a file; returns `undefined` where there is none.
 *
 * @throws UserError where it cannot be read: the rules are then unknown.
 */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
	try {
		const text = new TextDecoder().decode(await readUri(file, limits.configFileBytes));
		assertRulesFit(text);
		return text;
	} catch (error) {
		// The usual case.
		if (isNotFound(error)) return undefined;
		if (!(await mayHoldRules(file))) return undefined;
		throw new UnreadableRulesError(displayPath(file), error);
	}
}

function isNotFound(error: unknown): boolean {
	return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
}

/** Returns false for a folder of this name, which contains no rules; a pipe or a device may. */
async function mayHoldRules(file: vscode.Uri): Promise<boolean> {
	try {
		return ((await vscode.workspace.fs.stat(file)).type & vscode.FileType.Directory) === 0;
	} catch {
		return false;
	}
}

/** Returns a file's path relative to a folder, `""` for the folder itself, `undefined` outside it. */
function pathIn(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
	const root = folder.path.replace(/\/$/, "");
	// In the string form, drive letters are always lower case.
	const inside = `${uri}/`.startsWith(`${folder.with({ path: root })}/`);
	return inside ? uri.path.slice(root.length + 1) : undefined;
}
