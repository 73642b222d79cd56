import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";
import { readOnlyScheme } from "./lostTabs";

/** Schemes of editors whose content cannot be changed. */
const unwritable = new Set([
	"output",
	"debug",
	"vscode-scm",
	"comment",
	"vscode-terminal",
	"gatehouse-edit",
	readOnlyScheme,
]);

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
		if (editor && !unwritable.has(editor.document.uri.scheme)) this.#editor = editor;
	}
}
