import * as vscode from "vscode";
import { Disposables } from "../../../../core/base/disposables";

/** Highlights lines of a document in every editor that shows it, with a bar beside them, until it is disposed of. */
export class RangeHighlight implements vscode.Disposable {
	readonly #disposables = new Disposables();
	readonly #highlighted = new WeakSet<vscode.TextEditor>();
	readonly #lines = this.#disposables.add(
		vscode.window.createTextEditorDecorationType({
			isWholeLine: true,
			backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
			borderColor: new vscode.ThemeColor("focusBorder"),
			borderStyle: "solid",
			borderWidth: "0 0 0 2px",
			overviewRulerColor: new vscode.ThemeColor("focusBorder"),
			overviewRulerLane: vscode.OverviewRulerLane.Full,
		}),
	);
	/**
	 * The document's version for which the range is right. VS Code moves the highlight in an open editor along with its
	 * lines; editors opened after a change get none.
	 */
	readonly #version: number;

	constructor(
		private readonly document: vscode.TextDocument,
		private readonly range: vscode.Range,
	) {
		this.#version = document.version;
		this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors((editors) => this.#show(editors)));
		this.#show(vscode.window.visibleTextEditors);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	#show(editors: readonly vscode.TextEditor[]): void {
		for (const editor of editors) {
			const { document } = editor;
			if (document !== this.document || document.version !== this.#version || this.#highlighted.has(editor)) continue;
			this.#highlighted.add(editor);
			editor.setDecorations(this.#lines, [this.range]);
		}
	}
}
