import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { GatheredChanges } from "../../core/chat/gatheredChanges";
import type { SessionChange } from "../../core/chat/sessionChange";
import type { ChatParameters, ParametersView } from "../../shared/chatParameters";
import type { ChatView, ConnectionView, Snapshot } from "../../shared/chatProtocol";
import type { Failure } from "../../shared/conversation";
import { notifierOver, serveCalls } from "../../shared/rpc";
import { type ChatHostDeps, chatHostHandlers } from "./chatHostHandlers";
import { chatPage, chatPageRoot } from "./chatPage";
import { webviewChannel } from "./webviewChannel";

interface ChatViewDeps extends Omit<ChatHostDeps, "snapshot"> {
	readonly extensionUri: vscode.Uri;
	readonly clock: Clock;
	connectionView(): ConnectionView;
	/** What the settings say where a conversation has no parameters of its own. */
	settingsParameters(): ChatParameters;
	/** Turns what a call of the page's threw into what the page shows. */
	describe(error: unknown): Failure;
}

/** Shows the session in the panel's page, which is a view that can be thrown away at any time. */
export class ChatViewProvider implements vscode.WebviewViewProvider {
	#view: ReturnType<typeof notifierOver<ChatView>> | undefined;
	#tellsContext = false;

	constructor(private readonly deps: ChatViewDeps) {}

	resolveWebviewView(webviewView: vscode.WebviewView): void {
		const { deps } = this;
		const { webview } = webviewView;
		const channel = webviewChannel(webview);
		const view = notifierOver<ChatView>(channel);
		const disposables = new Disposables();
		this.#view = view;
		webview.options = { enableScripts: true, localResourceRoots: [chatPageRoot(deps.extensionUri)] };
		const changes = disposables.add(new GatheredChanges(deps.clock, (change) => this.#tell(view, change)));
		const snapshot = () => {
			changes.flush();
			return this.#snapshot();
		};
		const handlers = chatHostHandlers({ ...deps, snapshot });
		disposables.add(serveCalls(channel, handlers, deps.describe));
		disposables.add(deps.session.onDidChange((change) => changes.take(change)));
		disposables.add(deps.context.onDidChange(() => this.#tellContext(view)));
		webviewView.onDidDispose(() => {
			disposables.dispose();
			if (this.#view === view) this.#view = undefined;
		});
		webview.html = chatPage(webview, deps.extensionUri);
	}

	connectionChanged(): void {
		this.#view?.connectionChanged(this.deps.connectionView());
	}

	parametersChanged(): void {
		this.#view?.parametersChanged(this.#parameters());
	}

	focusComposer(): void {
		this.#view?.focusComposer();
	}

	#tell(view: ReturnType<typeof notifierOver<ChatView>>, change: SessionChange): void {
		switch (change.type) {
			case "reset":
				view.reset(this.#snapshot());
				break;
			case "message":
				view.messageAdded(change.message);
				break;
			case "text":
				view.textAppended(change.answer, change.text, change.reasoning);
				break;
			case "waits":
				view.answerWaits(change.answer, change.wait);
				break;
			case "ended": {
				const { id, state, endedAt, at, usage, firstAt } = change.answer;
				view.answerEnded(id, state, endedAt ?? at, usage ?? null, firstAt ?? null);
				break;
			}
			case "parameters":
				view.parametersChanged(this.#parameters());
		}
	}

	/** Once for all that changes in one go: to count tokens takes time. */
	#tellContext(view: ReturnType<typeof notifierOver<ChatView>>): void {
		if (this.#tellsContext) return;
		this.#tellsContext = true;
		queueMicrotask(() => {
			this.#tellsContext = false;
			view.contextChanged(this.deps.context.view);
		});
	}

	#parameters(): ParametersView {
		return { own: this.deps.session.parameters, settings: this.deps.settingsParameters() };
	}

	#snapshot(): Snapshot {
		const { session, context, connectionView } = this.deps;
		return {
			connection: connectionView(),
			conversation: session.conversationId,
			messages: session.messages,
			context: context.view,
			deletedQuestion: session.deletedQuestion,
			parameters: this.#parameters(),
			l10n: vscode.l10n.bundle ?? null,
			language: vscode.env.language,
		};
	}
}
