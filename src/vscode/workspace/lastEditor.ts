import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";

/** Matches the schemes of editors whose content cannot be changed. */
const unwritable = /^(?:output|debug|comment|vscode-(?:scm|terminal)|gatehouse-(?:edit|text))$/;

/** Remembers the last active text editor, because a click in the panel moves the focus away from it. */
export class LastEditor implements Disposable {
	#editor: vscode.TextEditor | undefined;
	readonly #listening = vscode.window.onDidChangeActiveTextEditor((editor) => this.#remember(editor));

	constructor() {
		this.#remember(vscode.window.activeTextEditor);
	}

	/** The last active editor, unless its document has been closed. */
	get editor(): vscode.TextEditor | undefined {
		return this.#editor?.document.isClosed ? undefined : this.#editor;
	}

	dispose(): void {
		this.#listening.dispose();
	}

	#remember(editor: vscode.TextEditor | undefined): void {
		if (editor && !unwritable.test(editor.document.uri.scheme)) this.#editor = editor;
	}
}
