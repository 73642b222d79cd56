import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import { rebase } from "../../../core/edits/apply/rebase";
import type { TextEdit } from "../../../core/edits/apply/textEdit";
import { changesOf, type Hunk } from "../../../core/edits/text/hunks";
import { textLines } from "../../../core/edits/text/textLines";
import { limits } from "../../../shared/untrusted/limits";
import { nameOf, notebookOf } from "../../workspace/displayPath";
import { mayWrite } from "../../workspace/workspacePath";

/** The place to which an accepted change is written. */
export interface EditTarget {
	/** The file's name. */
	readonly name: string;
	/** The path (for a cell, its notebook's): relative to the workspace, absolute outside it. */
	readonly path: string;
	readonly languageId?: string;
	/** The file; absent for a new one. */
	readonly uri?: vscode.Uri;
	/** The text to change. */
	readonly base: string;
	/**
	 * Writes the accepted hunks as one undo step.
	 *
	 * @returns a function that shows the result; `undefined` when the user cancelled.
	 * @throws UserError with the reason if they cannot be written, or their place is uncertain; nothing is changed then.
	 */
	write(edit: TextEdit): Promise<(() => Promise<void>) | undefined>;
	/** Shows the file if it is open. */
	show(): Promise<void>;
}

/**
 * Returns the target for a document that is open or can be opened.
 *
 * @param base its text, to which the change applies.
 * @throws UserError when the text is too large to edit.
 */
export function documentTarget(document: vscode.TextDocument, base: string): EditTarget {
	const { uri, languageId } = document;
	if (base.length > limits.editedFileLength)
		throw new UserError(
			vscode.l10n.t(
				"{0} is too large to be edited here: the maximum is {1} MB. Nothing was changed.",
				nameOf(uri),
				limits.editedFileLength / 1024 / 1024,
			),
		);
	const current = async () => {
		if (!document.isClosed) return document;
		if (document.isUntitled)
			throw new UserError(
				vscode.l10n.t(
					"The document was closed in the meantime, so nothing was written: copy the code from the preview.",
				),
			);
		return vscode.workspace.openTextDocument(uri);
	};
	return {
		name: nameOf(uri),
		path: vscode.workspace.asRelativePath(notebookOf(uri) ?? uri),
		languageId,
		uri,
		base,
		async write(edit) {
			const open = await current();
			if (!(await mayWrite(open))) return undefined;
			const change = new vscode.WorkspaceEdit();
			const hunks = rebase(edit.accepted, base, open.getText());
			for (const { from, to, text } of changesOf(textLines(open.getText()), hunks)) {
				change.replace(uri, new vscode.Range(open.positionAt(from), open.positionAt(to)), text);
			}
			if (!(await vscode.workspace.applyEdit(change))) {
				throw new UserError(
					vscode.l10n.t("The change could not be written to {0}. Nothing was changed: try again.", nameOf(uri)),
				);
			}
			return async () => {
				const editor = await vscode.window.showTextDocument(open, columnOf(uri));
				const at = new vscode.Position(firstLine(hunks), 0);
				editor.selection = new vscode.Selection(at, at);
				editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
			};
		},
		async show() {
			const viewColumn = columnOf(uri);
			if (viewColumn !== undefined) await vscode.window.showTextDocument(uri, { viewColumn });
		},
	};
}

/** Returns the column in which a file is open; `undefined` if it is not open. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
	const shows = ({ input }: vscode.Tab) =>
		input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
	return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn;
}

function firstLine(hunks: readonly Hunk[]): number {
	return hunks[0]?.start ?? 0;
}
