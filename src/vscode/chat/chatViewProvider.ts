import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import type { QuestionAction } from "../../core/chat/composer/questionAction";
import type { WrittenQuestion } from "../../core/chat/composer/questionQueue";
import { ChangeBatcher } from "../../core/chat/session/changeBatcher";
import type { SessionChange } from "../../core/chat/session/turn";
import type { LimitsDisplay } from "../../core/connections/limitsDisplay";
import type { ParametersView } from "../../shared/chatParameters";
import type { ChatView, ConnectionView, Snapshot } from "../../shared/chatProtocol";
import type { Failure } from "../../shared/conversation";
import { notifierOver, serveCalls } from "../../shared/rpc";
import type { Editing } from "../actions/edits/editing";
import type { CommandName } from "../commands";
import { chatHostHandlers } from "./chatHostHandlers";
import { chatPage, chatPageRoot } from "./chatPage";
import type { ComposerServices } from "./composerServices";
import { webviewChannel } from "./webviewChannel";

interface ChatViewDeps {
	readonly chat: ComposerServices;
	readonly editing: Pick<Editing, "applyCode" | "newFile">;
	/** The actions that a question can begin with; read each time because the list may change. */
	actions(): Promise<readonly QuestionAction[]>;
	/** Sends a question; rejects where it cannot be asked. */
	send(text: string, model: string | null): Promise<void>;
	/** Sends a question that was queued. */
	sendWritten(question: WrittenQuestion): Promise<void>;
	/** Whether the gateway has requests to spare beyond the user's own. */
	hasSpareRequests(): boolean;
	/** Runs a command; the panel shows its error. */
	runCommand(name: CommandName): Promise<void>;
	/** Asks for the key of the gateway in use; returns whether the user has set one. */
	setKey(): Promise<boolean>;
	/** Asks for a model other than this one; returns `undefined` when the user cancels. */
	pickModel(except: string | undefined): Promise<string | undefined>;
	readonly extensionUri: vscode.Uri;
	readonly clock: Clock;
	readonly limits: Pick<LimitsDisplay, "view" | "onDidChange" | "dismiss">;
	connectionView(): ConnectionView;
	parametersView(): ParametersView;
	/** Converts an error thrown by a call of the page into the failure that the page shows. */
	describe(error: unknown): Failure;
}

/** Shows the session in the panel's page, a view that VS Code can dispose of at any time. */
export class ChatViewProvider implements vscode.WebviewViewProvider {
	#page: ChatView | undefined;
	#notifiesContext = false;
	/** Whether the page has asked for a snapshot since it was shown. */
	#isReady = false;
	/** Whether the composer gets the focus as soon as the page is ready. */
	#wantsFocus = false;

	constructor(private readonly deps: ChatViewDeps) {}

	/** The open page, to be notified; `undefined` while there is none, because a page's first snapshot has everything. */
	get page(): ChatView | undefined {
		return this.#page;
	}

	/** Moves the focus to the composer, even if the page is still being loaded. */
	focusComposer(): void {
		if (this.#isReady) this.#page?.focusComposer();
		else this.#wantsFocus = true;
	}

	/** Whether the user can see the page. */
	get isShown(): boolean {
		return this.#page !== undefined && this.#isReady;
	}

	/** Shows a failure in the page; returns false if the user cannot see it there. */
	showFailure(failure: Failure): boolean {
		if (this.isShown) this.#page?.failed(failure);
		return this.isShown;
	}

	resolveWebviewView(webviewView: vscode.WebviewView): void {
		const { deps } = this;
		const { webview } = webviewView;
		const channel = webviewChannel(webview);
		const page = notifierOver<ChatView>(channel);
		const disposables = new Disposables();
		this.#page = page;
		webview.options = { enableScripts: true, localResourceRoots: [chatPageRoot(deps.extensionUri)] };
		const changes = disposables.add(new ChangeBatcher(deps.clock, (change) => this.#notify(page, change)));
		const snapshot = () => {
			changes.flush();
			const wantsFocus = this.#wantsFocus;
			this.#wantsFocus = false;
			this.#isReady = true;
			return { ...this.#snapshot(), wantsFocus };
		};
		this.#isReady = false;
		// A page that is hidden is discarded.
		webviewView.onDidChangeVisibility(() => {
			if (!webviewView.visible) this.#isReady = false;
		});
		const { chat, editing, limits, actions, send, sendWritten, hasSpareRequests, runCommand, setKey, pickModel } = deps;
		const sending = { send, sendWritten, hasSpareRequests };
		const handlers = chatHostHandlers({
			chat,
			editing,
			limits,
			actions,
			...sending,
			runCommand,
			setKey,
			pickModel,
			snapshot,
		});
		disposables.add(serveCalls(channel, handlers, deps.describe));
		disposables.add(chat.session.onDidChange((change) => changes.take(change)));
		disposables.add(chat.deleted.onDidChange(() => page.conversationDeleted(chat.deleted.title)));
		// A notice sent to a hidden page would count as seen.
		disposables.add(limits.onDidChange(() => this.isShown && page.limitsChanged(limits.view)));
		disposables.add(chat.openFile.onDidChange(() => page.openFileChanged(chat.openFile.view)));
		disposables.add(chat.queue.onDidChange(() => page.queueChanged(chat.queue.view)));
		disposables.add(chat.context.onDidChange(() => this.#notifyContext(page)));
		disposables.add(chat.agent.onDidChange(() => page.agentChanged(chat.agent.view)));
		webviewView.onDidDispose(() => {
			disposables.dispose();
			if (this.#page === page) this.#page = undefined;
		});
		webview.html = chatPage(webview, deps.extensionUri);
	}

	#notify(page: ChatView, change: SessionChange): void {
		switch (change.type) {
			case "reset":
				page.reset(this.#snapshot());
				break;
			case "message":
				page.messageAdded(change.message);
				break;
			case "text":
				page.textAppended(change.answer, change.text, change.reasoning);
				break;
			case "agent":
				page.agentStepped(change.answer, change.event, change.at);
				break;
			case "waits":
				page.answerWaits(change.answer, change.wait);
				break;
			case "ended": {
				const { id, state, endedAt, at, usage, firstAt } = change.answer;
				page.answerEnded(id, state, endedAt ?? at, usage ?? null, firstAt ?? null);
				break;
			}
			case "parameters":
				page.parametersChanged(this.deps.parametersView());
				break;
			case "tools":
			// The page gets the chosen tools as part of the agent's view.
		}
	}

	/** Notifies the page once for all changes made together, because counting tokens takes time. */
	#notifyContext(page: ChatView): void {
		if (this.#notifiesContext) return;
		this.#notifiesContext = true;
		queueMicrotask(() => {
			this.#notifiesContext = false;
			page.contextChanged(this.deps.chat.context.view);
		});
	}

	#snapshot(): Snapshot {
		const { chat, limits, connectionView, parametersView } = this.deps;
		const { session, context } = chat;
		return {
			connection: connectionView(),
			limits: limits.view,
			conversation: session.conversationId,
			messages: session.messages,
			context: context.view,
			openFile: chat.openFile.view,
			queue: chat.queue.view,
			deletedQuestion: session.deletedQuestion,
			deletedConversation: chat.deleted.title,
			parameters: parametersView(),
			agent: chat.agent.view,
			l10n: vscode.l10n.bundle ?? null,
			language: vscode.env.language,
		};
	}
}
