import * as vscode from "vscode";
import { type Action, actionPrompt } from "../../core/actions/action";
import { codeAttachments } from "../../core/actions/codeAttachments";
import { codeBudget } from "../../core/actions/codeBudget";
import type { CodeContext } from "../../core/actions/codeContext";
import { UserError } from "../../core/base/errors";
import type { PreparedQuestion, QuestionAction } from "../../core/chat/composer/questionAction";
import type { ContextWindow } from "../../core/context/tokens/contextWindow";
import { inertLine } from "../../shared/untrusted/inertText";
import { askText } from "../adapters/messages";
import { assertAttachable } from "../context/confirmAttachments";
import type { LastEditor } from "../workspace/lastEditor";
import { codeAtCursor } from "./codePlace";
import { codeContext } from "./readCodeContext";

/** The dependencies of an action's question. */
export interface ActionDeps {
	/** The model's context window; `undefined` while there is no model. */
	window(): ContextWindow | undefined;
}

/**
 * Returns an action's question about a place in a document.
 *
 * @param instruction the instruction in the user's own words.
 */
export function actionQuestion(
	action: Action,
	context: CodeContext,
	instruction: string,
	{ window }: ActionDeps,
): PreparedQuestion {
	const attachments = codeAttachments(context, action.takes, codeBudget(window()));
	return { text: actionPrompt(action, context, instruction), attachments };
}

/** Returns the actions that the composer offers, about the code in the last active editor. */
export function questionActions(
	actions: readonly Action[],
	lastEditor: LastEditor,
	deps: ActionDeps,
): readonly QuestionAction[] {
	return actions.map((action) => {
		const prepare = async (instruction: string) => {
			if (action.instructionPrompt && instruction === "")
				throw new UserError(vscode.l10n.t("Write your request after /{0}.", action.id));
			return actionQuestion(action, codeContext(await codeAtCursor(lastEditor.editor)), instruction, deps);
		};
		return {
			suggestion: { id: action.id, label: action.id, detail: action.description(), icon: action.icon },
			prepare,
			async send(instruction) {
				const question = await prepare(instruction);
				await assertAttachable(question.attachments, lastEditor.editor?.document.uri);
				return question;
			},
		};
	});
}

/**
 * Asks for instructions in an input box that stays open when it loses focus.
 *
 * @returns `undefined` when there are none.
 */
export async function promptForInstruction(title: string, prompt: string): Promise<string | undefined> {
	const instruction = await askText({ title: inertLine(title), prompt: inertLine(prompt), ignoreFocusOut: true });
	return instruction?.trim() || undefined;
}
