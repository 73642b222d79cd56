import * as vscode from "vscode";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { type InertText, inertName } from "../../shared/untrusted/inertText";

// The only file that calls VS Code's functions for messages, progress, input boxes, quick picks, status bar items, comment
// threads, completions and editor titles; `npm run check` rejects such calls in other files. Text from outside has been
// made inert before it gets here.

/** A type of VS Code's API, with inert texts. */
type Inert<T, Texts extends keyof T> = Omit<T, Texts> & { [Text in Texts]: InertText };

/** Maximum length of a message that always fits on one line of a notification, in characters. */
const oneLine = 50;

/**
 * Shows a notification with buttons and returns the pressed one. A longer message without buttons gets an OK button,
 * because VS Code shows only one line of a notification without buttons.
 */
export async function notify<Button extends InertText>(
	severity: "info" | "warning" | "error",
	message: InertText,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	if (buttons.length > 0 || message.length <= oneLine) return show(severity, message, ...buttons);
	await show(severity, message, inertName(vscode.l10n.t("OK")));
	return undefined;
}

async function show<Button extends InertText>(
	severity: "info" | "warning" | "error",
	message: InertText,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	switch (severity) {
		case "info":
			return vscode.window.showInformationMessage(message, ...buttons);
		case "warning":
			return vscode.window.showWarningMessage(message, ...buttons);
		case "error":
			return vscode.window.showErrorMessage(message, ...buttons);
	}
}

/** Opens a terminal. */
export function openTerminal(
	options: Inert<vscode.TerminalOptions, "name"> | Inert<vscode.ExtensionTerminalOptions, "name">,
): vscode.Terminal {
	return vscode.window.createTerminal(options);
}

/** Shows a modal warning dialog and returns the pressed button. Enter presses the first. */
export async function askInDialog<Button extends InertText>(
	question: InertText,
	detail: InertText,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	return vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
}

/** A progress report. */
export interface ProgressReport {
	readonly message: InertText;
	/** Percentage points added since the last report. */
	readonly increment?: number;
}

/** Runs work with a progress notification that has a Cancel button. */
export async function runUnderNotification<T>(
	title: InertText,
	work: (progress: vscode.Progress<ProgressReport>, token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
	const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
	return vscode.window.withProgress(options, work);
}

/** The message that an input box shows about its text. */
export type Validation = InertText | Inert<vscode.InputBoxValidationMessage, "message"> | undefined;

/** Options of an input box. Its value is shown in a text field, which renders neither links nor icons. */
export interface InputOptions
	extends Partial<Inert<Omit<vscode.InputBoxOptions, "value" | "validateInput">, "title" | "prompt" | "placeHolder">> {
	readonly value?: string;
	readonly validateInput?: (value: string) => Validation | Promise<Validation>;
}

let questions = 0;

/** Returns the number of input boxes and quick picks so far. */
export const questionCount = (): number => questions;

/** Asks for a text; returns `undefined` if the user cancels. Hidden characters are removed from the initial value. */
export async function askText({ value, ...options }: InputOptions): Promise<string | undefined> {
	const begun = value === undefined ? {} : { value: withoutHidden(value) };
	questions++;
	return vscode.window.showInputBox({ ...options, ...begun });
}

/** An input box that can stay open while its text is used. */
export interface InertInputBox
	extends Omit<vscode.InputBox, "title" | "prompt" | "placeholder" | "validationMessage" | "buttons"> {
	title: InertText | undefined;
	prompt: InertText | undefined;
	placeholder: InertText | undefined;
	validationMessage: Validation;
	buttons: readonly PickButton[];
}

/** Creates an input box without showing it. Its value is shown in a text field, as with {@link askText}. */
export function createInput(): InertInputBox {
	questions++;
	return vscode.window.createInputBox() as InertInputBox;
}

/** A button of a quick pick, or of a row in it. */
export type PickButton = Inert<vscode.QuickInputButton & { readonly tooltip: string }, "tooltip">;

/** VS Code's own button that leads back to the previous step. */
export const backButton = vscode.QuickInputButtons.Back as PickButton;

/** A row of a quick pick, or a separator. */
export interface PickRow extends Omit<vscode.QuickPickItem, "label" | "description" | "detail" | "buttons"> {
	readonly label: InertText;
	readonly description?: InertText;
	readonly detail?: InertText;
	readonly buttons?: readonly PickButton[];
}

type PickOptions = Partial<Inert<Omit<vscode.QuickPickOptions, "canPickMany" | "prompt">, "title" | "placeHolder">>;

/** Lets the user choose a row; returns `undefined` if they cancel. */
export async function pickOne<Row extends PickRow>(
	rows: readonly Row[] | Promise<readonly Row[]>,
	options: PickOptions,
): Promise<Row | undefined> {
	questions++;
	return vscode.window.showQuickPick(rows, options);
}

/** Lets the user select several rows; returns `undefined` if they cancel. */
export async function pickMany<Row extends PickRow>(
	rows: readonly Row[] | Promise<readonly Row[]>,
	options: PickOptions,
): Promise<readonly Row[] | undefined> {
	questions++;
	return vscode.window.showQuickPick(rows, { ...options, canPickMany: true });
}

/** A quick pick whose rows can change while it is open. */
export interface InertQuickPick<Row extends PickRow>
	extends Omit<vscode.QuickPick<Row>, "title" | "placeholder" | "buttons"> {
	title: InertText | undefined;
	placeholder: InertText | undefined;
	buttons: readonly PickButton[];
}

/** Creates a quick pick without showing it. */
export function createPick<Row extends PickRow = PickRow>(): InertQuickPick<Row> {
	questions++;
	return vscode.window.createQuickPick<Row>() as InertQuickPick<Row>;
}

/**
 * Keeps the rows of a quick pick in their order; by default, VS Code sorts rows that match the typed text first. The
 * option exists, but is not part of VS Code's API.
 */
export function disableSorting(pick: object): void {
	Object.assign(pick, { sortByLabel: false });
}

/** A status bar item. */
export interface StatusEntry
	extends Omit<vscode.StatusBarItem, "text" | "tooltip" | "name" | "accessibilityInformation"> {
	text: InertText;
	tooltip: InertText;
	name: InertText;
	accessibilityInformation: { readonly label: InertText; readonly role: string };
}

/** Creates a status bar item on the right. @param priority items with a higher priority are further to the left. */
export function createStatusEntry(id: string, priority: number): StatusEntry {
	return vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, priority) as StatusEntry;
}

/** An item in the menu beside the language of the active editor. */
export interface LanguageEntry
	extends Omit<vscode.LanguageStatusItem, "name" | "text" | "detail" | "command" | "accessibilityInformation"> {
	name: InertText;
	text: InertText;
	/** VS Code renders links in it. */
	detail: InertText;
	command: Inert<vscode.Command, "title"> | undefined;
}

/** Creates a language status item. */
export function createLanguageEntry(id: string, selector: vscode.DocumentSelector): LanguageEntry {
	return vscode.languages.createLanguageStatusItem(id, selector) as LanguageEntry;
}

/** Opens two documents in VS Code's diff editor. */
export async function openDiff(
	left: vscode.Uri,
	right: vscode.Uri,
	title: InertText,
	options: vscode.TextDocumentShowOptions,
): Promise<void> {
	await vscode.commands.executeCommand("vscode.diff", left, right, title, options);
}

/**
 * Opens VS Code's multi-file diff editor.
 *
 * @param rows each file with its two sides; a side is absent for a new or a deleted file.
 */
export async function openChanges(
	title: InertText,
	rows: readonly (readonly [file: vscode.Uri, left: vscode.Uri | undefined, right: vscode.Uri | undefined])[],
): Promise<void> {
	await vscode.commands.executeCommand("vscode.changes", title, rows);
}

/** Returns the URI of one of Gatehouse's virtual documents. @param name shown in its tab, with the extension. */
export function documentUri(scheme: string, folder: string, name: InertText, extension = ""): vscode.Uri {
	// A slash or a backslash would cut off the name.
	return vscode.Uri.from({ scheme, path: `${folder}/${name.replaceAll(/[\\/]/g, "∕")}${extension}` });
}

/** Creates a quick fix, which the light bulb lists. */
export function createQuickFix(title: InertText, command: string, args: readonly unknown[]): vscode.CodeAction {
	const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
	action.command = { title, command, arguments: [...args] };
	return action;
}

/** Returns the message shown before a tool runs. @param confirmation asked first; VS Code renders it as Markdown. */
export function toolInvocation(
	message: InertText,
	confirmation?: Inert<vscode.LanguageModelToolConfirmationMessages, "title" | "message">,
): vscode.PreparedToolInvocation {
	return { invocationMessage: message, ...(confirmation ? { confirmationMessages: confirmation } : {}) };
}

/** A comment thread of VS Code without comments: a label with commands beside it, below lines of a document. */
interface ThreadOptions {
	readonly label: InertText;
	/** The value of the key `commentThread`, which menus test for. */
	readonly contextValue: string;
	/** Whether it has a box to write in. */
	readonly canReply: boolean;
}

/** Creates comment threads that never have comments. */
export interface Threads extends vscode.Disposable {
	create(uri: vscode.Uri, range: vscode.Range, options: ThreadOptions): vscode.CommentThread;
}

/**
 * Returns a source of comment threads without comments, and without the button for new ones in the margin.
 *
 * @param id the value of the key `commentController`, and the authority of the boxes' documents.
 * @param placeHolder shown in an empty box.
 */
export function createThreads(id: string, placeHolder: InertText): Threads {
	const controller = vscode.comments.createCommentController(id, "Gatehouse");
	controller.options = { prompt: "", placeHolder };
	return {
		create(uri, range, options) {
			const thread = controller.createCommentThread(uri, range, []);
			Object.assign(thread, options, { collapsibleState: vscode.CommentThreadCollapsibleState.Expanded });
			return thread;
		},
		dispose: () => controller.dispose(),
	};
}

/** A row of VS Code's list of completions. */
export interface CompletionRow {
	readonly label: InertText;
	readonly detail: InertText;
	readonly kind: vscode.CompletionItemKind;
	readonly text: string;
	/** The part of the document that is replaced. */
	readonly range: vscode.Range;
}

/** Offers completions in the documents of a scheme. @param triggers the characters that open the list. */
export function offerCompletions(
	scheme: string,
	triggers: readonly string[],
	provide: (document: vscode.TextDocument, position: vscode.Position) => Promise<readonly CompletionRow[]>,
): vscode.Disposable {
	const item = ({ label, detail, kind, text, range }: CompletionRow, at: number) =>
		Object.assign(new vscode.CompletionItem(label, kind), {
			detail,
			insertText: text,
			filterText: text,
			range,
			sortText: String(at).padStart(3, "0"),
		});
	const provider: vscode.CompletionItemProvider = {
		provideCompletionItems: async (document, position) => ({
			isIncomplete: true,
			items: (await provide(document, position)).map(item),
		}),
	};
	return vscode.languages.registerCompletionItemProvider({ scheme }, provider, ...triggers);
}
