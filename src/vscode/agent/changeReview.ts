import * as vscode from "vscode";
import type { ChangedFile } from "../../core/agent/changes/changeSet";
import { exactText } from "../../core/agent/exactText";
import { inertLine } from "../../shared/untrusted/inertText";
import { openChanges, openDiff } from "../adapters/messages";

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
			return [uri, file.before && this.#original(task, uri, file.before), file.now && uri] as const;
		});
		await openChanges(title, rows);
	}

	/** Opens the changes of one file; a new or deleted one is compared with nothing. */
	async showOne(task: string, folder: vscode.Uri, { path, before, now }: ChangedFile): Promise<void> {
		const uri = vscode.Uri.joinPath(folder, path);
		const title = inertLine(vscode.l10n.t("{0} (the agent's changes)", path.split("/").at(-1) ?? path));
		const right = now ? uri : this.#put(uri, `${task} deleted`, "");
		await openDiff(this.#original(task, uri, before), right, title, { preview: true });
	}

	dispose(): void {
		this.#provider.dispose();
		this.#changed.dispose();
	}

	/** Returns the document with a file's text before the task. */
	#original(task: string, uri: vscode.Uri, before: Uint8Array | undefined): vscode.Uri {
		return this.#put(uri, task, (before && exactText(before)) ?? "");
	}

	/** Returns a document under the file's own path: VS Code shows another path as a renamed file. */
	#put(file: vscode.Uri, query: string, text: string): vscode.Uri {
		const uri = file.with({ scheme: originalScheme, query });
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
		return uri;
	}
}
