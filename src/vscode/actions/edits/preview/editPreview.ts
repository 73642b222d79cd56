import * as vscode from "vscode";
import { Disposables } from "../../../../core/base/disposables";
import { Emitter } from "../../../../core/base/event";
import type { OpenHunk, TextEdit } from "../../../../core/edits/apply/textEdit";
import { lastChangedLine, textLines } from "../../../../core/edits/text/textLines";
import { type InertText, inertLine, inertName, inertPath } from "../../../../shared/untrusted/inertText";
import { documentUri, openDiff } from "../../../adapters/messages";
import { ChangeThreads } from "./changeThreads";
import { type PreviewDocuments, type PreviewState, previewScheme } from "./previewDocuments";
import { RangeHighlight } from "./rangeHighlight";

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
	/** The file that is changed; absent for a new one. */
	readonly file?: vscode.Uri | undefined;
	/** The lines that the model is asked to change: the preview opens there, and they are highlighted meanwhile. */
	readonly range?: vscode.Range | undefined;
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

/** Time limit for VS Code to open a preview that is to be closed, in milliseconds. */
const closingTime = 5_000;

let previews = 0;

/** Options that open the preview beside the editor that the user is working in, without taking the focus. */
const beside: vscode.TextDocumentShowOptions = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

/** A change shown in VS Code's diff editor: the settled text on the left, the proposed text on the right. */
export class EditPreview {
	readonly #left: vscode.Uri;
	readonly #right: vscode.Uri;
	readonly #disposables = new Disposables();
	readonly #shown = this.#disposables.add(new Emitter<void>());
	/** Fires when the preview has opened. */
	readonly onDidOpen = this.#shown.event;
	readonly #closed = this.#disposables.add(new Emitter<void>());
	/** Fires when the user closes the preview. */
	readonly onDidClose = this.#closed.event;
	readonly #threads: ChangeThreads;
	#opened: Promise<void> | undefined;
	/** Its tab's label, once it has opened. */
	#label: InertText | undefined;
	/** The edit and the hunk to show once the preview has the edit's lines. */
	#awaited: { readonly edit: TextEdit; readonly at: OpenHunk | undefined; readonly lines: string } | undefined;
	/** The line of a partial answer that was revealed last. */
	#followed: number | undefined;
	#isWriting = false;
	#highlight: RangeHighlight | undefined;
	/** The editor with the highlight; VS Code creates a new editor when a hidden tab is shown again. */
	#highlighted: vscode.TextEditor | undefined;
	/** The document in which the user asked for the change; an input box beside the code counts as its file. */
	#begunIn: string | undefined;

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
		this.#begunIn = activeDocument() ?? options.file?.toString();
		this.#threads = this.#disposables.add(new ChangeThreads(documents.threads, this.#right, options.asked));
		this.#disposables.add({ dispose: () => this.#highlight?.dispose() });
		this.#disposables.add(vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsClosed(closed)));
		this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)));
		// An answer may have been completed while another tab was active.
		this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#refresh()));
	}

	/** Whether its tab is the active one. */
	get active(): boolean {
		return this.#shows(vscode.window.tabGroups.activeTabGroup.activeTab);
	}

	/** Sets which of its buttons are shown. */
	set state(state: PreviewState) {
		this.documents.setState([this.#left, this.#right], state);
		if (state !== "ready") this.#threads.clear();
		this.#awaited = undefined;
		this.#followed = undefined;
		this.#isWriting = state === "writing";
		const editor = this.#editor(this.#right);
		if (state !== "writing") this.#unhighlight();
		else if (editor) this.#highlightLines(editor);
	}

	/** Opens the diff editor, unless it is open already. */
	async open(): Promise<void> {
		this.#opened ??= this.#open();
		await this.#opened;
	}

	/** Brings its tab to the front; if it is not open yet, it will open there. */
	async reveal(): Promise<void> {
		this.#begunIn = activeDocument();
		await this.#opened?.catch(() => {});
		const group = vscode.window.tabGroups.all.find(({ tabs }) => tabs.some((tab) => this.#shows(tab)));
		if (group && !this.active) await this.#openDiff({ viewColumn: group.viewColumn });
	}

	/** Shows the text proposed so far, following what is written. */
	async show(proposed: string): Promise<void> {
		this.documents.set(this.#right, proposed);
		await this.open();
	}

	/** Removes the proposed text from the preview. */
	clear(): void {
		this.documents.set(this.#right, this.options.base);
	}

	/** Shows the settled and the proposed text, with the cursor at a hunk, and a label with buttons below each hunk. */
	async showEdit(edit: TextEdit, at: OpenHunk | undefined): Promise<void> {
		this.state = "ready";
		this.documents.set(this.#left, edit.settled);
		this.#awaited = { edit, at, lines: linesOf(edit.proposed) };
		await this.show(edit.proposed);
		this.#refresh();
	}

	/** Moves the cursor to the next open hunk, or to the previous one; after the last one comes the first. */
	async goToHunk(edit: TextEdit, direction: "next" | "previous"): Promise<void> {
		const { open } = edit;
		const line = this.#editor(this.#right)?.selection.active.line ?? 0;
		const next = open.find((hunk) => hunk.line > line) ?? open[0];
		const previous = open.findLast((hunk) => hunk.line < line) ?? open.at(-1);
		await this.showEdit(edit, direction === "next" ? next : previous);
	}

	/** Returns the id of the hunk that a thread of the preview belongs to. */
	hunkOf(thread: unknown): number | undefined {
		return this.#threads.hunkOf(thread);
	}

	/** Returns the open hunk at the cursor. */
	hunkAtCursor(edit: TextEdit): OpenHunk | undefined {
		const left = vscode.window.activeTextEditor?.document.uri.toString() === this.#left.toString();
		const line = this.#editor(left ? this.#left : this.#right)?.selection.active.line ?? 0;
		return edit.openAt(line, left ? "settled" : "proposed");
	}

	/** Closes its tab; if VS Code opens it very late, closes it as soon as it is open. */
	async close(): Promise<void> {
		this.#disposables.dispose();
		const closed = this.#closeTabs();
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, closingTime);
		});
		await Promise.race([closed, late]).finally(() => clearTimeout(timer));
	}

	async #closeTabs(): Promise<void> {
		// Waits for a tab that is still opening, which would otherwise stay open; `show` reports why it could not be
		// opened.
		await this.#opened?.catch(() => {});
		const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => this.#shows(tab));
		if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
		this.documents.delete(this.#left);
		this.documents.delete(this.#right);
	}

	async #open(): Promise<void> {
		for (const uri of [this.#left, this.#right]) {
			const document = await vscode.workspace.openTextDocument(uri);
			this.documents.opened(uri);
			const { languageId = document.languageId } = this.options;
			const shown = languagesWithLinks.has(languageId) ? "plaintext" : languageId;
			if (document.languageId !== shown) await vscode.languages.setTextDocumentLanguage(document, shown);
		}
		const start = this.options.range?.start;
		await this.#openDiff({
			...(start ? { selection: new vscode.Range(start, start) } : {}),
			...(this.#elsewhere ? beside : {}),
		});
		this.#shown.fire();
		this.#refresh();
	}

	async #openDiff(options: vscode.TextDocumentShowOptions): Promise<void> {
		this.#label ??= freeLabel(this.options);
		// Not as a preview tab: a file opened meanwhile must not replace it.
		const opening = openDiff(this.#left, this.#right, this.#label, { preview: false, ...options });
		const shown = this.#shownUntil();
		await Promise.race([opening, shown.left]).finally(() => shown.dispose());
	}

	/**
	 * Watches for another tab coming to the front: if that happens before the diff is computed, VS Code 1.106 never
	 * reports that the diff editor was opened.
	 */
	#shownUntil() {
		const { tabGroups } = vscode.window;
		let wasShown = false;
		let leave = () => {};
		const left = new Promise<void>((resolve) => {
			leave = resolve;
		});
		const listening = tabGroups.onDidChangeTabs(() => {
			const isShown = tabGroups.all.some(({ activeTab }) => this.#shows(activeTab));
			if (wasShown && !isShown) leave();
			wasShown ||= isShown;
		});
		return { left, dispose: () => listening.dispose() };
	}

	/** Whether the user has switched to another file in the meantime. */
	get #elsewhere(): boolean {
		const active = activeDocument();
		return active !== undefined && active !== this.#begunIn;
	}

	/** Called when the preview may have become visible. */
	#refresh(): void {
		const editor = this.#editor(this.#right);
		if (editor) this.#changed(editor.document);
	}

	/** Called when the preview's text has changed: follows a partial answer, and shows the complete one. */
	#changed(document: vscode.TextDocument): void {
		const { uri } = document;
		const editor = uri.toString() === this.#right.toString() ? this.#editor(uri) : undefined;
		if (!editor) return;
		if (!this.#awaited) {
			if (this.#isWriting) this.#follow(editor);
		} else if (linesOf(document.getText()) === this.#awaited.lines) this.#decide(editor);
	}

	/** Reveals the last line that a partial answer has changed, unless the user has scrolled away from it. */
	#follow(editor: vscode.TextEditor): void {
		const text = editor.document.getText();
		const { base } = this.options;
		this.#highlightLines(editor);
		const changed = lastChangedLine(base, text);
		const seen = this.#followed;
		const { visibleRanges } = editor;
		const isSeen = (line: number) => visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
		if (changed < 0 || (seen !== undefined && !isSeen(seen))) return;
		this.#followed = changed;
		reveal(editor, changed, changed);
	}

	/** Moves the cursor to the change to decide about, once: from then on, only the user moves it. */
	#decide(editor: vscode.TextEditor): void {
		if (!this.#awaited) return;
		const { edit, at } = this.#awaited;
		this.#awaited = undefined;
		this.#threads.show(edit);
		if (!at) return;
		const start = new vscode.Position(at.line, 0);
		editor.selection = new vscode.Selection(start, start);
		reveal(editor, at.line, at.line + Math.max(0, at.hunk.added.length - 1));
	}

	/** Highlights the lines to be changed, including those that an answer added before the editor was shown. */
	#highlightLines(editor: vscode.TextEditor): void {
		const { base, range } = this.options;
		if (!range || this.#highlighted === editor) return;
		this.#unhighlight();
		this.#highlight = new RangeHighlight(editor.document, grown(range, base, editor.document.getText()));
		this.#highlighted = editor;
	}

	#unhighlight(): void {
		this.#highlight?.dispose();
		this.#highlight = undefined;
		this.#highlighted = undefined;
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

/** Returns the document that the user is working in, unless it is an input box beside the code. */
function activeDocument(): string | undefined {
	const uri = vscode.window.activeTextEditor?.document.uri;
	return uri?.scheme === "comment" ? undefined : uri?.toString();
}

/**
 * Returns a label for the tab, with a number where another tab has the same label: the tabs of two edits of one file must
 * differ.
 */
function freeLabel({ path, title }: PreviewOptions): InertText {
	const taken = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label));
	const named = inertLine(`${inertPath(path)} (${inertName(title)})`);
	let label = named;
	// Before the path, because the end of a long tab may be out of sight.
	for (let number = 2; taken.has(label) && number <= taken.size + 1; number++)
		label = inertLine(`(${number}) ${named}`);
	return label;
}

/** Returns a range of a text, extended or shortened by the number of lines that another text has more or fewer. */
function grown(range: vscode.Range, before: string, after: string): vscode.Range {
	const added = textLines(after).lines.length - textLines(before).lines.length;
	return range.with({ end: range.end.with(Math.max(range.start.line, range.end.line + added)) });
}

function reveal(editor: vscode.TextEditor, first: number, last: number): void {
	editor.revealRange(new vscode.Range(first, 0, last, 0), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Normalizes line breaks, because VS Code uses the same line break throughout a document. */
function linesOf(text: string): string {
	return textLines(text).lines.join("\n");
}
