import type { PreparedQuestion } from "../../core/actions/questionAction";
import { EditConversation, type EditConversationDeps, type Following } from "../../core/edits/editConversation";
import { editInstruction } from "../../core/edits/editInstruction";
import type { EditPlace } from "../../core/edits/editPlace";
import { editedText, partialText } from "../../core/edits/replyEdit";
import type { Proposer } from "./editSession";

/** Has a model propose what comes in a place; the instruction says what form its answer must have. */
export function modelProposer(
	deps: EditConversationDeps,
	place: EditPlace,
	question: PreparedQuestion,
	instruction = editInstruction(place),
): Proposer {
	const conversation = new EditConversation(deps, instruction);
	const followed = (show: (partial: string) => void, following: Omit<Following, "take">): Following => ({
		...following,
		take: (answer) => {
			const partial = partialText(answer, place);
			if (partial !== undefined) show(partial);
		},
	});
	return {
		first: async (show, following) => editedText(await conversation.ask(question, followed(show, following)), place),
		async again(wish, show, following) {
			const follow = followed(show, following);
			const answer =
				wish === undefined ? conversation.askAgain(follow) : conversation.ask({ text: wish, attachments: [] }, follow);
			return editedText(await answer, place);
		},
	};
}
