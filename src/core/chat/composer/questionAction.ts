import type { Suggestion } from "../../../shared/chatProtocol";
import type { Attachment } from "../../../shared/conversation";

/** A question as it is shown and sent. */
export interface PreparedQuestion {
	readonly text: string;
	readonly attachments: readonly Attachment[];
	/** Answers in place of the chosen model. */
	readonly model?: string;
	/** What form its answer must have, where it asks for an edit. It then goes alone: without the conversation, and what is attached. */
	readonly instruction?: string;
}

/** What a question can begin with, as `/explain` is: an action of Gatehouse's own, or any other source of prompts. */
export interface QuestionAction {
	/** Its id is the word after the `/`. */
	readonly suggestion: Suggestion;
	/**
	 * Makes the question as it would be now, without asking the user anything.
	 *
	 * @param wish what was written after the word; may be empty.
	 * @throws UserError when there is nothing that it could be about.
	 */
	prepare(wish: string): Promise<PreparedQuestion>;
	/**
	 * Makes the question that is sent, and asks before what has to be asked; unless there, it is the one that `prepare` makes.
	 *
	 * @param model answers in place of every other.
	 * @returns `undefined` when there is nothing to be sent: it is carried out already.
	 * @throws UserError as `prepare` does, and when the user gave up.
	 */
	send?(wish: string, model?: string): Promise<PreparedQuestion | undefined>;
}

type Actions = () => Promise<readonly QuestionAction[]>;

/** The question that a text means: an action's where it begins with one, else the text itself, a path such as `/etc` too. */
export async function prepareQuestion(text: string, actions: Actions): Promise<PreparedQuestion> {
	const { action, wish } = await actionIn(text, actions);
	return action ? action.prepare(wish) : { text, attachments: [] };
}

/**
 * The same, when it is sent; `undefined` when there is nothing to be sent.
 *
 * @param model the one that this question is put to, if not the chosen one.
 */
export async function questionToSend(
	text: string,
	actions: Actions,
	model?: string,
): Promise<PreparedQuestion | undefined> {
	const { action, wish } = await actionIn(text, actions);
	const question = await (action?.send ? action.send(wish, model) : prepareQuestion(text, actions));
	return question && model !== undefined ? { ...question, model } : question;
}

async function actionIn(
	text: string,
	actions: Actions,
): Promise<{ action?: QuestionAction | undefined; wish: string }> {
	const [, word, wish = ""] = /^\s*\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
	const action = word ? (await actions()).find(({ suggestion }) => suggestion.id === word) : undefined;
	return { action, wish: wish.trim() };
}
