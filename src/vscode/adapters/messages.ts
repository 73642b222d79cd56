import * as vscode from "vscode";
import { withoutHidden } from "../../shared/hiddenCharacters";
import { type InertText, inertName } from "../../shared/untrusted/inertText";

// The only file that calls VS Code's functions for messages, progress, input boxes, quick picks, status-bar items and the
// titles of editors; `npm run check` refuses them everywhere else. Text from outside is inert before it gets here.

/** A type of VS Code's whose texts are inert. */
type Inert<T, Texts extends keyof T> = Omit<T, Texts> & { [Text in Texts]: InertText };

/** Characters of a message that are on one line of a notification in any case. */
const oneLine = 50;

/**
 * Shows a notification with buttons; gives the one that was pressed. A longer message without any gets OK, for VS Code shows
 * only one line of a notification that has no button.
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

/** Asks in a modal dialog, with a warning; gives the button that was pressed. Enter presses the first. */
export async function askInDialog<Button extends InertText>(
	question: InertText,
	detail: InertText,
	...buttons: readonly Button[]
): Promise<Button | undefined> {
	return vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
}

/** A report of progress. */
export interface ProgressReport {
	readonly message: InertText;
	/** Percents more than at the last report. */
	readonly increment?: number;
}

/** Runs work under a notification that can be cancelled. */
export async function runUnderNotification<T>(
	title: InertText,
	work: (progress: vscode.Progress<ProgressReport>, token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
	const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
	return vscode.window.withProgress(options, work);
}

type Validation = InertText | Inert<vscode.InputBoxValidationMessage, "message"> | undefined;

/** The options of an input box. Its value is shown in a text field, which knows neither links nor icons. */
export interface InputOptions
	extends Partial<Inert<Omit<vscode.InputBoxOptions, "value" | "validateInput">, "title" | "prompt" | "placeHolder">> {
	readonly value?: string;
	readonly validateInput?: (value: string) => Validation | Promise<Validation>;
}

/** Asks for a text; `undefined` when the user leaves. Hidden characters of the value it begins with are left out. */
export async function askText({ value, ...options }: InputOptions): Promise<string | undefined> {
	const begun = value === undefined ? {} : { value: withoutHidden(value) };
	return vscode.window.showInputBox({ ...options, ...begun });
}

/** A button of a quick pick, or of a row in it. */
export type PickButton = Inert<vscode.QuickInputButton & { readonly tooltip: string }, "tooltip">;

/** A row of a quick pick, or a separator. */
export interface PickRow extends Omit<vscode.QuickPickItem, "label" | "description" | "detail" | "buttons"> {
	readonly label: InertText;
	readonly description?: InertText;
	readonly detail?: InertText;
	readonly buttons?: readonly PickButton[];
}

type PickOptions = Partial<Inert<Omit<vscode.QuickPickOptions, "canPickMany" | "prompt">, "title" | "placeHolder">>;

/** Has the user choose one row; `undefined` when they leave. */
export async function pickOne<Row extends PickRow>(
	rows: readonly Row[] | Promise<readonly Row[]>,
	options: PickOptions,
): Promise<Row | undefined> {
	return vscode.window.showQuickPick(rows, options);
}

/** Has the user tick rows; `undefined` when they leave. */
export async function pickMany<Row extends PickRow>(
	rows: readonly Row[] | Promise<readonly Row[]>,
	options: PickOptions,
): Promise<readonly Row[] | undefined> {
	return vscode.window.showQuickPick(rows, { ...options, canPickMany: true });
}

/** A quick pick that is filled while it is open. */
export interface InertQuickPick<Row extends PickRow>
	extends Omit<vscode.QuickPick<Row>, "title" | "placeholder" | "buttons"> {
	title: InertText | undefined;
	placeholder: InertText | undefined;
	buttons: readonly PickButton[];
}

/** Makes a quick pick that is not shown yet. */
export function createPick<Row extends PickRow = PickRow>(): InertQuickPick<Row> {
	return vscode.window.createQuickPick<Row>() as InertQuickPick<Row>;
}

/** An entry of the status bar. */
export interface StatusEntry
	extends Omit<vscode.StatusBarItem, "text" | "tooltip" | "name" | "accessibilityInformation"> {
	text: InertText;
	tooltip: InertText;
	name: InertText;
	accessibilityInformation: { readonly label: InertText; readonly role: string };
}

/** Makes an entry on the right of the status bar. @param priority the higher, the further to the left. */
export function createStatusEntry(id: string, priority: number): StatusEntry {
	return vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, priority) as StatusEntry;
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

/** Makes the address of a document of ours. @param name shown by its tab, with the extension. */
export function documentUri(scheme: string, folder: string, name: InertText, extension = ""): vscode.Uri {
	// A slash or a backslash would end the name.
	return vscode.Uri.from({ scheme, path: `${folder}/${name.replaceAll(/[\\/]/g, "∕")}${extension}` });
}

/** Makes a Markdown document that is not saved yet. @param title its first line, which VS Code's tab shows as its name. */
export async function openUntitledMarkdown(title: InertText, rest: string): Promise<vscode.TextDocument> {
	return vscode.workspace.openTextDocument({ language: "markdown", content: `${title}\n${rest}` });
}

/** Makes an entry of the light bulb. */
export function createQuickFix(title: InertText, command: string, args: readonly unknown[]): vscode.CodeAction {
	const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
	action.command = { title, command, arguments: [...args] };
	return action;
}

/** Says what a tool is about to do. @param confirmation asked first; VS Code reads it as Markdown. */
export function toolInvocation(
	message: InertText,
	confirmation?: Inert<vscode.LanguageModelToolConfirmationMessages, "title" | "message">,
): vscode.PreparedToolInvocation {
	return { invocationMessage: message, ...(confirmation ? { confirmationMessages: confirmation } : {}) };
}
