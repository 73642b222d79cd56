import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import type { CompletionAsk, CompletionSession } from "../../core/completions/completionSession";
import type { Disposable } from "../../shared/disposable";
import { inertName } from "../../shared/untrusted/inertText";
import { completionLimits } from "../../shared/untrusted/limits";
import { CompletedDocuments } from "./completedDocuments";
import { type CompletedFiles, cursorTextIn } from "./completedFiles";
import { onlyHere, probeSnooze, triggerSuggestion } from "./snoozeProbe";

/**
 * The command that runs when a suggestion was accepted as a whole: the only use of a suggestion that VS Code reports.
 */
const accepted = "gatehouse.acceptedCompletion";
/** Time after a call in which the user is unlikely to have snoozed suggestions, in milliseconds. */
const leastSnooze = 1_000;

/** The document of a call, and its version at that time. */
interface CallState {
	readonly document: vscode.TextDocument;
	readonly version: number;
}

/** Returns whether a document is the same as in a call. */
function isSame(call: CallState | undefined, document: vscode.TextDocument): boolean {
	return call?.document === document && call.version === document.version;
}

/** The call that an answer has arrived for. */
type ArrivedAsk = Pick<CompletionAsk, "document" | "isAutomatic">;

interface ProviderDeps {
	readonly files: CompletedFiles;
	/** Returns the session for a document; `undefined` where code is not completed. */
	session(document: vscode.TextDocument): CompletionSession | undefined;
	/** Is called for each suggestion that was accepted as a whole. */
	onAccept(): void;
	readonly clock: Pick<Clock, "now">;
}

/** VS Code's provider of suggestions at the cursor. */
export class CompletionProvider implements vscode.InlineCompletionItemProvider, Disposable {
	readonly #disposables = new Disposables();
	/** Whether this provider is making VS Code request suggestions because an answer has arrived. */
	#hasArrived = false;
	/** Whether VS Code's own list was open at the last call. */
	#isListOpen = false;
	/** The last call that a keystroke caused in each document: its version at that time, and the time. */
	readonly #lastKeys = new WeakMap<vscode.TextDocument, { readonly version: number; readonly at: number }>();
	/** The last answer that could not be shown because another editor was active. */
	#late: ArrivedAsk | undefined;
	/** The last call that returned a suggestion. */
	#lastAnswered: CallState | undefined;

	constructor(private readonly deps: ProviderDeps) {
		let registered: vscode.Disposable | undefined;
		const documents = new CompletedDocuments((selector) => {
			registered?.dispose();
			registered = vscode.languages.registerInlineCompletionItemProvider(selector, this);
		});
		this.#disposables.add(documents);
		this.#disposables.add({ dispose: () => registered?.dispose() });
		this.#disposables.add(vscode.commands.registerCommand(accepted, () => deps.onAccept()));
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	async provideInlineCompletionItems(
		document: vscode.TextDocument,
		position: vscode.Position,
		context: vscode.InlineCompletionContext,
		token: vscode.CancellationToken,
	): Promise<vscode.InlineCompletionItem[]> {
		const items = await this.#itemsAt(document, position, context, token);
		const isAnswered = items.length > 0;
		if (!token.isCancellationRequested)
			this.#lastAnswered = isAnswered ? { document, version: document.version } : undefined;
		return items;
	}

	async #itemsAt(
		document: vscode.TextDocument,
		position: vscode.Position,
		{ triggerKind, selectedCompletionInfo: item }: vscode.InlineCompletionContext,
		token: vscode.CancellationToken,
	): Promise<vscode.InlineCompletionItem[]> {
		const isByKey = triggerKind === vscode.InlineCompletionTriggerKind.Automatic;
		if (isByKey) this.#lastKeys.set(document, { version: document.version, at: this.deps.clock.now() });
		// A keystroke may cause a call before the one that this provider causes.
		const hasArrived = this.#hasArrived && !isByKey;
		if (hasArrived) this.#hasArrived = false;
		this.#isListOpen = item !== undefined;
		const isAutomatic = hasArrived || isByKey;
		const session = this.deps.session(document);
		if (!session || !isPlace(document, position)) return [];
		const { files } = this.deps;
		const isSendable = isByKey ? files.isSendable(document.uri) : await files.mayBeSent(document.uri);
		if (isSendable === undefined && !item) void this.#askWhenSendable(document, position, session);
		if (!isSendable || token.isCancellationRequested) return [];
		const cursor = cursorTextIn(document, position, item);
		const abort = new AbortController();
		const listening = token.onCancellationRequested(() => abort.abort());
		const ask = { document: document.uri.toString(), cursor, isAutomatic, isForKnown: hasArrived };
		const answer = await session.provide(ask, abort.signal).finally(() => listening.dispose());
		if (!answer) return [];
		const end = (item?.range.end ?? position).translate(0, answer.replaces);
		const range = new vscode.Range(item?.range.start ?? position, end);
		const command = { command: accepted, title: inertName("") };
		return [new vscode.InlineCompletionItem((item?.text ?? "") + answer.text, range, command)];
	}

	/**
	 * Makes VS Code show an answer that has arrived, unless its own list is open, another document is active, the user
	 * snoozes suggestions, or the answer does not fit at the cursor: asking again cancels VS Code's pending requests to
	 * other extensions.
	 */
	async show(arrived: ArrivedAsk): Promise<void> {
		const { document, isAutomatic } = arrived;
		this.#late = isActive(document) ? undefined : arrived;
		const editor = this.#editorFor(document);
		if (!editor) return;
		const { version } = editor.document;
		let end: (() => void) | undefined;
		// An answer that the user asked for is shown in any case.
		if (isAutomatic) {
			const key = this.#lastKeys.get(editor.document);
			if (key?.version !== version) return;
			if (this.deps.clock.now() - key.at > leastSnooze) {
				end = await probeSnooze(editor.document);
				if (!end) return;
			}
		}
		try {
			// The user may have switched to another editor during the probe.
			if (!isActive(document)) this.#late = arrived;
			else if (this.#editorFor(document)) await this.#trigger();
			// After a keystroke during the probe, VS Code has called the probe's provider instead of this one.
			else if (end && editor.document.version !== version) await this.askAgain();
		} finally {
			end?.();
		}
	}

	/** Shows an answer that arrived while another editor was active, once its own is active again. */
	async showLate(): Promise<void> {
		if (this.#late && isActive(this.#late.document)) await this.show(this.#late);
	}

	async #trigger(): Promise<void> {
		this.#hasArrived = true;
		try {
			await vscode.commands.executeCommand(triggerSuggestion, onlyHere);
		} finally {
			// VS Code does not ask where this provider is not used, such as in the input box of its Source Control view.
			this.#hasArrived = false;
		}
	}

	/** Returns the active editor if it has this document, and an answer that can be shown at its only cursor. */
	#editorFor(document: string): vscode.TextEditor | undefined {
		const editor = vscode.window.activeTextEditor;
		if (this.#isListOpen || editor?.document.uri.toString() !== document || editor.selections.length !== 1) return;
		const cursor = cursorTextIn(editor.document, editor.selection.active);
		return this.deps.session(editor.document)?.hasAnswer({ document, cursor }) ? editor : undefined;
	}

	/** Requests a completion at the active editor's cursor, for example when a setting changed after the last keystroke. */
	async askAgain(): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const session = editor && this.deps.session(editor.document);
		if (!session || isSame(this.#lastAnswered, editor.document)) return;
		if (!isPlace(editor.document, editor.selection.active)) return;
		const { document } = editor;
		// Whether VS Code requests suggestions at all now is determined before the answer is shown.
		this.#lastKeys.set(document, { version: document.version, at: Number.NEGATIVE_INFINITY });
		await this.#askWhenSendable(document, editor.selection.active, session);
	}

	/**
	 * Requests a completion as soon as it is known that the file may be sent, if nothing has changed since. VS Code would
	 * not ask again for the same place before there is an answer.
	 */
	async #askWhenSendable(
		document: vscode.TextDocument,
		position: vscode.Position,
		session: CompletionSession,
	): Promise<void> {
		const { uri, version } = document;
		if (!(await this.deps.files.mayBeSent(uri)) || document.version !== version) return;
		// Completions may have been turned off, or another model may have been chosen.
		if (this.deps.session(document) !== session) return;
		const ask = { document: uri.toString(), cursor: cursorTextIn(document, position), isAutomatic: true };
		// Does not wait: the answer is shown when it arrives.
		await session.provide(ask, AbortSignal.abort());
	}
}

/** Returns whether the active editor has a document. */
function isActive(document: string): boolean {
	return vscode.window.activeTextEditor?.document.uri.toString() === document;
}

/** Returns whether suggestions are made in a document: not in a very large or minified one, or at several cursors. */
function isPlace(document: vscode.TextDocument, position: vscode.Position): boolean {
	const { activeTextEditor: active, visibleTextEditors: visible } = vscode.window;
	const editor = [active, ...visible].find((one) => one?.document === document);
	if (editor && editor.selections.length > 1) return false;
	if (document.lineAt(position.line).text.length > completionLimits.lineLength) return false;
	return document.offsetAt(document.lineAt(document.lineCount - 1).range.end) <= completionLimits.fileLength;
}
