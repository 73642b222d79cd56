import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { inertLine, inertName, inertPath } from "../../shared/untrusted/inertText";
import { type PickRow, pickOne } from "../adapters/messages";
import type { LastEditor } from "../workspace/lastEditor";
import type { CodebaseSearch } from "./contextSuggestions";
import { openEditors, selection } from "./editorSources";
import { pickFiles, pickFolder, pickImages } from "./filePicks";
import { problemFiles } from "./problems";
import { pickSymbol } from "./symbolPick";
import { terminalSelection } from "./terminalSelection";

interface ContextKind extends PickRow {
	/** Returns no sources when the user cancels. */
	sources(): Promise<readonly ContextSource[]> | readonly ContextSource[];
}

/**
 * Asks what to attach: first the kind, then the item.
 *
 * @param codebase finds the places that match the question.
 * @param images whether the model accepts images, as far as known.
 */
export async function pickContext(
	lastEditor: LastEditor,
	images: boolean,
	codebase: CodebaseSearch | undefined,
): Promise<readonly ContextSource[]> {
	const { editor } = lastEditor;
	const problems = problemFiles();
	const ofEditor = problems.find(([uri]) => uri.toString() === editor?.document.uri.toString())?.[0];
	const count = (files: readonly (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[]) =>
		inertName(String(files.reduce((sum, [, found]) => sum + found.length, 0)));
	const items: (ContextKind | false)[] = [
		editor !== undefined &&
			!editor.selection.isEmpty && {
				...kind("list-selection", vscode.l10n.t("Selection")),
				description: inertPath(vscode.workspace.asRelativePath(editor.document.uri)),
				sources: () => [selection(editor)],
			},
		{ ...kind("file", vscode.l10n.t("Files…")), sources: pickFiles },
		{ ...kind("folder", vscode.l10n.t("Folder…")), sources: pickFolder },
		codebase !== undefined && {
			...kind("search-sparkle", vscode.l10n.t("Codebase")),
			description: inertLine(vscode.l10n.t("the places that match the question best")),
			sources: codebase,
		},
		openEditors().length > 0 && {
			...kind("files", vscode.l10n.t("Open Editors")),
			description: inertName(String(openEditors().length)),
			sources: openEditors,
		},
		ofEditor !== undefined && {
			...kind("warning", vscode.l10n.t("Problems in the Active File")),
			description: count(problems.filter(([uri]) => uri === ofEditor)),
			sources: () => [{ type: "problems", uri: ofEditor.toString() }],
		},
		problems.length > 0 && {
			...kind("warning", vscode.l10n.t("All Problems")),
			description: count(problems),
			sources: () => [{ type: "problems", uri: null }],
		},
		vscode.window.activeTerminal !== undefined && {
			...kind("terminal", vscode.l10n.t("Terminal Selection")),
			description: inertName(vscode.window.activeTerminal.name),
			sources: async () => [await terminalSelection()],
		},
		{ ...kind("git-compare", vscode.l10n.t("Git Changes")), sources: () => [{ type: "changes" }] },
		{ ...kind("symbol-class", vscode.l10n.t("Symbol…")), sources: () => pickSymbol(editor) },
		images && { ...kind("file-media", vscode.l10n.t("Image…")), sources: pickImages },
	];
	const placeHolder = vscode.l10n.t(
		"What should be attached? You can also drop files on the panel while holding Shift",
	);
	const chosen = await pickOne(
		items.filter((item) => item !== false),
		{
			title: inertLine(vscode.l10n.t("Attach Context")),
			placeHolder: inertLine(placeHolder),
			matchOnDescription: true,
		},
	);
	return (await chosen?.sources()) ?? [];
}

function kind(icon: string, label: string): PickRow {
	return { label: inertName(label), iconPath: new vscode.ThemeIcon(icon) };
}
