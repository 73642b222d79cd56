import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import { Emitter } from "../../../core/base/event";
import type { OpenHunk, TextEdit } from "../../../core/edits/apply/textEdit";
import { textLines } from "../../../core/edits/text/textLines";
import { inertLine, inertName, inertPath } from "../../../shared/untrusted/inertText";
import { documentUri, openDiff } from "../../adapters/messages";
import { type PreviewDocuments, previewScheme } from "./previewDocuments";

/** The subject of a preview. */
export interface PreviewOptions {
	/** The file's name. */
	readonly name: string;
	/** The path shown in its tab. */
	readonly path: string;
	/** VS Code's language id; by default, the one for the file's name. */
	readonly languageId?: string;
	/** The action, such as "Fix". */
	readonly title: string;
	/** The original text. */
	readonly base: string;
	/** Whether a model wrote the change, so that another answer can be requested. */
	readonly asked: boolean;
}

/**
 * Languages in which VS Code turns URIs with any scheme into links. A Ctrl+click on a link that a model wrote could run
 * a command, so previews show these languages as plain text.
 */
const languagesWithLinks: ReadonlySet<string> = new Set([
	"markdown",
	"prompt",
	"instructions",
	"chatagent",
	"skill",
	"html",
	"handlebars",
	"css",
	"scss",
	"less",
]);

let previews = 0;

/** Options that open the preview beside the editor that the user is working in, without taking the focus. */
const beside: vscode.TextDocumentShowOptions = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

/** A change shown in VS Code's diff editor: the settled text on the left, the proposed text on the right. */
export class EditPreview {
	readonly #left: vscode.Uri;
	readonly #right: vscode.Uri;
	readonly #disposables = new Disposables();
	readonly #closed = this.#disposables.add(new Emitter<void>());
	/** Fires when the user closes the preview. */
	readonly onDidClose = this.#closed.event;
	#opened: Promise<void> | undefined;
	/** The hunk to move the cursor to once these lines are shown. */
	#reveal: { readonly hunk: OpenHunk; readonly lines: string } | undefined;
	readonly #begunIn = activeDocument();

	constructor(
		private readonly documents: PreviewDocuments,
		private readonly options: PreviewOptions,
	) {
		const folder = `/${options.asked ? "asked" : "chosen"}/${++previews}`;
		const side = (name: string) => documentUri(previewScheme, `${folder}/${name}`, inertName(options.name));
		this.#left = side("before");
		this.#right = side("after");
		documents.set(this.#left, options.base);
		documents.set(this.#right, options.base);
		this.#disposables.add(vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsClosed(closed)));
		this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)));
	}

	/** Whether its tab is the active one. */
	get active(): boolean {
		return this.#shows(vscode.window.tabGroups.activeTabGroup.activeTab);
	}

	/** Shows the text proposed so far; the first call opens the diff editor. */
	async show(proposed: string): Promise<void> {
		this.documents.set(this.#right, proposed);
		this.#opened ??= this.#open();
		await this.#opened;
	}

	/** Removes the proposed text from the preview. */
	clear(): void {
		this.documents.set(this.#right, this.options.base);
	}

	/** Shows the settled and the proposed text, with the cursor at a hunk. */
	async showEdit(edit: TextEdit, at: OpenHunk | undefined): Promise<void> {
		this.documents.set(this.#left, edit.settled);
		this.#reveal = at && { hunk: at, lines: linesOf(edit.proposed) };
		await this.show(edit.proposed);
		const editor = this.#editor(this.#right);
		if (editor) this.#changed(editor.document);
	}

	/** Returns the open hunk at the cursor. */
	hunkAtCursor(edit: TextEdit): OpenHunk | undefined {
		const left = vscode.window.activeTextEditor?.document.uri.toString() === this.#left.toString();
		const line = this.#editor(left ? this.#left : this.#right)?.selection.active.line ?? 0;
		return edit.openAt(line, left ? "settled" : "proposed");
	}

	/** Closes its tab. */
	async close(): Promise<void> {
		this.#disposables.dispose();
		// Waits for a tab that is still opening, which would otherwise stay open; `show` reports why it could not be
		// opened.
		await this.#opened?.catch(() => {});
		const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => this.#shows(tab));
		if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
		this.documents.delete(this.#left);
		this.documents.delete(this.#right);
	}

	async #open(): Promise<void> {
		const { path, title } = this.options;
		for (const uri of [this.#left, this.#right]) {
			const document = await vscode.workspace.openTextDocument(uri);
			const { languageId = document.languageId } = this.options;
			const shown = languagesWithLinks.has(languageId) ? "plaintext" : languageId;
			if (document.languageId !== shown) await vscode.languages.setTextDocumentLanguage(document, shown);
		}
		// Not as a preview tab: a file opened meanwhile must not replace it.
		const options: vscode.TextDocumentShowOptions = { preview: false, ...(this.#elsewhere ? beside : {}) };
		await openDiff(this.#left, this.#right, inertLine(`${inertPath(path)} (${inertName(title)})`), options);
	}

	/** Whether the user has switched to another file in the meantime. */
	get #elsewhere(): boolean {
		const active = activeDocument();
		return active !== undefined && active !== this.#begunIn;
	}

	/** Moves the cursor once the proposed text is shown; from then on, it is the user's to move. */
	#changed(document: vscode.TextDocument): void {
		const { uri } = document;
		const editor = uri.toString() === this.#right.toString() ? this.#editor(uri) : undefined;
		if (!this.#reveal || !editor || linesOf(document.getText()) !== this.#reveal.lines) return;
		const { line, hunk } = this.#reveal.hunk;
		this.#reveal = undefined;
		const start = new vscode.Position(line, 0);
		editor.selection = new vscode.Selection(start, start);
		const end = start.translate(Math.max(0, hunk.added.length - 1));
		editor.revealRange(new vscode.Range(start, end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
	}

	#tabsClosed(closed: readonly vscode.Tab[]): void {
		const gone = closed.some((tab) => this.#shows(tab));
		// Moving a tab to another group closes it in one group and opens it in the other.
		const stillOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => this.#shows(tab)));
		if (gone && !stillOpen) this.#closed.fire();
	}

	#shows(tab: vscode.Tab | undefined): boolean {
		return tab?.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === this.#right.toString();
	}

	#editor(uri: vscode.Uri): vscode.TextEditor | undefined {
		return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
	}
}

function activeDocument(): string | undefined {
	return vscode.window.activeTextEditor?.document.uri.toString();
}

/** Normalizes line breaks, because VS Code uses the same line break throughout a document. */
function linesOf(text: string): string {
	return textLines(text).lines.join("\n");
}
