import * as vscode from "vscode";
import { explain } from "../../core/actions/explain";
import { Disposables } from "../../core/base/disposables";
import type { Clock, Log } from "../../core/base/ports";
import type { Redactor } from "../../core/base/redact";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { chatModels, type ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelChoice } from "../../core/models/modelChoice";
import { failureOf } from "../../core/wire/failure";
import { type Commands, focusChat } from "../commands";
import type { ContextHandlerDeps } from "../context/contextHandlers";
import { questionActions } from "../editor/actionQuestion";
import type { LastEditor } from "../editor/lastEditor";
import type { Settings } from "../settings";
import { ChatViewProvider } from "./chatViewProvider";

interface ChatDeps extends ContextHandlerDeps {
	readonly commands: Commands;
	readonly lastEditor: LastEditor;
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly settings: Settings;
	readonly extensionUri: vscode.Uri;
	readonly clock: Clock;
	readonly redacted: Redactor;
	readonly log: Log;
}

/** The panel: its view, its commands, and the last conversation brought back. */
export function registerChat(deps: ChatDeps): vscode.Disposable {
	const { commands, session, context, connections, catalog, models, settings, redacted, log } = deps;
	const disposables = new Disposables();
	const provider = new ChatViewProvider({
		...deps,
		actions: async () => questionActions([explain], deps.lastEditor),
		settingsParameters: () => {
			const { parameters, systemPrompt } = settings;
			return { ...parameters, ...(systemPrompt === "" ? {} : { systemPrompt }) };
		},
		connectionView: () => {
			const connection = connections.current;
			if (!connection) return { gateway: null, model: null, models: [] };
			return {
				gateway: connection.name,
				model: models.current(connection) ?? null,
				models: chatModels(catalog.cached(connection) ?? []),
			};
		},
		describe: (error) => {
			const failure = failureOf(error);
			const message = redacted(failure.message);
			log.warn(`The panel's call failed: ${message}`);
			return { ...failure, message };
		},
	});
	const tellConnection = () => {
		provider.connectionChanged();
		context.changed();
	};

	disposables.add(vscode.window.registerWebviewViewProvider("gatehouse.chat", provider));
	disposables.add(connections.onDidChange(tellConnection));
	disposables.add(settings.onDidChangeModel(tellConnection));
	disposables.add(catalog.onDidChange(tellConnection));
	disposables.add(settings.onDidChangeParameters(() => provider.parametersChanged()));
	disposables.add(
		commands.register("newConversation", async () => {
			await session.newConversation();
			await vscode.commands.executeCommand(focusChat);
			provider.focusComposer();
		}),
	);
	disposables.add(session.onDidFail((message) => void vscode.window.showWarningMessage(message)));
	return disposables;
}
