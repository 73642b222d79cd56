import type * as vscode from "vscode";
import type { PreparedQuestion } from "../../../core/chat/composer/questionAction";
import type { EditConversationDeps } from "../../../core/edits/editConversation";
import type { RefusedCode } from "../../../core/edits/refusedCode";
import type { Message } from "../../../shared/conversation";
import type { Commands } from "../../commands";
import type { LastEditor } from "../../workspace/lastEditor";
import type { ReadOnlyDocuments } from "../../workspace/readOnlyDocuments";
import type { ActionDeps } from "../actionQuestion";
import type { NamesSource } from "./instructionCompletions";

/** A change requested by an action. */
export interface EditRequest {
	readonly document: vscode.TextDocument;
	/** The document's text when the range was determined. */
	readonly base: string;
	/** The lines that the answer replaces; an empty range means an insertion before its line. */
	readonly range: vscode.Range;
	/** The title of the action in the preview: "Fix", "Document"… */
	readonly title: string;
	/** The symbol that is changed, shown in the preview; absent where the user has selected the lines. */
	readonly symbol?: string;
	/** The question as it is sent, with the code attached to it. */
	readonly question: PreparedQuestion;
	/** Whether an answer that lacks a line of the code is refused, because only comments are requested. */
	readonly keepsCode?: boolean;
}

/** A new file requested by an action. */
export interface NewFileRequest {
	/** The suggested path, relative to the workspace; the user confirms it. */
	readonly path: string;
	/** VS Code's language id. */
	readonly languageId: string;
	readonly title: string;
	readonly question: PreparedQuestion;
}

/** A code block of the chat. */
export interface ChatCode {
	readonly code: string;
	/** The file named in its fence; empty if there is none. */
	readonly path: string;
	/** The conversation that contains it. */
	readonly messages: readonly Message[];
}

/** Changes code; every change is previewed before it is written. */
export interface Editing {
	/**
	 * Streams the answer into a preview of the document; resolves when it is accepted or rejected. Shows errors, and
	 * repeats the request if the user wants to.
	 *
	 * @throws UserError when the document cannot be changed.
	 */
	edit(request: EditRequest): Promise<void>;
	/** Streams an answer into a new file's preview; the path is suggested, confirmed, and must stay in the workspace. */
	createFile(request: NewFileRequest): Promise<void>;
	/**
	 * Previews a code block of the chat in the file that it belongs to; if it names a file that does not exist, proposes
	 * a new one.
	 *
	 * @param usesSelection whether lines that the user selected are the place; true by default.
	 * @returns the refusal when it is unclear where the code belongs in its file, or what it means.
	 */
	applyCode(code: ChatCode, usesSelection?: boolean): Promise<RefusedCode | undefined>;
	/** Proposes a code block of the chat as a new file. */
	newFile(code: ChatCode): Promise<void>;
}

/** The dependencies of editing. */
export interface EditDeps extends EditConversationDeps, ActionDeps {
	readonly lastEditor: LastEditor;
	/** The names of the workspace's files, which an instruction can mention. */
	readonly names: NamesSource;
	/** Shows refused answers. */
	readonly readOnly: ReadOnlyDocuments;
	readonly commands: Commands;
	/** The name of the model that is asked; `undefined` while there is none. */
	model(): string | undefined;
}
