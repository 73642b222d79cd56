import type * as vscode from "vscode";
import type { PreparedQuestion } from "../../core/chat/composer/questionAction";
import type { EditConversationDeps } from "../../core/edits/editConversation";
import type { Message } from "../../shared/conversation";
import type { Commands } from "../commands";
import type { ReadOnlyDocuments } from "../context/readOnlyDocuments";
import type { ActionDeps } from "../editor/actionQuestion";
import type { LastEditor } from "../editor/lastEditor";

/** What an action wants changed. */
export interface EditRequest {
	readonly document: vscode.TextDocument;
	/** The document's text when the range was taken. */
	readonly base: string;
	/** What the answer replaces, in whole lines; an empty range puts something in before its line. */
	readonly range: vscode.Range;
	/** The action, as the preview names it: "Fix", "Document"… */
	readonly title: string;
	/** The question and the code that goes with it, as it is sent. */
	readonly question: PreparedQuestion;
}

/** A file that an action wants made. */
export interface NewFileRequest {
	/** Relative to the workspace; the user is asked about it. */
	readonly path: string;
	/** What it is written in, as VS Code names it. */
	readonly languageId: string;
	readonly title: string;
	readonly question: PreparedQuestion;
}

/** A code block of the chat. */
export interface ChatCode {
	readonly code: string;
	/** The file that its fence names; empty where it names none. */
	readonly path: string;
	/** The conversation that it is from. */
	readonly messages: readonly Message[];
}

/** Changes code: every change is seen before it is written. */
export interface Editing {
	/**
	 * Streams the answer into a preview over the document; resolves when it is accepted or rejected. What fails is shown,
	 * and done again when the user wants that.
	 *
	 * @throws UserError when nothing can be written there.
	 */
	edit(request: EditRequest): Promise<void>;
	/** Streams an answer into a new file's preview: the path is proposed, confirmed, and must stay in the workspace. */
	createFile(request: NewFileRequest): Promise<void>;
	/** Previews a code block of the chat in the file that it belongs to; where it names a new one, makes that. */
	applyCode(code: ChatCode): Promise<void>;
	/** Makes a code block of the chat a new file. */
	newFile(code: ChatCode): Promise<void>;
}

/** What editing needs of the rest. */
export interface EditDeps extends EditConversationDeps, ActionDeps {
	readonly lastEditor: LastEditor;
	/** Shows answers that were not used. */
	readonly readOnly: ReadOnlyDocuments;
	readonly commands: Commands;
}
