import * as vscode from "vscode";
import type { Disposable } from "../../../shared/disposable";
import { hasPreviewEditors } from "../../settings";
import type { FoundPlace } from "./foundItems";
import { revealChunk } from "./revealChunk";

/** Shows places while one chooses among them, and puts everything back unless one is chosen. */
export class PlacePreview implements Disposable {
	readonly #tabs = new Set(tabs().map(keyOf));
	readonly #tab = vscode.window.tabGroups.activeTabGroup.activeTab;
	readonly #wasPreview = this.#tab?.isPreview ?? false;
	/** What the active tab showed, where that is a text. */
	readonly #text = this.#tab?.input instanceof vscode.TabInputText ? this.#tab.input.uri : undefined;
	/** Its editor. The active one may be none of a tab's: that of the Output view. */
	readonly #editor = vscode.window.visibleTextEditors.find(
		({ document, viewColumn }) =>
			viewColumn === this.#tab?.group.viewColumn && document.uri.toString() === this.#text?.toString(),
	);
	readonly #selections = this.#editor?.selections;
	readonly #visible = this.#editor?.visibleRanges[0];
	/** One after the other: who goes through the list fast must not end at an earlier place. */
	#last: Promise<unknown> = Promise.resolve();
	#wanted: FoundPlace | undefined;
	/** What is to be put away again; who clicks into it has chosen it. */
	#shown: vscode.TextEditor | undefined;
	#restored: Promise<void> | undefined;
	/** The addresses of what was shown. */
	readonly #own = new Set<string>();
	readonly #listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
		const isClick = kind === vscode.TextEditorSelectionChangeKind.Mouse;
		if (!isClick || textEditor !== this.#shown) return;
		this.#shown = undefined;
		this.#own.delete(textEditor.document.uri.toString());
	});

	/** Shows a place in the preview editor; the keyboard stays where it is. */
	show(wanted: FoundPlace): void {
		// It may be active again, because more results arrived: by then the user may have moved the cursor.
		if (this.#restored || (this.#wanted && isSamePlace(wanted, this.#wanted))) return;
		this.#wanted = wanted;
		this.#last = this.#last.then(async () => {
			// In a new list VS Code tells of its first row before it goes to the one that is to be active.
			await new Promise(setImmediate);
			if (this.#wanted !== wanted) return;
			try {
				if (!this.#shown) await this.#keepReplaced();
				const editor = await vscode.window.showTextDocument(wanted.uri, { preserveFocus: true, preview: true });
				this.#shown = editor;
				this.#own.add(wanted.uri.toString());
				const lines = revealChunk(editor, wanted.chunk);
				editor.setDecorations(this.#lines, lines ? [lines] : []);
				await this.#closeOwn(wanted.uri);
			} catch {
				// What is gone, or no text, has no preview; opening it says why.
			}
		});
	}

	/** Settles when the place that was wanted last is shown, alone, or all is put back that is being so. Never rejects. */
	async settle(): Promise<void> {
		await (this.#restored ?? this.#last);
	}

	/**
	 * Puts the editors back as they were, as far as that is possible, unless the user has gone on in what is shown; the keyboard
	 * stays where they have taken it. Once: nothing is shown any more. Never rejects: what was chosen matters more.
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
		// What is gone meanwhile cannot be put back.
		await this.#showBefore().catch(() => {});
		await this.#closeOwn();
	}

	/** Closes what only was looked at: where VS Code has no preview editors, each place gets a tab that stays. What the user keeps stays. */
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
		// By its address: a preview editor of the user's own was replaced, and its document is closed by now.
		const shown = await vscode.window.showTextDocument(this.#text, options);
		if (this.#selections) shown.selections = this.#selections;
		if (this.#visible) shown.revealRange(this.#visible, vscode.TextEditorRevealType.AtTop);
	}

	/** A preview of the user's own that is no text, such as a picture or a comparison, could not be opened again as it was: it stays. */
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
		// In high contrast alone: elsewhere this colour is none.
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
