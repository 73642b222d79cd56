import * as vscode from "vscode";

/** Waits until a condition holds; checks it again with each event of the editor that may have changed it. */
export function until<T>(look: () => T | undefined): Promise<T> {
	return new Promise((resolve) => {
		const again = () => {
			const found = look();
			if (found === undefined) return;
			for (const listening of all) listening.dispose();
			resolve(found);
		};
		const all = [
			vscode.window.tabGroups.onDidChangeTabs(again),
			vscode.window.onDidChangeActiveTextEditor(again),
			vscode.window.onDidChangeVisibleTextEditors(again),
			vscode.window.onDidChangeTextEditorSelection(again),
			vscode.window.onDidChangeTextEditorVisibleRanges(again),
			vscode.workspace.onDidChangeTextDocument(again),
			vscode.workspace.onDidOpenTextDocument(again),
			vscode.workspace.onDidCloseTextDocument(again),
		];
		again();
	});
}

/** Returns the tabs that show an edit's preview. */
export function previewTabs(): readonly vscode.Tab[] {
	const isPreview = ({ input }: vscode.Tab) =>
		input instanceof vscode.TabInputTextDiff && input.modified.scheme === "gatehouse-edit";
	return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isPreview);
}

/** Returns the diff of the active tab, if it is the preview of an edit. */
function activePreview(): vscode.TabInputTextDiff | undefined {
	const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
	return input instanceof vscode.TabInputTextDiff && input.modified.scheme === "gatehouse-edit" ? input : undefined;
}

/** Waits until the preview shows these texts. */
export function shownEdit(proposed: string, settled?: string): Promise<void> {
	const textOf = (uri: vscode.Uri) =>
		vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.getText();
	return until(() => {
		const preview = activePreview();
		if (!preview || textOf(preview.modified) !== proposed) return undefined;
		return settled === undefined || textOf(preview.original) === settled ? true : undefined;
	}).then(() => {});
}

/** Waits until the cursor in the proposed side is at a line, counted from 0. */
export function cursorAt(line: number): Promise<void> {
	return until(() => {
		const uri = activePreview()?.modified.toString();
		const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
		return editor?.selection.active.line === line ? true : undefined;
	}).then(() => {});
}

/** Waits until no preview is the active tab. */
export function noPreview(): Promise<void> {
	return until(() => (activePreview() ? undefined : true)).then(() => {});
}

/** Waits until a line of the proposed side is on screen, counted from 0. */
export function onScreen(line: number): Promise<void> {
	return until(() => {
		const uri = activePreview()?.modified.toString();
		const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
		return editor?.visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line) || undefined;
	}).then(() => {});
}

/** Whether a document is the input of the box beside the code. */
export function isBox({ uri }: vscode.TextDocument): boolean {
	return uri.scheme === "comment" && uri.authority === "gatehouse-inline";
}

/** Waits until the box beside the code is open. */
export async function boxOpened(): Promise<void> {
	await until(() => vscode.workspace.textDocuments.find(isBox));
}

/** Waits until the box beside the code is open, and sends an instruction with its command. */
export async function instruct(text: string): Promise<void> {
	await boxOpened();
	await vscode.commands.executeCommand("gatehouse.submitInline", { text });
}
