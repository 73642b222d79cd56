import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { changesOf, type Hunk } from "../../core/edits/hunks";
import { rebase } from "../../core/edits/rebase";
import type { TextEdit } from "../../core/edits/textEdit";
import { textLines } from "../../core/edits/textLines";
import { nameOf } from "../pathToTell";
import { mayWrite } from "./workspacePath";

/** Where an accepted change is written. */
export interface EditTarget {
	/** The file's name. */
	readonly name: string;
	readonly languageId?: string;
	/** The text that is to be changed. */
	readonly base: string;
	/**
	 * Writes what is accepted, as one step to undo, and shows it; false when the user gave that up.
	 *
	 * @throws UserError with the reason when it is not certain that it can be; nothing is then changed.
	 */
	write(edit: TextEdit): Promise<boolean>;
	/** Shows it as it is. */
	show(): Promise<void>;
}

/** A document that is open or can be opened; its text is taken now. */
export function documentTarget(document: vscode.TextDocument, viewColumn?: vscode.ViewColumn): EditTarget {
	const { uri, languageId } = document;
	const base = document.getText();
	const options: vscode.TextDocumentShowOptions = viewColumn === undefined ? {} : { viewColumn };
	const current = async () => {
		if (!document.isClosed) return document;
		if (document.isUntitled)
			throw new UserError(vscode.l10n.t("The document was closed meanwhile. Nothing was written."));
		return vscode.workspace.openTextDocument(uri);
	};
	return {
		name: nameOf(uri),
		languageId,
		base,
		async write(edit) {
			const open = await current();
			if (!(await mayWrite(open))) return false;
			const change = new vscode.WorkspaceEdit();
			const hunks = rebase(edit.accepted, base, open.getText());
			for (const { from, to, text } of changesOf(textLines(open.getText()), hunks)) {
				change.replace(uri, new vscode.Range(open.positionAt(from), open.positionAt(to)), text);
			}
			if (!(await vscode.workspace.applyEdit(change))) {
				throw new UserError(vscode.l10n.t("The file cannot be changed."));
			}
			const editor = await vscode.window.showTextDocument(open, options);
			const at = new vscode.Position(firstLine(hunks), 0);
			editor.selection = new vscode.Selection(at, at);
			editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
			return true;
		},
		async show() {
			if (!document.isClosed) await vscode.window.showTextDocument(document, options);
		},
	};
}

function firstLine(hunks: readonly Hunk[]): number {
	return hunks[0]?.start ?? 0;
}
