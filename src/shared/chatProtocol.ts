import type { ChatParameters, ParametersView } from "./chatParameters";
import type {
	AnswerState,
	AttachmentKind,
	CommandAction,
	MakingRoom,
	Message,
	ModelInfo,
	RetryWait,
	Usage,
} from "./conversation";
import type { KeptDraft } from "./draft";
import { type Check, notification, type ViewOf } from "./rpc";

/** How the panel's gateway stands, for the empty state and the composer. */
export interface ConnectionView {
	/** The chosen gateway's name, or null when none is connected. */
	readonly gateway: string | null;
	/** The chosen model's id, or null when none is chosen yet. */
	readonly model: string | null;
	/** The models that a question can be sent to, as far as the catalog knows them. */
	readonly models: readonly ModelInfo[];
}

/** A piece of context that goes with the next question, as its chip shows it. */
export interface AttachmentView {
	readonly id: string;
	readonly kind: AttachmentKind;
	/** A file's name, with its lines where it is a part of one. */
	readonly name: string;
	/** What the model is told of where it is from. */
	readonly path: string;
	readonly tokens: number;
	/** Whether the place that it was taken from has something else now. */
	readonly changed: boolean;
}

/** What goes with the next question, and how much of the model's context that takes. */
export interface ContextView {
	readonly attachments: readonly AttachmentView[];
	/** Of the whole next request: conversation, attachments, what is written, system prompt. */
	readonly tokens: number;
	/** How many the model takes in, question and answer together; null when nobody knows. */
	readonly limit: number | null;
	/** Whether the next request leaves room for an answer. */
	readonly fits: boolean;
	/** Whether the counts are estimates that no answer has corrected yet. */
	readonly estimate: boolean;
	/** Ids of the messages and attachments of the conversation that the next request goes without. */
	readonly leftOut: readonly string[];
}

/** A file that a pasted text names. */
export interface FoundFile {
	readonly uri: string;
	readonly name: string;
}

/** Everything the page needs to draw itself from nothing. */
export interface Snapshot {
	readonly connection: ConnectionView;
	/** The visible branch of the conversation, oldest first. */
	readonly messages: readonly Message[];
	readonly conversation: string;
	readonly context: ContextView;
	/** The question that was deleted last, as long as that can be undone from here; null when there is none. */
	readonly deletedQuestion: string | null;
	readonly parameters: ParametersView;
	/** The page's translations, as `@vscode/l10n` wants them; null for English. */
	readonly l10n: { readonly [key: string]: string } | null;
	/** VS Code's display language, for the page's `lang` attribute. */
	readonly language: string;
}

/** What the page may ask of the host. Each call is answered; arguments are checked at run time. */
export interface ChatHost {
	/** The page is there and wants everything; also asked after a gap in the changes. */
	ready(): Promise<Snapshot>;
	/**
	 * Sends a question to the chosen model. One that begins with an action, such as `/explain`, runs it on the code in the
	 * last editor. Rejects, with the question kept in the composer, if it cannot be sent.
	 *
	 * @param model answers this one question in place of the chosen model; null for that one.
	 */
	send(text: string, model: string | null): Promise<void>;
	/** Stops the answer that streams; what arrived is kept. */
	stop(): Promise<void>;
	/** Asks the question of this answer again; the old answer is kept as a sibling. */
	retry(answer: string): Promise<void>;
	copy(text: string): Promise<void>;
	insertAtCursor(text: string): Promise<void>;
	/**
	 * Shows a code block in the file that it belongs to, as a change to be accepted. Settles when that is decided.
	 *
	 * @param path the file that its fence names; empty where it names none.
	 */
	applyToFile(code: string, path: string): Promise<void>;
	/** Shows a code block as a new file to be accepted, at a path that the user is asked for. Settles when that is decided. */
	newFile(code: string, path: string): Promise<void>;
	/** Asks the user, then opens the address outside. */
	openLink(address: string): Promise<void>;
	connect(): Promise<void>;
	selectModel(): Promise<void>;
	openMyKeysHelp(): Promise<void>;
	act(action: CommandAction): Promise<void>;
	/** Asks the user what to attach. */
	attachContext(): Promise<void>;
	/** Attaches files and folders that were dropped or pasted, by their URIs. */
	attachUris(uris: readonly string[]): Promise<void>;
	/** The file that a text names exactly, in the workspace or absolutely; null if it names none. */
	findFile(text: string): Promise<FoundFile | null>;
	removeAttachment(id: string): Promise<void>;
	/** Reads an attachment anew from where it was taken. */
	updateAttachment(id: string): Promise<void>;
	/** Shows where an attachment, pending or sent, was taken. */
	openAttachment(id: string): Promise<void>;
	/**
	 * What is written in the composer, for the count of tokens and for "What is sent".
	 *
	 * @param model for which it is in place of the chosen one; null for that one.
	 */
	setDraft(text: string, model: string | null): Promise<void>;
	/** What the page has kept with `keepDraft`, the latest last. */
	keptDrafts(): Promise<readonly KeptDraft[]>;
	/** Keeps a draft beside the page's own state, which VS Code writes down late; an empty one is forgotten. */
	keepDraft(draft: KeptDraft): Promise<void>;
	/** The user's choice of how to make room; it holds for the next question, or the next retry. */
	makeRoom(how: MakingRoom): Promise<void>;
	/** Asks a question anew in other words, as a sibling. Rejects, with nothing changed, if it cannot be asked. */
	edit(question: string, text: string): Promise<void>;
	/** Has an answer that broke off go on where it stopped. */
	continueAnswer(answer: string): Promise<void>;
	/** Shows another version of a message; they count from 1. */
	showVersion(message: string, version: number): Promise<void>;
	/** Takes a question with everything under it out of sight. */
	deleteQuestion(question: string): Promise<void>;
	/** Undoes that. */
	restoreQuestion(question: string): Promise<void>;
	/** The actions that a question can begin with; each one's id is its word after the `/`. */
	suggestActions(): Promise<readonly Suggestion[]>;
	/** What of the workspace could go with a question, the best match first. */
	suggestContext(query: string): Promise<readonly Suggestion[]>;
	/** Attaches a suggestion to the next question. */
	attachSuggested(id: string): Promise<void>;
	/** Sets the conversation's own parameters, from its next request on; all that are absent are unset. */
	setParameters(parameters: ChatParameters): Promise<void>;
}

/**
 * The notifications that the page receives, each with its arguments and their checks. A new one is one more entry here and one
 * more method of the page's `PanelState`. Fields of objects are not checked: the host made them. The channel numbers the
 * notifications; a gap makes the page ask for a new snapshot.
 */
export const chatView = {
	/** Another conversation, or another branch, is shown. */
	reset: notification<[snapshot: Snapshot]>(isObject),
	connectionChanged: notification<[connection: ConnectionView]>(isObject),
	messageAdded: notification<[message: Message]>(isObject),
	/** More of an answer arrived; either text may be empty. */
	textAppended: notification<[answer: string, text: string, reasoning: string]>(isText, isText, isText),
	/** The answer's request pauses before it is tried again; null when the pause is over. */
	answerWaits: notification<[answer: string, wait: RetryWait | null]>(isText, orNull<RetryWait>(isObject)),
	/** `firstAt` is when its first piece came, null if none did. Both times are the host's, in milliseconds. */
	answerEnded: notification<
		[answer: string, state: AnswerState, endedAt: number, usage: Usage | null, firstAt: number | null]
	>(isText, isObject, isTime, orNull<Usage>(isObject), orNull(isTime)),
	parametersChanged: notification<[parameters: ParametersView]>(isObject),
	contextChanged: notification<[context: ContextView]>(isObject),
	/** The composer's box gets the keyboard. */
	focusComposer: notification<[]>(),
};

/** One method for each notification. */
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

/** Something that the composer offers while one writes: an action, a model, a piece of context. */
export interface Suggestion {
	readonly id: string;
	readonly label: string;
	readonly detail: string;
	/** A codicon's name. */
	readonly icon: string;
}
