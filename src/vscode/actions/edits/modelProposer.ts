import { Debounce } from "../../../core/base/debounce";
import type { PreparedQuestion } from "../../../core/chat/composer/questionAction";
import { editedText, partialText } from "../../../core/edits/apply/replyEdit";
import {
	type ChangeRequest,
	EditConversation,
	type EditConversationDeps,
	type FollowingChange,
} from "../../../core/edits/editConversation";
import { editInstruction } from "../../../core/edits/editInstruction";
import type { EditPlace } from "../../../core/edits/locate/editPlace";
import type { Proposer } from "./editSession";

/** Interval at which a streaming answer is drawn, in milliseconds. */
const drawnEvery = 80;

/** Returns a proposer that asks a model for the text of a place; the instruction specifies the format of its answer. */
export function modelProposer(
	deps: EditConversationDeps,
	place: EditPlace,
	question: PreparedQuestion,
	instruction = editInstruction(place),
): Proposer {
	const conversation = new EditConversation(deps, instruction, (answer) => editedText(answer, place));
	/** Asks, and shows the partial answer at intervals, because drawing a diff for each word would be slow. */
	const followed = async (
		ask: (following: FollowingChange) => Promise<string>,
		show: (partial: string) => void,
		request: ChangeRequest,
	): Promise<string> => {
		let latest = "";
		const drawing = new Debounce(deps.clock, { quiet: drawnEvery, latest: drawnEvery }, () => {
			const partial = partialText(latest, place);
			if (partial !== undefined) show(partial);
		});
		const take = (answer: string) => {
			latest = answer;
			drawing.call();
		};
		try {
			return await ask({ ...request, take });
		} finally {
			drawing.dispose();
		}
	};
	return {
		first: (show, request) => followed((following) => conversation.ask(question, following), show, request),
		again: (further, show, request) =>
			followed(
				(following) =>
					further === undefined
						? conversation.askAgain(following)
						: conversation.ask({ text: further, attachments: [] }, following),
				show,
				request,
			),
	};
}
