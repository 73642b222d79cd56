import type { ApprovalDecision } from "./agentApproval";
import type { AgentEvent } from "./agentEvent";
import type { AgentView, ChosenChanges } from "./agentView";
import type { ChatParameters, ParametersView } from "./chatParameters";
import type {
	AnswerState,
	AttachmentKind,
	CommandAction,
	Failure,
	MakingRoom,
	Message,
	ModelInfo,
	RetryWait,
	Usage,
} from "./conversation";
import type { Draft, SavedDraft } from "./draft";
import { type Check, notification, type ViewOf } from "./rpc";

/** The state of the panel's gateway, for the empty state and the composer. */
export interface ConnectionView {
	/** The name of the gateway in use, or null when none is connected. */
	readonly gateway: string | null;
	/** The chosen model's id, or null when none is chosen yet. */
	readonly model: string | null;
	/** The models that a question can be sent to, as far as they are known. */
	readonly models: readonly ModelInfo[];
}

/** The limits of the panel's gateway. */
export interface LimitsView {
	/** What is left of each limit, beginning with the limit that has the smallest share left. */
	readonly known: readonly string[];
	/** The notice of a limit that is almost used up, or null. Its id is the same during one period of the limit. */
	readonly low: { readonly id: string; readonly text: string } | null;
}

/** A pending attachment, as its chip shows it. */
export interface AttachmentView {
	readonly id: string;
	readonly kind: AttachmentKind;
	/** A file's name, with the lines if it is a part of one. */
	readonly name: string;
	/** The path that the model is given. */
	readonly path: string;
	readonly tokens: number;
	/** Whether the content of its source has changed. */
	readonly changed: boolean;
	/** Whether a search of the codebase has found it. */
	readonly found?: boolean;
}

/** The context of the next question, and its size. */
export interface ContextView {
	readonly attachments: readonly AttachmentView[];
	/** The tokens of the whole next request: conversation, attachments, draft, system prompt. */
	readonly tokens: number;
	/** The model's context length in tokens, question and answer together; null if unknown. */
	readonly limit: number | null;
	/** The tokens that the next request may have, so that there is room for an answer; null if the limit is unknown. */
	readonly room: number | null;
	/** Whether the counts are estimates that the gateway's own counts have hardly corrected yet. */
	readonly estimate: boolean;
	/** Ids of the conversation's messages and attachments that the next request leaves out. */
	readonly leftOut: readonly string[];
}

/** A file whose name was pasted. */
export interface FoundFile {
	readonly uri: string;
	readonly name: string;
}

/** A question that is sent when the streaming answer has ended. */
export interface QueuedQuestion {
	readonly id: string;
	readonly text: string;
	/** The names of its attachments. */
	readonly attached: readonly string[];
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
}

/** The queued questions of a conversation, in the order in which they are sent. */
export interface QueueView {
	readonly questions: readonly QueuedQuestion[];
	/** Why they are not sent automatically until the user resumes the queue; null if they are. */
	readonly pause: string | null;
}

/** The file in the last editor, or the lines selected in it, which can be attached. */
export interface OpenFileView {
	readonly id: string;
	readonly name: string;
	readonly path: string;
	readonly lines: readonly [first: number, last: number] | null;
	/** Whether it goes with the next question unless the user removes it. */
	readonly byDefault: boolean;
	/** Its size when it was offered; 0 if it is not attached by default. */
	readonly tokens: number;
}

/** Everything that the page needs to draw itself from scratch. */
export interface Snapshot {
	readonly connection: ConnectionView;
	readonly limits: LimitsView;
	/** The visible branch of the conversation, oldest first. */
	readonly messages: readonly Message[];
	readonly conversation: string;
	readonly context: ContextView;
	readonly openFile: OpenFileView | null;
	readonly queue: QueueView;
	/** The question that was deleted last, as long as this can be undone here; otherwise null. */
	readonly deletedQuestion: string | null;
	/** The title of the conversation that was deleted last, as long as this can be undone here; otherwise null. */
	readonly deletedConversation: string | null;
	readonly parameters: ParametersView;
	readonly agent: AgentView;
	/** The page's translations, in the format of `@vscode/l10n`; null for English. */
	readonly l10n: { readonly [key: string]: string } | null;
	/** VS Code's display language, for the page's `lang` attribute. */
	readonly language: string;
	/** Whether the composer's text box gets the focus now. */
	readonly wantsFocus?: boolean;
}

/** A code block that was not applied, and what can be done with it besides applying it again. */
export interface CodeRefusal {
	/** The reason, and what the user can do. */
	readonly message: string;
	/** Whether it can be applied if the selection is ignored. */
	readonly fitsElsewhere: boolean;
	/** Whether the model can be asked for the code in another form. */
	readonly canAskAgain: boolean;
}

/** The calls that the page can make to the host. Each is answered; arguments are checked at run time. */
export interface ChatHost {
	/** Returns a snapshot when the page has loaded; also called after a gap in the notifications. */
	ready(): Promise<Snapshot>;
	/**
	 * Sends a question to the chosen model. One that begins with an action, such as `/explain`, runs it on the code in
	 * the last editor. Rejects if it cannot be sent; the question then stays in the composer.
	 *
	 * @param model the model for this question only; null for the chosen one.
	 */
	send(text: string, model: string | null): Promise<void>;
	/**
	 * Queues a question with the pending attachments: it is sent when the streaming answer has ended, or at once if that
	 * has ended already. Everything else is as with `send`.
	 */
	queue(text: string, model: string | null): Promise<void>;
	/** Sends a queued question now. Rejects if it cannot be sent; it then stays queued. */
	sendQueued(id: string): Promise<void>;
	/**
	 * Removes a question from the queue, and makes its attachments pending again; returns its draft, null if it was sent.
	 */
	removeQueued(id: string): Promise<Draft | null>;
	/** Continues a queue that was paused. Rejects if its first question cannot be sent; the queue then pauses again. */
	resumeQueue(): Promise<void>;
	/** Stops the answer that is streaming; queued questions stay, and what has arrived is kept. */
	stop(): Promise<void>;
	/** Asks the question of this answer again; the old answer is kept as a sibling. */
	retry(answer: string): Promise<void>;
	/** Asks the question of this answer again with a model that the user chooses; does nothing when they choose none. */
	retryWith(answer: string): Promise<void>;
	/** Asks for the key; once it is set, continues this answer or asks its question again, if it is still the last one. */
	setKeyFor(answer: string): Promise<void>;
	copy(text: string): Promise<void>;
	insertAtCursor(text: string): Promise<void>;
	/**
	 * Shows a code block in the file that it belongs to, as a change to accept. Settles when the user has decided.
	 *
	 * @param path the file that its fence names; empty if it names none.
	 * @param usesSelection whether lines that the user selected are the place.
	 * @returns null unless it is unclear where the code belongs, or what it means.
	 */
	applyToFile(code: string, path: string, usesSelection: boolean): Promise<CodeRefusal | null>;
	/**
	 * Asks the model for the code that was refused last in another form.
	 *
	 * @returns the refusal again if the gateway has become short of requests.
	 */
	askForOtherCode(): Promise<CodeRefusal | null>;
	/**
	 * Shows a code block as a new file to accept, at a path that the user is asked for. Settles when the user has
	 * decided.
	 */
	newFile(code: string, path: string): Promise<void>;
	/** Asks the user, then opens the address in the browser. */
	openLink(address: string): Promise<void>;
	connect(): Promise<void>;
	selectModel(): Promise<void>;
	act(action: CommandAction): Promise<void>;
	/** Asks the user what to attach. */
	attachContext(): Promise<void>;
	/** Attaches files and folders that were dropped or pasted, by their URIs. */
	attachUris(uris: readonly string[]): Promise<void>;
	/** Returns the file that a text names exactly, in the workspace or by absolute path; null if there is none. */
	findFile(text: string): Promise<FoundFile | null>;
	/** Attaches the lines of the file that a text was copied from; returns false if their source is unknown. */
	attachPasted(text: string): Promise<boolean>;
	/** Attaches a picture that was pasted or dropped. @param image a `data:` URL. */
	attachPicture(name: string, image: string): Promise<void>;
	removeAttachment(id: string): Promise<void>;
	/** Reads an attachment from its source again. */
	updateAttachment(id: string): Promise<void>;
	/** Shows the source of an attachment, pending or sent. */
	openAttachment(id: string): Promise<void>;
	/**
	 * Passes on the text in the composer, for the token count and for Preview Next Request.
	 *
	 * @param model the model that is chosen for this question; null for the chosen one.
	 */
	setDraft(text: string, model: string | null): Promise<void>;
	/** Returns the drafts saved with `saveDraft`, latest last; the empty drafts of emptied places come first. */
	savedDrafts(): Promise<readonly SavedDraft[]>;
	/** Saves a draft, empty after it was sent, in addition to the page's own state, which VS Code writes with a delay. */
	saveDraft(draft: SavedDraft): Promise<void>;
	/** Sets the user's choice of how to make room; applies to the next question, or the next retry. */
	makeRoom(how: MakingRoom): Promise<void>;
	/** Asks an edited version of a question, as a sibling. Rejects, with nothing changed, if it cannot be asked. */
	edit(question: string, text: string): Promise<void>;
	/** Continues an interrupted answer. */
	continueAnswer(answer: string): Promise<void>;
	/** Shows another version of a message; versions count from 1. */
	showVersion(message: string, version: number): Promise<void>;
	/** Hides a question and everything below it. */
	deleteQuestion(question: string): Promise<void>;
	/** Restores the conversation that was deleted last. */
	restoreConversation(): Promise<void>;
	/** Withdraws the offer to restore the conversation that was deleted last. */
	forgetConversation(): Promise<void>;
	/** Hides the notice of a limit until the limit's next period. */
	dismissLimit(id: string): Promise<void>;
	/** Shows a deleted question again. */
	restoreQuestion(question: string): Promise<void>;
	/** Returns the actions that a question can begin with; the id of each is the word after the `/`. */
	suggestActions(): Promise<readonly Suggestion[]>;
	/** Returns what could be attached from the workspace, best match first. */
	suggestContext(query: string): Promise<readonly Suggestion[]>;
	/** Returns the symbols of the workspace that match, which language servers may take long to find. */
	suggestSymbols(query: string): Promise<readonly Suggestion[]>;
	/** Attaches the file or the selection that is offered. Rejects if another one is offered by then. */
	attachOpenFile(id: string): Promise<void>;
	/** Attaches a suggestion to the next question. */
	attachSuggested(id: string): Promise<void>;
	/** Sets the conversation's own parameters from its next request on; absent ones are unset. */
	setParameters(parameters: ChatParameters): Promise<void>;
	/** Sets whether an agent works on what is sent from now on. Rejects with the reason if there is none. */
	setAgentMode(on: boolean): Promise<void>;
	/** Lets the user choose the tools of other extensions and MCP servers that the agent may ask to call. */
	chooseTools(): Promise<void>;
	/** Allows or rejects a call for which this answer's agent awaits a decision. */
	decide(answer: string, call: number, decision: ApprovalDecision): Promise<void>;
	/** Shows in an editor the whole change of a call that awaits a decision. */
	showWholeChange(answer: string, call: number): Promise<void>;
	/** Shows the changes of a task, or of one of its files, in diff editors. */
	reviewChanges(task: string, path: string | null): Promise<void>;
	/** Keeps the changes of a task, or some of them: they can no longer be undone here. */
	keepChanges(task: string, chosen: ChosenChanges): Promise<void>;
	/** Undoes the changes of a task, or some of them. Rejects with the reasons for the files that stay as they are. */
	undoChanges(task: string, chosen: ChosenChanges): Promise<void>;
}

/**
 * The notifications to the page, each with its arguments and their checks. To add one, add an entry here and a method
 * to the page's `PanelState`. Fields of objects are not checked, because the host created them. The channel numbers the
 * notifications; after a gap, the page requests a new snapshot.
 */
export const chatView = {
	/** Another conversation, or another branch, is shown. */
	reset: notification<[snapshot: Snapshot]>(isObject),
	connectionChanged: notification<[connection: ConnectionView]>(isObject),
	limitsChanged: notification<[limits: LimitsView]>(isObject),
	messageAdded: notification<[message: Message]>(isObject),
	/** More of an answer has arrived; either text may be empty. */
	textAppended: notification<[answer: string, text: string, reasoning: string]>(isText, isText, isText),
	/** The agent that works in an answer has taken a step. */
	agentStepped: notification<[answer: string, event: AgentEvent, at: number]>(isText, isObject, isTime),
	/** The agent's mode, or its set of changes, is different now. */
	agentChanged: notification<[agent: AgentView]>(isObject),
	/** The answer's request pauses before a retry; null when the pause is over. */
	answerWaits: notification<[answer: string, wait: RetryWait | null]>(isText, orNull<RetryWait>(isObject)),
	/** `firstAt` is when the answer's first piece arrived, or null. Both times are the host's, in milliseconds. */
	answerEnded: notification<
		[answer: string, state: AnswerState, endedAt: number, usage: Usage | null, firstAt: number | null]
	>(isText, isObject, isTime, orNull<Usage>(isObject), orNull(isTime)),
	/** Another conversation was deleted; null when that can no longer be undone. */
	conversationDeleted: notification<[title: string | null]>(orNull(isText)),
	parametersChanged: notification<[parameters: ParametersView]>(isObject),
	contextChanged: notification<[context: ContextView]>(isObject),
	/** Another file or selection is offered to be attached; null for none. */
	openFileChanged: notification<[openFile: OpenFileView | null]>(orNull<OpenFileView>(isObject)),
	/** A question was queued, sent or removed, or the queue was paused or resumed. */
	queueChanged: notification<[queue: QueueView]>(isObject),
	/** Something that concerns the panel has failed, without a call of the page that could have rejected. */
	failed: notification<[failure: Failure]>(isObject),
	/** The composer's text box gets the focus. */
	focusComposer: notification<[]>(),
};

/** The methods that receive the notifications, one for each. */
export type ChatView = ViewOf<typeof chatView>;

function isText(value: unknown): value is string {
	return typeof value === "string";
}

function isTime(value: unknown): value is number {
	return typeof value === "number";
}

function isObject<T extends object>(value: unknown): value is T {
	return typeof value === "object" && value !== null;
}

function orNull<T>(check: Check<T>): Check<T | null> {
	return (value) => value === null || check(value);
}

/** A suggestion of the composer: an action, a model, or a piece of context. */
export interface Suggestion {
	readonly id: string;
	readonly label: string;
	readonly detail: string;
	/** The name of a codicon. */
	readonly icon: string;
}
