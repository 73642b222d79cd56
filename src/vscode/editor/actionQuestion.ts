import * as vscode from "vscode";
import { type Action, attachmentsOf } from "../../core/actions/action";
import type { PreparedQuestion, QuestionAction } from "../../core/actions/questionAction";
import { UserError } from "../../core/base/errors";
import { codeContext } from "./codeContext";
import type { LastEditor } from "./lastEditor";

/**
 * An action's question about the code in an editor.
 *
 * @param wish what the user adds to it in words.
 * @throws UserError when there is no editor, or no code at its cursor.
 */
export async function actionQuestion(
	action: Action,
	editor: vscode.TextEditor | undefined,
	wish = "",
): Promise<PreparedQuestion> {
	if (!editor) throw new UserError(vscode.l10n.t("Open a file and select the code first."));
	const context = await codeContext(editor);
	if (context.selected.text.trim() === "")
		throw new UserError(vscode.l10n.t("There is no code at the cursor. Select some first."));
	const question = action.question(context);
	return { text: wish === "" ? question : `${question}\n\n${wish}`, attachments: attachmentsOf(context) };
}

/** The actions as the composer offers them: about the code in the editor that was worked in last. */
export function questionActions(actions: readonly Action[], lastEditor: LastEditor): readonly QuestionAction[] {
	return actions.map((action) => ({
		suggestion: { id: action.id, label: action.id, detail: action.description(), icon: action.icon },
		prepare: (wish) => actionQuestion(action, lastEditor.editor, wish),
	}));
}
