import * as vscode from "vscode";
import type { Disposable } from "../../../shared/disposable";
import { hasPreviewEditors } from "../../workspace/vscodeSettings";
import { revealChunk } from "./revealChunk";
import type { FoundPlace } from "./searchResultItems";

/** Previews places while the user chooses among them, and restores the editors unless one is chosen. */
export class PlacePreview implements Disposable {
	readonly #tabs = new Set(tabs().map(keyOf));
	readonly #tab = vscode.window.tabGroups.activeTabGroup.activeTab;
	readonly #wasPreview = this.#tab?.isPreview ?? false;
	/** The document in the active tab, if it is a text. */
	readonly #text = this.#tab?.input instanceof vscode.TabInputText ? this.#tab.input.uri : undefined;
	/** The tab's editor. The active editor may not belong to a tab, such as that of the Output view. */
	readonly #editor = vscode.window.visibleTextEditors.find(
		({ document, viewColumn }) =>
			viewColumn === this.#tab?.group.viewColumn && document.uri.toString() === this.#text?.toString(),
	);
	readonly #selections = this.#editor?.selections;
	readonly #visible = this.#editor?.visibleRanges[0];
	/** The queue of previews: while the user moves quickly through the list, an earlier place must not be shown last. */
	#last: Promise<unknown> = Promise.resolve();
	#wanted: FoundPlace | undefined;
	/** The preview to close again, unless the user clicks into it, which chooses it. */
	#shown: vscode.TextEditor | undefined;
	#restored: Promise<void> | undefined;
	/** The URIs of the previewed documents. */
	readonly #own = new Set<string>();
	readonly #listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
		const isClick = kind === vscode.TextEditorSelectionChangeKind.Mouse;
		if (!isClick || textEditor !== this.#shown) return;
		this.#shown = undefined;
		this.#own.delete(textEditor.document.uri.toString());
	});

	/** Shows a place in the preview editor, without moving the focus. */
	show(wanted: FoundPlace): void {
		// When more results arrive, the same row may become active again; the user may have moved the cursor by then.
		if (this.#restored || (this.#wanted && isSamePlace(wanted, this.#wanted))) return;
		this.#wanted = wanted;
		this.#last = this.#last.then(async () => {
			// In a new list, VS Code reports its first row as active before the intended one.
			await new Promise(setImmediate);
			if (this.#wanted !== wanted) return;
			try {
				if (!this.#shown) await this.#keepReplaced();
				const editor = await vscode.window.showTextDocument(wanted.uri, { preserveFocus: true, preview: true });
				this.#shown = editor;
				this.#own.add(wanted.uri.toString());
				const lines = revealChunk(editor, wanted.chunk, true);
				editor.setDecorations(this.#lines, lines ? [lines] : []);
				await this.#closeOwn(wanted.uri);
			} catch {
				// A deleted or binary file has no preview; opening it reports the reason.
			}
		});
	}

	/**
	 * Resolves when all requested previews are done, so that the last one is shown, or when a running restore has
	 * finished. Never rejects.
	 */
	async settle(): Promise<void> {
		await (this.#restored ?? this.#last);
	}

	/**
	 * Restores the editors as far as possible, unless the user has continued working in the preview; does not move the
	 * focus. Works once: nothing is previewed afterwards. Never rejects, because the user's choice matters more.
	 */
	restore(): Promise<void> {
		this.#restored ??= this.#restore();
		return this.#restored;
	}

	async #restore(): Promise<void> {
		this.#wanted = undefined;
		await this.#last;
		if (!this.#shown) return;
		this.#shown = undefined;
		// An editor whose document is gone cannot be restored.
		await this.#showBefore().catch(() => {});
		await this.#closeOwn();
	}

	/**
	 * Closes the tabs that were only previewed: where VS Code has no preview editors, each place gets a permanent tab.
	 * Tabs that the user has kept stay open.
	 */
	async #closeOwn(except?: vscode.Uri): Promise<void> {
		const hasPreviews = hasPreviewEditors();
		const own = tabs().filter((tab) => {
			const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri.toString() : "";
			if (!this.#own.has(uri) || uri === except?.toString() || this.#tabs.has(keyOf(tab))) return false;
			return !(tab.isDirty || tab.isPinned || (hasPreviews && !tab.isPreview));
		});
		if (own.length > 0) await vscode.window.tabGroups.close(own, true).then(undefined, () => {});
	}

	async #showBefore(): Promise<void> {
		if (!this.#text || !this.#tab) return;
		const { viewColumn } = this.#tab.group;
		const options = { preview: this.#wasPreview, preserveFocus: true, viewColumn };
		// By URI: the user's own preview editor was replaced, and its document is closed by now.
		const shown = await vscode.window.showTextDocument(this.#text, options);
		if (this.#selections) shown.selections = this.#selections;
		if (this.#visible) shown.revealRange(this.#visible, vscode.TextEditorRevealType.AtTop);
	}

	/**
	 * Keeps a preview editor of the user's that is not a text, such as an image or a comparison, because it could not be
	 * restored.
	 */
	async #keepReplaced(): Promise<void> {
		if (this.#wasPreview && !this.#text) await vscode.commands.executeCommand("workbench.action.keepEditor");
	}

	dispose(): void {
		this.#wanted = undefined;
		this.#listening.dispose();
		this.#lines.dispose();
	}

	readonly #lines = vscode.window.createTextEditorDecorationType({
		isWholeLine: true,
		backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
		// Visible only in high-contrast themes: the others do not define this colour.
		border: "1px dotted",
		borderColor: new vscode.ThemeColor("editor.rangeHighlightBorder"),
	});
}

function isSamePlace(one: FoundPlace, other: FoundPlace): boolean {
	const { firstLine, lastLine, text } = one.chunk;
	const isSameText =
		firstLine === other.chunk.firstLine && lastLine === other.chunk.lastLine && text === other.chunk.text;
	return isSameText && one.uri.toString() === other.uri.toString();
}

function tabs(): readonly vscode.Tab[] {
	return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function keyOf({ input, label, group }: vscode.Tab): string {
	const uri = input instanceof vscode.TabInputText ? input.uri.toString() : label;
	return `${group.viewColumn}:${uri}`;
}
