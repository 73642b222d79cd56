import * as vscode from "vscode";
import type { ChangedFile } from "../../core/agent/changes/changeSet";
import { exactText } from "../../core/agent/exactText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { documentUri, openChanges, openDiff } from "../adapters/messages";

/** The scheme of the documents with the files' texts before a task. */
const originalScheme = "gatehouse-original";

/** Shows the changes of a task in VS Code's diff editors: the text before on the left, the file itself on the right. */
export class ChangeReview implements vscode.Disposable {
	readonly #texts = new Map<string, string>();
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #provider = vscode.workspace.registerTextDocumentContentProvider(originalScheme, {
		onDidChange: this.#changed.event,
		provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
	});

	/** Opens the changes of all these files, in the multi-file diff editor. */
	async showAll(task: string, folder: vscode.Uri, files: readonly ChangedFile[]): Promise<void> {
		const title = inertLine(vscode.l10n.t("The Agent's Changes"));
		const rows = files.map((file) => {
			const uri = vscode.Uri.joinPath(folder, file.path);
			return [uri, file.before && this.#original(task, file), file.now && uri] as const;
		});
		await openChanges(title, rows);
	}

	/** Opens the changes of one file; a deleted one is compared with nothing. */
	async showOne(task: string, folder: vscode.Uri, file: ChangedFile): Promise<void> {
		const { path, now } = file;
		const right = now ? vscode.Uri.joinPath(folder, path) : this.#put(`/${task}/deleted`, path, "");
		const title = inertLine(vscode.l10n.t("{0} (the agent's changes)", path.split("/").at(-1) ?? path));
		await openDiff(this.#original(task, file), right, title, { preview: true });
	}

	dispose(): void {
		this.#provider.dispose();
		this.#changed.dispose();
	}

	/** Returns the document with a file's text before the task. */
	#original(task: string, { path, before }: ChangedFile): vscode.Uri {
		return this.#put(`/${task}/before`, path, (before && exactText(before)) ?? "");
	}

	#put(folder: string, path: string, text: string): vscode.Uri {
		const parts = path.split("/");
		const uri = documentUri(originalScheme, [folder, ...parts.slice(0, -1)].join("/"), inertName(parts.at(-1) ?? ""));
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
		return uri;
	}
}
