import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { UserError } from "../../core/base/errors";
import type { Clock } from "../../core/base/ports";
import { FileNames, type PreferredPaths } from "../../core/context/fileNames";
import { combinedGlob } from "../../core/search/building/combinedGlob";
import { assertGlobsFit } from "../../core/search/building/globLimits";
import type { Disposable } from "../../shared/disposable";
import { limits } from "../../shared/untrusted/limits";
import { displayPath, urisOf } from "../workspace/displayPath";
import { ExcludedFiles } from "../workspace/excludedFiles";
import { listFiles } from "../workspace/filesIn";
import { GitIgnore } from "../workspace/gitIgnore";
import type { RecentFiles } from "../workspace/recentFiles";
import { hiddenGlobs } from "../workspace/vscodeSettings";
import { openEditors } from "./editorSources";

/** Number of changed places above which everything is listed again. */
const mostChanges = 100;
/** Time for which Git's rules are reused, in milliseconds. */
const rulesLast = 10_000;

interface Named {
	readonly uri: vscode.Uri;
	/** The path as shown to the user. */
	readonly path: string;
}

/** The names that were listed for one set of folders and excluded files. */
interface Listing {
	readonly key: string;
	readonly names: Promise<FileNames<Named>>;
}

/** The files and folders found, best match first. */
interface FoundNames {
	readonly files: readonly vscode.Uri[];
	readonly folders: readonly vscode.Uri[];
}

/** The rules that determine which of the listed names are shown. */
interface Rules {
	readonly key: string;
	readonly until: number;
	readonly ignored: GitIgnore;
	readonly excluded: ExcludedFiles;
}

/**
 * The names of the workspace's files and folders, listed once when first needed, and kept up to date with VS Code's
 * file watcher. Files that VS Code's search excludes or Git ignores are not found. A file whose ignore rules cannot be
 * read is offered, because the user is asked before it is attached.
 */
export class WorkspaceNames implements Disposable {
	#listing: Listing | undefined;
	#rules: Rules | undefined;
	/** Places that were created or deleted since the last search. */
	readonly #changed = new Map<string, vscode.Uri>();
	readonly #disposables = new Disposables();

	constructor(
		private readonly recent: Pick<RecentFiles, "uris">,
		private readonly clock: Clock,
	) {
		const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher("**/*", false, true, false));
		const changed = (uri: vscode.Uri) => {
			if (this.#listing && this.#changed.size <= mostChanges) this.#changed.set(uri.toString(), uri);
		};
		this.#disposables.add(watcher.onDidCreate(changed));
		this.#disposables.add(watcher.onDidDelete(changed));
		// Things that no watcher sees, such as the user's rules for all repositories, are read again later.
		const rules = this.#disposables.add(vscode.workspace.createFileSystemWatcher("**/.gitignore"));
		const outdated = () => {
			this.#rules = undefined;
		};
		for (const event of [rules.onDidCreate, rules.onDidChange, rules.onDidDelete])
			this.#disposables.add(event(outdated));
	}

	/**
	 * Finds the files that match the typed text: exact matches first, then open files, then recent ones. Returns nothing
	 * once the signal is aborted.
	 *
	 * @param most maximum number of files, and of folders.
	 * @param folders whether to find folders too.
	 */
	async find(typed: string, most: number, folders: boolean, signal: AbortSignal): Promise<FoundNames> {
		const names = await this.#upToDate();
		const preferred = this.#preferred();
		const files = await this.#allowed((count) => names.find(typed, count, preferred), most, signal);
		const above = (count: number) =>
			names.findFolders(typed, count).flatMap(({ path }) => {
				const [uri] = urisOf(path);
				return uri ? [{ uri, path }] : [];
			});
		return { files, folders: folders ? await this.#allowed(above, most, signal) : [] };
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	#preferred(): PreferredPaths {
		const uris = openEditors().flatMap((source) =>
			source.type === "file" ? [vscode.Uri.parse(source.uri, true)] : [],
		);
		return { open: new Set(uris.map(displayPath)), recent: new Set(this.recent.uris.map(displayPath)) };
	}

	async #upToDate(): Promise<FileNames<Named>> {
		const key = JSON.stringify([
			hiddenGlobs(),
			(vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => [uri.toString(), name]),
		]);
		const changed = [...this.#changed.values()];
		this.#changed.clear();
		const isKnown = this.#listing?.key === key && changed.length <= mostChanges;
		const listing: Listing = this.#listing && isKnown ? this.#listing : { key, names: listNames() };
		this.#listing = listing;
		try {
			const names = await listing.names;
			if (isKnown) await Promise.all(changed.map((uri) => update(names, uri)));
			return names;
		} catch (error) {
			if (this.#listing === listing) this.#listing = undefined;
			throw error;
		}
	}

	/** Returns the first places that are neither excluded nor ignored; checks only as many as needed. */
	async #allowed(
		find: (count: number) => readonly Named[],
		most: number,
		signal: AbortSignal,
	): Promise<readonly vscode.Uri[]> {
		const { ignored, excluded } = this.#currentRules();
		for (let count = 2 * most; ; count *= 10) {
			if (signal.aborted) return [];
			const found = find(count);
			const shown = await Promise.all(found.map(({ uri }) => isShown(uri, ignored, excluded)));
			const allowed = found.flatMap(({ uri }, i) => (shown[i] ? [uri] : []));
			if (signal.aborted) return [];
			if (allowed.length >= most || found.length < count) return allowed.slice(0, most);
		}
	}

	#currentRules(): Rules {
		const globs = hiddenGlobs();
		const [key, now] = [JSON.stringify(globs), this.clock.now()];
		if (this.#rules?.key === key && now < this.#rules.until) return this.#rules;
		const excluded = new ExcludedFiles((folder) => hiddenGlobs(folder));
		this.#rules = { key, until: now + rulesLast, ignored: new GitIgnore(), excluded };
		return this.#rules;
	}
}

async function listNames(): Promise<FileNames<Named>> {
	const { glob } = combinedGlob(assertGlobsFit(hiddenGlobs()));
	const names = new FileNames<Named>();
	for (const uri of await listFiles("**/*", limits.filesNamed, undefined, glob)) names.add(named(uri));
	return names;
}

/** Updates the names for a place that was created or deleted: a file, or a folder with everything in it. */
async function update(names: FileNames<Named>, uri: vscode.Uri): Promise<void> {
	const { path } = named(uri);
	const type = await typeOf(uri);
	names.delete(path);
	if (type === undefined) return;
	if ((type & vscode.FileType.Directory) === 0) return names.add({ uri, path });
	const within = new vscode.RelativePattern(uri, "**/*");
	for (const file of await listFiles(within, limits.filesNamed)) names.add(named(file));
}

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
	try {
		return (await vscode.workspace.fs.stat(uri)).type;
	} catch {
		return undefined;
	}
}

function named(uri: vscode.Uri): Named {
	return { uri, path: displayPath(uri) };
}

async function isShown(uri: vscode.Uri, ignored: GitIgnore, excluded: ExcludedFiles): Promise<boolean> {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	if (uri.path.includes("/.git/") || (folder && (await excluded.has(uri, folder.uri)))) return false;
	try {
		return !(await ignored.ignores(uri));
	} catch (error) {
		if (error instanceof UserError) return true;
		throw error;
	}
}
