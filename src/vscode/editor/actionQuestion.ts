import * as vscode from "vscode";
import { type Action, actionPrompt } from "../../core/actions/action";
import { codeAttachments } from "../../core/actions/codeAttachments";
import { codeBudget } from "../../core/actions/codeBudget";
import type { CodeContext } from "../../core/actions/codeContext";
import { UserError } from "../../core/base/errors";
import type { PreparedQuestion, QuestionAction } from "../../core/chat/composer/questionAction";
import type { ContextWindow } from "../../core/context/contextWindow";
import { inertLine } from "../../shared/untrusted/inertText";
import { askText } from "../adapters/messages";
import { assertTaken } from "../context/confirmTaken";
import { codeContext } from "./codeContext";
import { codeAtCursor } from "./codePlace";
import type { LastEditor } from "./lastEditor";

/** What the question of an action is made with. */
export interface ActionDeps {
	/** How much the model takes in; `undefined` while there is none. */
	window(): ContextWindow | undefined;
}

/**
 * An action's question about a place in a document.
 *
 * @param wish what the user adds to it in words.
 */
export function actionQuestion(
	action: Action,
	context: CodeContext,
	wish: string,
	{ window }: ActionDeps,
): PreparedQuestion {
	const attachments = codeAttachments(context, action.takes, codeBudget(window()));
	return { text: actionPrompt(action, context, wish), attachments };
}

/** The actions as the composer offers them: about the code in the editor that was worked in last. */
export function questionActions(
	actions: readonly Action[],
	lastEditor: LastEditor,
	deps: ActionDeps,
): readonly QuestionAction[] {
	return actions.map((action) => {
		const prepare = async (wish: string) => {
			if (action.wish && wish === "") throw new UserError(vscode.l10n.t("Write behind /{0} what you want.", action.id));
			return actionQuestion(action, codeContext(await codeAtCursor(lastEditor.editor)), wish, deps);
		};
		return {
			suggestion: { id: action.id, label: action.id, detail: action.description(), icon: action.icon },
			prepare,
			async send(wish) {
				const question = await prepare(wish);
				await assertTaken(question.attachments, lastEditor.editor?.document.uri);
				return question;
			},
		};
	});
}

/** Asks what is wanted in words; a click beside the box does not take them away. @returns `undefined` when there are none. */
export async function askWish(title: string, prompt: string): Promise<string | undefined> {
	const wish = await askText({ title: inertLine(title), prompt: inertLine(prompt), ignoreFocusOut: true });
	return wish?.trim() || undefined;
}
