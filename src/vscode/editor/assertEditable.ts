import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { nameOf } from "../pathToTell";

/**
 * Says why nothing happens where the editor cannot be written to. Only a key binding can tell (`editorReadonly`): the API
 * does not say so of an editor.
 *
 * @param options what the key binding gives along.
 * @throws UserError in an editor that is read-only.
 */
export function assertEditable(options: unknown): void {
	const readOnly =
		typeof options === "object" && options !== null && "readOnly" in options && options.readOnly === true;
	const editor = vscode.window.activeTextEditor;
	if (!readOnly || !editor) return;
	throw new UserError(
		vscode.l10n.t("{0} is read-only in this editor, so it cannot be changed here.", nameOf(editor.document.uri)),
	);
}
