import type { StateStore } from "../../core/base/ports";
import type { RequestSettings } from "../../core/chat/chatRequest";
import type { ChatSession } from "../../core/chat/chatSession";
import { DraftStore } from "../../core/chat/draftStore";
import { ChatContext } from "../../core/context/chatContext";
import type { ContextWindow } from "../../core/context/contextWindow";
import { DraftContext, unasked } from "../../core/context/draftContext";
import { LastEditor } from "../editor/lastEditor";
import { Attacher } from "./attacher";
import type { ContextSuggestions } from "./contextSuggestions";
import { ReadOnlyDocuments } from "./readOnlyDocuments";

/** What the panel and the commands make the next question with. */
export interface NextQuestion {
	readonly session: ChatSession;
	readonly context: ChatContext;
	readonly attacher: Attacher;
	/** Loaded with its first use. */
	suggestions(): Promise<ContextSuggestions>;
	readonly drafts: DraftStore;
	readonly documents: ReadOnlyDocuments;
	/** How much the model takes in; `undefined` while there is no gateway or no model. */
	window(): ContextWindow | undefined;
	/** To be disposed by who asked for all this. */
	readonly lastEditor: LastEditor;
}

/**
 * The next question of a session, with nothing read yet.
 *
 * @param settings what its request would be made with, for the chosen model or another; `undefined` while there is no
 * gateway or no model.
 * @param state keeps what is attached over restarts.
 */
export function nextQuestion(
	session: ChatSession,
	settings: (model?: string) => RequestSettings | undefined,
	state: StateStore,
): NextQuestion {
	const read = async (...args: Parameters<DraftContext["read"]>) => (await import("./readSource")).readSource(...args);
	const draftOf = () => (session.messages.length === 0 ? unasked : session.conversationId);
	const standing = async () => (await import("./instructionFiles")).instructionFiles();
	const attached = new DraftContext(read, state, draftOf, standing);
	const window = () => settings()?.window;
	const attacher = new Attacher(attached, window);
	const lastEditor = new LastEditor();
	let suggestions: Promise<ContextSuggestions> | undefined;
	return {
		session,
		context: new ChatContext(session, attached, settings),
		attacher,
		suggestions() {
			suggestions ??= import("./contextSuggestions").then(
				(loaded) => new loaded.ContextSuggestions(attacher, lastEditor),
			);
			return suggestions;
		},
		drafts: new DraftStore(state),
		documents: new ReadOnlyDocuments(),
		window,
		lastEditor,
	};
}
