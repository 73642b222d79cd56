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
import { keepingCode } from "../../../core/edits/locate/keepsCode";
import { Debounce } from "../../../shared/debounce";
import type { Proposer } from "./editSession";

/** Interval at which a streaming answer is drawn, in milliseconds. */
const drawnEvery = 80;

/** Maximum length at which an answer is drawn with each piece, as long as it has changed nothing, in characters. */
const drawnAtOnce = 2_000;

/** The lines that a model is asked to write. */
interface ProposedPlace extends EditPlace {
	/** Whether the first question is for comments only. */
	readonly keepsCode?: boolean;
}

/** Returns a proposer that asks a model for the text of a place; the instruction specifies the format of its answer. */
export function modelProposer(
	deps: EditConversationDeps,
	place: ProposedPlace,
	question: PreparedQuestion,
	instruction = editInstruction(place),
): Proposer {
	let keepsCode = place.keepsCode ?? false;
	const conversation = new EditConversation(deps, instruction, (answer) => {
		const versionOf = (given: string) => editedText(given, place);
		return keepsCode ? keepingCode(answer, place, versionOf) : versionOf(answer);
	});
	/** Asks, and shows the partial answer at intervals, because drawing a diff for each word would be slow. */
	const followed = async (
		ask: (following: FollowingChange) => Promise<string>,
		show: (partial: string) => void,
		request: ChangeRequest,
	): Promise<string> => {
		let latest = "";
		let isShown = false;
		const draw = () => {
			const partial = partialText(latest, place);
			if (partial === undefined) return;
			isShown ||= partial !== place.text;
			show(partial);
		};
		const drawing = new Debounce(deps.clock, { quiet: drawnEvery, latest: drawnEvery }, draw);
		const take = (answer: string) => {
			latest = answer;
			// The first line is shown at once.
			if (!isShown && answer.length < drawnAtOnce) draw();
			else drawing.call();
		};
		try {
			return await ask({ ...request, take });
		} finally {
			drawing.dispose();
		}
	};
	return {
		first: (show, request) => followed((following) => conversation.ask(question, following), show, request),
		again: (further, show, request) => {
			// The user's own words may ask for changes to the code.
			if (further !== undefined) keepsCode = false;
			const ask = (following: FollowingChange) =>
				further === undefined
					? conversation.askAgain(following)
					: conversation.ask({ text: further, attachments: [] }, following);
			return followed(ask, show, request);
		},
	};
}
