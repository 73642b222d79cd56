import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { indexPath } from "./workspacePaths";

/** Who saves again soon is waited for, in milliseconds. */
const pause = 1_000;

/** Which files were changed. */
export interface FileChanges {
	readonly changed: readonly string[];
	/** Something came or went: VS Code does not always tell of all that is in a folder. */
	readonly others: boolean;
}

/** Tells, some at a time, of changes to the workspace's files. */
export function watchIndexed(clock: Clock, tell: (changes: FileChanges) => void): vscode.Disposable {
	const disposables = new Disposables();
	const paths = new Set<string>();
	let others = false;
	let timer: { dispose(): void } | undefined;
	const happened = (uri: vscode.Uri, other: boolean) => {
		const folder = vscode.workspace.getWorkspaceFolder(uri);
		if (!folder || uri.path.includes("/.git/")) return;
		if (other) others = true;
		else paths.add(indexPath(folder, uri));
		timer?.dispose();
		timer = clock.after(pause, () => {
			const changes = { changed: [...paths], others };
			paths.clear();
			others = false;
			tell(changes);
		});
	};
	const watcher = disposables.add(vscode.workspace.createFileSystemWatcher("**/*"));
	disposables.add(watcher.onDidChange((uri) => happened(uri, false)));
	disposables.add(watcher.onDidCreate((uri) => happened(uri, true)));
	disposables.add(watcher.onDidDelete((uri) => happened(uri, true)));
	disposables.add({ dispose: () => timer?.dispose() });
	return disposables;
}
