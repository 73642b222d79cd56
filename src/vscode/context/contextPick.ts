import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import type { LastEditor } from "../editor/lastEditor";
import { openEditors, selection } from "./editorSources";
import { pickFiles, pickFolder, pickImages } from "./filePicks";
import type { NextQuestion } from "./nextQuestion";
import { problemFiles } from "./problems";
import { pickSymbol } from "./symbolPick";
import { terminalSelection } from "./terminalSelection";

interface PickItem extends vscode.QuickPickItem {
	/** Nothing when the user goes back on it. */
	sources(): Promise<readonly ContextSource[]> | readonly ContextSource[];
}

/**
 * Asks what to attach: first which kind, then which one.
 *
 * @param codebase finds the places that fit what is written.
 * @param images whether the model takes images, as far as anybody knows.
 */
export async function pickContext(
	lastEditor: LastEditor,
	images: boolean,
	codebase: ReturnType<NextQuestion["codebase"]>,
): Promise<readonly ContextSource[]> {
	const { editor } = lastEditor;
	const problems = problemFiles();
	const ofEditor = problems.find(([uri]) => uri.toString() === editor?.document.uri.toString())?.[0];
	const count = (files: readonly (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[]) =>
		String(files.reduce((sum, [, found]) => sum + found.length, 0));
	const items: (PickItem | false)[] = [
		editor !== undefined &&
			!editor.selection.isEmpty && {
				label: vscode.l10n.t("$(list-selection) Selection"),
				description: vscode.workspace.asRelativePath(editor.document.uri),
				sources: () => [selection(editor)],
			},
		{ label: vscode.l10n.t("$(file) Files…"), sources: pickFiles },
		{ label: vscode.l10n.t("$(folder) Folder…"), sources: pickFolder },
		codebase !== undefined && {
			label: vscode.l10n.t("$(search-sparkle) Codebase"),
			description: vscode.l10n.t("the places that fit the question best"),
			sources: codebase,
		},
		openEditors().length > 0 && {
			label: vscode.l10n.t("$(files) Open Editors"),
			description: String(openEditors().length),
			sources: openEditors,
		},
		ofEditor !== undefined && {
			label: vscode.l10n.t("$(warning) Problems in the Active File"),
			description: count(problems.filter(([uri]) => uri === ofEditor)),
			sources: () => [{ type: "problems", uri: ofEditor.toString() }],
		},
		problems.length > 0 && {
			label: vscode.l10n.t("$(warning) All Problems"),
			description: count(problems),
			sources: () => [{ type: "problems", uri: null }],
		},
		vscode.window.activeTerminal !== undefined && {
			label: vscode.l10n.t("$(terminal) Terminal Selection"),
			description: vscode.window.activeTerminal.name,
			sources: async () => [await terminalSelection()],
		},
		{ label: vscode.l10n.t("$(git-compare) Git Changes"), sources: () => [{ type: "changes" }] },
		{ label: vscode.l10n.t("$(symbol-class) Symbol…"), sources: () => pickSymbol(editor) },
		images && { label: vscode.l10n.t("$(file-media) Image…"), sources: pickImages },
	];
	const chosen = await vscode.window.showQuickPick(
		items.filter((item) => item !== false),
		{
			title: vscode.l10n.t("Attach Context"),
			placeHolder: vscode.l10n.t(
				"What shall go with the question? Files can also be dropped on the panel with Shift held",
			),
			matchOnDescription: true,
		},
	);
	return (await chosen?.sources()) ?? [];
}
