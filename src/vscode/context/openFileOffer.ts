import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import { type ContextSource, sameSource } from "../../core/context/contextSource";
import type { PendingAttachments } from "../../core/context/pendingAttachments";
import type { OpenFileView } from "../../shared/chatProtocol";
import type { Disposable } from "../../shared/disposable";
import { displayPath, nameOf } from "../workspace/displayPath";
import type { LastEditor } from "../workspace/lastEditor";
import type { Attacher } from "./attacher";
import { selection } from "./editorSources";
import { fileSource } from "./filePicks";

/** Offers the file in the last editor, or the lines selected in it, for the next question. It attaches nothing unasked. */
export class OpenFileOffer implements Disposable {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when the offer has changed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #disposables = new Disposables();
	#shown = "";

	constructor(
		private readonly lastEditor: LastEditor,
		private readonly attached: Pick<PendingAttachments, "pending" | "onDidChange">,
		private readonly attacher: Pick<Attacher, "attach">,
		/** Whether the offered file goes with the next question unless the user removes it. */
		private readonly isByDefault: () => boolean,
	) {
		const changed = () => this.#changed();
		this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(changed));
		this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(changed));
		this.#disposables.add(
			vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
				if (textEditor === this.lastEditor.editor) this.#changed();
			}),
		);
		this.#disposables.add(vscode.workspace.onDidChangeConfiguration(changed));
		this.#disposables.add(attached.onDidChange(changed));
	}

	/** The offer; null without a visible editor, or while the file is attached. */
	get view(): OpenFileView | null {
		const { editor } = this.lastEditor;
		const source = this.#source;
		if (!editor || !source) return null;
		const { uri } = editor.document;
		const lines = source.type === "lines" ? source.lines : null;
		const ofSource = { id: idOf(source), name: nameOf(uri), path: displayPath(uri), lines };
		const byDefault = this.isByDefault();
		return { ...ofSource, byDefault, tokens: byDefault ? roughTokens(editor.document, lines) : 0 };
	}

	/** Attaches the offered file or selection. @throws UserError if the page shows an outdated offer. */
	async attach(id: string): Promise<void> {
		const source = this.#source;
		if (!source || idOf(source) !== id)
			throw new UserError(vscode.l10n.t("A different file or selection is now offered. Check it, then attach it."));
		await this.attacher.attach([source]);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	get #source(): ContextSource | undefined {
		const { editor } = this.lastEditor;
		if (!editor || !vscode.window.visibleTextEditors.some(({ document }) => document === editor.document))
			return undefined;
		const source = editor.selection.isEmpty ? fileSource(editor.document.uri) : selection(editor);
		return this.attached.pending.some((pending) => sameSource(pending.source, source)) ? undefined : source;
	}

	#changed(): void {
		const shown = JSON.stringify(this.view);
		if (shown === this.#shown) return;
		this.#shown = shown;
		this.#onDidChange.fire();
	}
}

/**
 * Estimated number of characters per token in code, deliberately low, so that a text that seems to fit does fit.
 * Reading and counting a document on every keystroke would take too long.
 */
const charactersOfToken = 3;

/** Estimates the tokens of a document, or of lines of it, from the number of characters. */
function roughTokens(document: vscode.TextDocument, lines: readonly [number, number] | null): number {
	const [first, last] = lines ?? [1, document.lineCount];
	const range = document.validateRange(new vscode.Range(first - 1, 0, last, 0));
	return Math.ceil((document.offsetAt(range.end) - document.offsetAt(range.start)) / charactersOfToken);
}

const idOf = (source: ContextSource): string => JSON.stringify(source);
