import * as vscode from "vscode";
import { Debounce } from "../../core/base/debounce";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { indexPath } from "./workspacePaths";

/** Who saves again soon is waited for; who never stops, such as a program that writes its log, is not. In milliseconds. */
const times = { quiet: 1_000, latest: 10_000 };

/** What these leave out is not in the index. */
const excludeSettings = ["files.exclude", "search.exclude", "gatehouse.index.exclude"];

/** Which files were changed. */
export interface FileChanges {
	readonly changed: readonly string[];
	/** Something came or went, perhaps more than VS Code tells: it does not always name all that is in a folder. */
	readonly others: boolean;
}

/** Tells, some at a time, of changes to the workspace's files, and to which of them count. */
export function watchIndexed(clock: Clock, tell: (changes: FileChanges) => void): vscode.Disposable {
	const disposables = new Disposables();
	const paths = new Set<string>();
	let others = false;
	const later = disposables.add(
		new Debounce(clock, times, () => {
			const changes = { changed: [...paths], others };
			paths.clear();
			others = false;
			tell(changes);
		}),
	);
	const happened = (uri: vscode.Uri, other: boolean) => {
		const folder = vscode.workspace.getWorkspaceFolder(uri);
		if (!folder || uri.path.includes("/.git/")) return;
		if (other || uri.path.endsWith("/.gitignore")) others = true;
		else paths.add(indexPath(folder, uri));
		later.call();
	};
	const watcher = disposables.add(vscode.workspace.createFileSystemWatcher("**/*"));
	disposables.add(watcher.onDidChange((uri) => happened(uri, false)));
	disposables.add(watcher.onDidCreate((uri) => happened(uri, true)));
	disposables.add(watcher.onDidDelete((uri) => happened(uri, true)));
	const all = () => {
		others = true;
		later.call();
	};
	disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(all));
	disposables.add(
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (excludeSettings.some((name) => event.affectsConfiguration(name))) all();
		}),
	);
	return disposables;
}
