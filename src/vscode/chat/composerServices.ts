import type { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import { lazy } from "../../core/base/lazy";
import type { StateStore } from "../../core/base/ports";
import { Composer } from "../../core/chat/composer/composer";
import type { QuestionQueue } from "../../core/chat/composer/questionQueue";
import type { RequestSettings } from "../../core/chat/request/chatRequest";
import type { ChatSession } from "../../core/chat/session/chatSession";
import { DeletedConversation } from "../../core/chat/session/deletedConversation";
import { DraftStore } from "../../core/chat/storage/draftStore";
import type { ContextSource } from "../../core/context/contextSource";
import { PendingAttachments, unasked } from "../../core/context/pendingAttachments";
import type { ContextWindow } from "../../core/context/tokens/contextWindow";
import type { AgentPanel } from "../agent/agentPanel";
import type { Attacher } from "../context/attacher";
import type { CodebaseSearch, ContextSuggestions } from "../context/contextSuggestions";
import { OpenFileOffer } from "../context/openFileOffer";
import type { WorkspaceNames } from "../context/workspaceNames";
import type { LazySearch } from "../search/lazySearch";
import type { LastEditor } from "../workspace/lastEditor";
import { LeftOutFiles } from "../workspace/leftOutFiles";
import { ReadOnlyDocuments } from "../workspace/readOnlyDocuments";
import { keepingFocus } from "./keepingFocus";

/** The services with which the panel and the commands compose the next question. */
export interface ComposerServices {
	readonly session: ChatSession;
	readonly context: Composer;
	readonly attacher: Pick<Attacher, "attach" | "confirm">;
	/** Loaded on first use. */
	suggestions(): Promise<ContextSuggestions>;
	/** The offer to attach the file or the selection of the last editor. */
	readonly openFile: OpenFileOffer;
	readonly deleted: DeletedConversation;
	readonly drafts: DraftStore;
	/** The questions that are sent when the answer has ended. */
	readonly queue: QuestionQueue;
	readonly documents: ReadOnlyDocuments;
	/** Reports files that are attached automatically but cannot be read. */
	readonly leftOut: LeftOutFiles;
	/** The model's context window; `undefined` while there is no gateway or no model. */
	window(): ContextWindow | undefined;
	/**
	 * Returns the search for places in the workspace that match the question, which the user may still be typing;
	 * `undefined` where search is not available.
	 */
	codebase(): CodebaseSearch | undefined;
	/** Fires with a warning about the next question, such as that places were found by keywords alone. */
	readonly onDidWarn: Event<UserError>;
	/** Called when the panel is shown: starts the work that waits for the first use of Gatehouse in this window. */
	used(): void;
	readonly lastEditor: LastEditor;
	readonly agent: AgentPanel;
}

/** What the services for the next question are made of. */
interface ComposerDeps {
	readonly session: ChatSession;
	/** The questions that wait for the answer. */
	readonly queue: QuestionQueue;
	/**
	 * Returns the settings of the next request, for the chosen model or another; `undefined` while there is no gateway or
	 * no model.
	 */
	settings(model?: string): RequestSettings | undefined;
	/** Keeps the attachments across restarts. */
	readonly workspaceState: StateStore;
	/** Finds what `#codebase` attaches. */
	readonly search: LazySearch;
	/** The last active editor, even before the first question. */
	readonly lastEditor: LastEditor;
	/** Returns the names of the workspace's files. */
	names(): Promise<WorkspaceNames>;
	/** Whether the open file goes with each question unless the user removes it. */
	attachesOpenFile(): boolean;
	/** Handles what the user sends while its mode is on. */
	readonly agent: AgentPanel;
}

/** Creates the services for the next question of a session; nothing is read yet. */
export function composerServices(deps: ComposerDeps): ComposerServices {
	const { session, queue, settings, workspaceState, search, lastEditor, names, attachesOpenFile, agent } = deps;
	const read = async (...args: Parameters<PendingAttachments["read"]>) =>
		(await import("../context/readSource")).readSource(...args);
	const draftOf = () => (session.messages.length === 0 ? unasked : session.conversationId);
	const instructions = async () => (await import("../context/instructionFiles")).instructionFiles();
	const leftOut = new LeftOutFiles();
	const attached = new PendingAttachments(read, workspaceState, draftOf, instructions, (reason) =>
		leftOut.instructions(reason),
	);
	const window = () => settings()?.window;
	const loaded = lazy(async () => new (await import("../context/attacher")).Attacher(attached, window));
	const attacher: ComposerServices["attacher"] = {
		attach: (...args) => keepingFocus(async () => (await loaded()).attach(...args)),
		confirm: (...args) => keepingFocus(async () => (await loaded()).confirm(...args)),
	};
	const warnings = new Emitter<UserError>();
	const findPlaces = async (question: string): Promise<readonly ContextSource[]> => {
		const [{ codebaseSources }, found] = await Promise.all([import("../search/codebaseSources"), search.load()]);
		return codebaseSources(found, question, window(), context.view.tokens, (warning) => warnings.fire(warning));
	};
	const places = { find: findPlaces, attach: (found: readonly ContextSource[]) => attacher.attach(found) };
	const context = new Composer(session, attached, settings, places, agent);
	agent.onDidChange(() => context.changed());
	agent.preload();
	const codebase = () => (search.offered ? () => findPlaces(context.draft) : undefined);
	const suggestions = lazy(async () => {
		const { ContextSuggestions } = await import("../context/contextSuggestions");
		return new ContextSuggestions(attacher, lastEditor, await names(), codebase);
	});
	return {
		session,
		context,
		attacher,
		leftOut,
		suggestions: () => suggestions(),
		openFile: new OpenFileOffer(lastEditor, attached, attacher, attachesOpenFile),
		deleted: new DeletedConversation(session),
		drafts: new DraftStore(workspaceState),
		queue,
		documents: new ReadOnlyDocuments(),
		window,
		codebase,
		onDidWarn: warnings.event,
		used: () => search.catchUp(),
		lastEditor,
		agent,
	};
}
