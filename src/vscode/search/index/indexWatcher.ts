import * as vscode from "vscode";
import { Debounce } from "../../../core/base/debounce";
import { Disposables } from "../../../core/base/disposables";
import type { Clock } from "../../../core/base/ports";
import { GitIgnore } from "../../context/gitIgnore";
import { ExcludedFiles } from "../../workspace/excludedFiles";
import { indexPath } from "../../workspace/workspacePaths";

/** Who saves again soon is waited for; who never stops, such as a program that writes its log, is not. In milliseconds. */
const times = { quiet: 1_000, latest: 10_000 };

/** Which files are in the index, and how they are read. */
const fileSettings = ["files.exclude", "search.exclude", "gatehouse.index.exclude", "files.encoding"];

/**
 * Tells, some at a time, what has changed in the workspace and may be in its index: paths of files and folders that came,
 * went or changed, or that it may be anything. What is left out, such as where a compiler writes, is not told.
 */
export function watchIndexed(
	clock: Clock,
	excludes: (folder: vscode.Uri) => readonly string[],
	tell: (changes: readonly string[] | "all") => void,
): vscode.Disposable {
	const disposables = new Disposables();
	const changed = new Map<string, vscode.Uri>();
	let anything = false;
	const later = disposables.add(
		new Debounce(clock, times, async () => {
			const uris = [...changed.values()];
			const all = anything;
			changed.clear();
			anything = false;
			// Where it cannot be told, the listing says why.
			const found = all ? "all" : await indexed(uris, excludes).catch(() => "all" as const);
			if (found.length > 0) tell(found);
		}),
	);
	const happened = (uri: vscode.Uri) => {
		if (uri.path.includes("/.git/")) return;
		changed.set(uri.toString(), uri);
		later.call();
	};
	const watcher = disposables.add(vscode.workspace.createFileSystemWatcher("**/*"));
	disposables.add(watcher.onDidChange(happened));
	disposables.add(watcher.onDidCreate(happened));
	disposables.add(watcher.onDidDelete(happened));
	const all = () => {
		anything = true;
		later.call();
	};
	disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(all));
	disposables.add(
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (fileSettings.some((name) => event.affectsConfiguration(name))) all();
		}),
	);
	return disposables;
}

/** The paths of those that may be in the index; `"all"` where rules for others have changed. */
async function indexed(
	uris: readonly vscode.Uri[],
	excludes: (folder: vscode.Uri) => readonly string[],
): Promise<readonly string[] | "all"> {
	const ignored = new GitIgnore();
	const excluded = new ExcludedFiles(excludes);
	const paths: string[] = [];
	for (const uri of uris) {
		const folder = vscode.workspace.getWorkspaceFolder(uri);
		if (!folder) continue;
		const isRules = uri.path.endsWith("/.gitignore");
		// Such a file may well leave out itself: what counts is whether anybody looks into its folder.
		const place = isRules ? vscode.Uri.joinPath(uri, "..") : uri;
		const forGit = isRules ? place.with({ path: place.path.replace(/\/?$/, "/") }) : place;
		if ((await excluded.has(place, folder.uri)) || (await ignored.ignores(forGit))) continue;
		if (isRules) return "all";
		paths.push(indexPath(folder, uri));
	}
	return paths;
}
