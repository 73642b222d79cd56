import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { splitLines } from "../../core/base/splitLines";
import { assertNotCutOff } from "../actions/edits/applyCode";
import { confirmHidden } from "../actions/edits/confirmHidden";
import type { ChatCode } from "../actions/edits/editing";

/**
 * Inserts a code block of the chat at every cursor. Selected text is kept: replacing it is an edit, which is previewed
 * first.
 *
 * @param last the last active editor.
 * @throws UserError when there is no editor, the block is incomplete, or the file cannot be changed.
 */
export async function insertAtCursor(block: ChatCode, last: vscode.TextEditor | undefined): Promise<void> {
	if (!last) throw new UserError(vscode.l10n.t("Open a file first: there is no editor to insert into."));
	assertNotCutOff(block);
	const { code } = block;
	// The tab may be hidden now; showing it again creates another editor, with the cursors that VS Code has kept for it.
	const { document, viewColumn } = last;
	const editor = await vscode.window.showTextDocument(document, { viewColumn: viewColumn ?? vscode.ViewColumn.Active });
	const { line } = editor.selection.active;
	if (!(await confirmHidden([{ line, added: splitLines(code) }]))) return;
	const inserted = await editor.edit((edit) => {
		for (const { active } of editor.selections) edit.insert(active, code);
	});
	if (!inserted) throw new UserError(vscode.l10n.t("The file cannot be changed."));
}
