import type { Suggestion } from "../../../shared/chatProtocol";
import type { Attachment } from "../../../shared/conversation";

/** A question as it is shown and sent. */
export interface PreparedQuestion {
	readonly text: string;
	readonly attachments: readonly Attachment[];
	/** The model that answers this question; absent for the chosen model. */
	readonly model?: string;
	/**
	 * The form that the answer must have, where the question asks for an edit. The question is then sent alone, without
	 * the conversation and what is attached.
	 */
	readonly instruction?: string;
}

/**
 * An action that a question can begin with, such as `/explain`: one of Gatehouse's own, or one from another source of
 * prompts.
 */
export interface QuestionAction {
	/** Its id is the word after the `/`. */
	readonly suggestion: Suggestion;
	/**
	 * Prepares the question as it would be sent now, without asking the user anything.
	 *
	 * @param instruction the text after the action's word; may be empty.
	 * @throws UserError when there is nothing that the question could be about.
	 */
	prepare(instruction: string): Promise<PreparedQuestion>;
	/**
	 * Prepares the question that is sent, and asks the user for what it needs; when absent, `prepare` is used instead.
	 *
	 * @param model takes precedence over every other choice of a model.
	 * @returns `undefined` when the action has been carried out and there is nothing to send.
	 * @throws UserError as `prepare` does, and when the user cancels.
	 */
	send?(instruction: string, model?: string): Promise<PreparedQuestion | undefined>;
}

type Actions = () => Promise<readonly QuestionAction[]>;

/**
 * Prepares the question that a text stands for: the action's if it begins with one, else the text itself, which may be
 * a path such as `/etc`.
 */
export async function prepareQuestion(text: string, actions: Actions): Promise<PreparedQuestion> {
	const { action, instruction } = await actionIn(text, actions);
	return action ? action.prepare(instruction) : { text, attachments: [] };
}

/**
 * Prepares the same question to be sent; returns `undefined` when there is nothing to send.
 *
 * @param model the model for this question, if not the chosen one.
 */
export async function questionToSend(
	text: string,
	actions: Actions,
	model?: string,
): Promise<PreparedQuestion | undefined> {
	const { action, instruction } = await actionIn(text, actions);
	const question = await (action?.send ? action.send(instruction, model) : prepareQuestion(text, actions));
	return question && model !== undefined ? { ...question, model } : question;
}

/** Returns whether a text begins with an action. */
export async function beginsWithAction(text: string, actions: Actions): Promise<boolean> {
	return (await actionIn(text, actions)).action !== undefined;
}

async function actionIn(
	text: string,
	actions: Actions,
): Promise<{ action?: QuestionAction | undefined; instruction: string }> {
	const [, word, instruction = ""] = /^\s*\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
	const action = word ? (await actions()).find(({ suggestion }) => suggestion.id === word) : undefined;
	return { action, instruction: instruction.trim() };
}
