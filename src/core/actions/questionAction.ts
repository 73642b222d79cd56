import type { Attachment } from "../../shared/conversation";
import type { Suggestion } from "../../shared/suggestion";

/** A question as it is shown and sent. */
export interface PreparedQuestion {
	readonly text: string;
	readonly attachments: readonly Attachment[];
	/** Answers in place of the chosen model. */
	readonly model?: string;
}

/** What a question can begin with, as `/explain` is: an action of Gatehouse's own, or any other source of prompts. */
export interface QuestionAction {
	/** Its id is the word after the `/`. */
	readonly suggestion: Suggestion;
	/**
	 * Makes the question.
	 *
	 * @param wish what was written after the word; may be empty.
	 * @returns `undefined` when there is nothing to ask: it is carried out already.
	 * @throws UserError when there is nothing that it could be about.
	 */
	prepare(wish: string): Promise<PreparedQuestion | undefined>;
}

/** The question that a text means: an action's where it begins with one, else the text itself, a path such as `/etc` too. */
export async function prepareQuestion(
	text: string,
	actions: () => Promise<readonly QuestionAction[]>,
): Promise<PreparedQuestion | undefined> {
	const [, word, wish = ""] = /^\s*\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
	const action = word && (await actions()).find(({ suggestion }) => suggestion.id === word);
	return action ? action.prepare(wish.trim()) : { text, attachments: [] };
}
