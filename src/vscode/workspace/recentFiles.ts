import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";

/** Maximum number of recent files. */
const mostRecent = 50;

/** Remembers the files that were active in this window since the panel was first used. */
export class RecentFiles implements Disposable {
	readonly #uris = new Map<string, vscode.Uri>();
	readonly #listening = vscode.window.onDidChangeActiveTextEditor((editor) => this.#remember(editor));

	constructor() {
		this.#remember(vscode.window.activeTextEditor);
	}

	/** The most recent one first. */
	get uris(): readonly vscode.Uri[] {
		return [...this.#uris.values()].reverse();
	}

	dispose(): void {
		this.#listening.dispose();
	}

	#remember(editor: vscode.TextEditor | undefined): void {
		if (!editor) return;
		const { uri } = editor.document;
		this.#uris.delete(uri.toString());
		this.#uris.set(uri.toString(), uri);
		const [oldest] = this.#uris.keys();
		if (oldest !== undefined && this.#uris.size > mostRecent) this.#uris.delete(oldest);
	}
}
