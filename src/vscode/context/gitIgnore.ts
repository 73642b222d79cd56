import * as vscode from "vscode";
import { type Lazy, lazy } from "../../core/base/lazy";
import type { IgnoreDoubt } from "../../core/context/askBefore";
import { IgnoredFiles } from "../../core/context/ignoredFiles";
import { assertRulesFit, type IgnoreRules, parseIgnoreRules } from "../../core/context/ignoreRules";
import { limits } from "../../shared/untrusted/limits";
import { readUri } from "../adapters/readUri";
import { pathToTell } from "../pathToTell";
import { gitPlace } from "./gitPlace";
import { globalIgnore, UnreadableRulesError } from "./globalIgnore";

/**
 * What Git ignores, as `.gitignore` files, `.git/info/exclude` and the user's own file for all repositories have it, from the
 * top of the repository that the workspace is in. Each is read once: make one for each use.
 */
export class GitIgnore {
	readonly #known = new Map<string, Promise<{ readonly top: vscode.Uri; readonly files: IgnoredFiles }>>();
	/** The shortest first: others may be in it. */
	readonly #opened: readonly vscode.Uri[];
	/** What is ignored everywhere on this computer. */
	readonly #global: Lazy<string | undefined>;

	/**
	 * @param opened the workspace's folders; of what lies elsewhere nothing is known.
	 * @param readGlobal reads what is ignored everywhere on this computer.
	 */
	constructor(
		opened = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
		readGlobal = () => globalIgnore(),
	) {
		this.#global = lazy(readGlobal);
		this.#opened = [...opened].sort((a, b) => a.path.length - b.path.length);
	}

	/** @throws UserError where rules that may be about it cannot be read. */
	async ignores(uri: vscode.Uri): Promise<boolean> {
		const folder = this.#opened.find((one) => pathIn(one, uri) !== undefined);
		if (!folder) return false;
		const key = folder.toString();
		const known = this.#known.get(key) ?? this.#below(folder);
		this.#known.set(key, known);
		const { top, files } = await known;
		return files.ignores(pathIn(top, uri) ?? "");
	}

	/** Gives a reason to ask the user about a file that is known at these places; empty when Git ignores none of them. */
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
			// Outside of a repository, each folder may be one.
			return this.#rulesOf(at, home === undefined || path === "");
		};
		return { top, files: new IgnoredFiles(rulesIn, new Set(opened)) };
	}

	/** What a folder's rules say, those for the whole repository before its `.gitignore`: the last word counts. */
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

/** The folder, at or above this one, that Git's own is in. */
async function repositoryOf(folder: vscode.Uri, isAbove = false): Promise<vscode.Uri | undefined> {
	if (await gitFolderIn(folder, isAbove)) return folder;
	const parent = vscode.Uri.joinPath(folder, "..");
	return parent.path === folder.path ? undefined : repositoryOf(parent, true);
}

/**
 * Git's own folder in this one, or where a file in its place points to: that which all worktrees share.
 *
 * @param isAbove whether it is above what is opened: where nobody can tell there, such as for a whole server, Git goes on, too.
 * @throws UserError where nobody can tell whether there is one.
 */
async function gitFolderIn(folder: vscode.Uri, isAbove = false): Promise<vscode.Uri | undefined> {
	const git = vscode.Uri.joinPath(folder, ".git");
	try {
		const { type } = await vscode.workspace.fs.stat(git);
		if (type & vscode.FileType.Directory) return git;
	} catch (error) {
		// Elsewhere than on a disk, anything may be said of what is not there.
		if (isNotFound(error) || isAbove || folder.scheme !== "file") return undefined;
		throw new UnreadableRulesError(pathToTell(git), error);
	}
	const [, path] = /^gitdir: (.+)/.exec((await textOf(git)) ?? "") ?? [];
	if (path === undefined) return undefined;
	const own = gitPlace(folder, path);
	const shared = own && (await textOf(vscode.Uri.joinPath(own, "commondir")));
	return own && shared !== undefined ? gitPlace(own, shared) : own;
}

/** `undefined` where there is none. @throws UserError where it cannot be read: then nobody knows what is ignored. */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
	try {
		const text = new TextDecoder().decode(await readUri(file, limits.configFileBytes));
		assertRulesFit(text);
		return text;
	} catch (error) {
		// The usual case.
		if (isNotFound(error)) return undefined;
		if (!(await mayHoldRules(file))) return undefined;
		throw new UnreadableRulesError(pathToTell(file), error);
	}
}

function isNotFound(error: unknown): boolean {
	return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
}

/** A folder of such a name holds none. Of a pipe or a device, that is not known. */
async function mayHoldRules(file: vscode.Uri): Promise<boolean> {
	try {
		return ((await vscode.workspace.fs.stat(file)).type & vscode.FileType.Directory) === 0;
	} catch {
		return false;
	}
}

/** A file's path below a folder, `""` for the folder itself; `undefined` elsewhere. */
function pathIn(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
	const root = folder.path.replace(/\/$/, "");
	// As text, the letter of a drive is always a small one.
	const inside = `${uri}/`.startsWith(`${folder.with({ path: root })}/`);
	return inside ? uri.path.slice(root.length + 1) : undefined;
}
