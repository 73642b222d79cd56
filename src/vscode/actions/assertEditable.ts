import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { nameOf } from "../workspace/displayPath";

/**
 * Explains why nothing happens in a read-only editor. Only key bindings have access to this state, as the context key
 * `editorReadonly`: the API does not provide it for an editor.
 *
 * @param options the arguments of the key binding.
 * @throws UserError in a read-only editor.
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
