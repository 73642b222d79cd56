import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import type { Clock } from "../../../core/base/ports";
import { assertGlobsFit } from "../../../core/search/building/globLimits";
import { Debounce } from "../../../shared/debounce";
import type { Settings } from "../../settings";
import { ExcludedFiles } from "../../workspace/excludedFiles";
import { GitIgnore } from "../../workspace/gitIgnore";
import { indexPath } from "../../workspace/indexPaths";
import { indexExcludes } from "../../workspace/vscodeSettings";

/**
 * Debounce times in milliseconds: the quiet time after the last change, and the maximum delay where changes never stop,
 * such as with a log file.
 */
const times = { quiet: 1_000, latest: 10_000 };

/** The settings that determine which files are in the index. */
type IndexFileSettings = Pick<Settings, "indexExclude" | "onDidChangeIndexFiles">;

/**
 * Reports, in batches, changes in the workspace that may affect its index: the paths of files and folders that were
 * created, deleted or changed, or `"all"` if anything may have changed. Excluded files, such as a compiler's output,
 * are not reported.
 *
 * @param onChanges is called with each batch.
 */
export function watchIndexed(
	clock: Clock,
	settings: IndexFileSettings,
	onChanges: (changes: readonly string[] | "all") => void,
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
			// If it cannot be determined which files are indexed, the listing of all files reports the reason.
			const found = all ? "all" : await indexed(uris, settings).catch(() => "all" as const);
			if (found.length > 0) onChanges(found);
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
	disposables.add(settings.onDidChangeIndexFiles(all));
	return disposables;
}

/** Returns the paths that may be in the index; `"all"` where rules for other files have changed. */
async function indexed(uris: readonly vscode.Uri[], settings: IndexFileSettings): Promise<readonly string[] | "all"> {
	const ignored = new GitIgnore();
	const excluded = new ExcludedFiles((folder) => assertGlobsFit(indexExcludes(settings, folder)));
	const paths: string[] = [];
	for (const uri of uris) {
		const folder = vscode.workspace.getWorkspaceFolder(uri);
		if (!folder) continue;
		const isRules = uri.path.endsWith("/.gitignore");
		// A `.gitignore` may exclude itself; what matters is whether its folder is excluded.
		const place = isRules ? vscode.Uri.joinPath(uri, "..") : uri;
		const forGit = isRules ? place.with({ path: place.path.replace(/\/?$/, "/") }) : place;
		if ((await excluded.has(place, folder.uri)) || (await ignored.ignores(forGit))) continue;
		if (isRules) return "all";
		paths.push(indexPath(folder, uri));
	}
	return paths;
}
