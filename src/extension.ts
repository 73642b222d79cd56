import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "./core/base/errors";
import { systemClock as clock } from "./core/base/systemClock";
import { ChatSession } from "./core/chat/chatSession";
import { ChatTargets } from "./core/chat/chatTargets";
import { ConversationStore } from "./core/chat/conversationStore";
import { ConnectionStore } from "./core/connections/connectionStore";
import { KeyStore } from "./core/connections/keyStore";
import { TokenCounters } from "./core/context/tokenCounter";
import { ChosenModelStore } from "./core/models/chosenModelStore";
import { migrateChosenModels } from "./core/models/migrateChosenModels";
import { ModelCatalog } from "./core/models/modelCatalog";
import { ModelChoice } from "./core/models/modelChoice";
import { CapabilityStore } from "./core/wire/capabilityStore";
import { createGateway } from "./core/wire/client";
import type { OpenGateway } from "./core/wire/gateway";
import { loggedError } from "./core/wire/loggedError";
import { RequestLedger } from "./core/wire/requestLedger";
import { inertLine } from "./shared/untrusted/inertText";
import { appendLogOnDisk } from "./vscode/adapters/appendLogOnDisk";
import { connectionWatch } from "./vscode/adapters/connectionWatch";
import { logChannel } from "./vscode/adapters/logChannel";
import { notify } from "./vscode/adapters/messages";
import { networkProbe } from "./vscode/adapters/networkProbe";
import { makePrivate } from "./vscode/adapters/privateFiles";
import { secretStore } from "./vscode/adapters/secretStore";
import { stateStore } from "./vscode/adapters/stateStore";
import { registerChat } from "./vscode/chat/registerChat";
import { registerHistory } from "./vscode/chat/registerHistory";
import { Commands } from "./vscode/commands";
import { registerCommitMessage } from "./vscode/commitMessage/registerCommitMessage";
import { KeyActions } from "./vscode/connections/keyActions";
import { registerConnections } from "./vscode/connections/registerConnections";
import { registerKeys } from "./vscode/connections/registerKeys";
import { nextQuestion } from "./vscode/context/nextQuestion";
import { registerContext } from "./vscode/context/registerContext";
import { registerDoctor } from "./vscode/doctor/registerDoctor";
import { registerEditorActions } from "./vscode/editor/registerEditorActions";
import { lazyEditing } from "./vscode/edits/lazyEditing";
import { registerEdits } from "./vscode/edits/registerEdits";
import { registerModels } from "./vscode/models/registerModels";
import { registerStatus } from "./vscode/models/registerStatus";
import { registerRequests } from "./vscode/requests/registerRequests";
import { LazySearch } from "./vscode/search/lazySearch";
import { registerSearch } from "./vscode/search/registerSearch";
import { openSettings, Settings } from "./vscode/settings";
import { registerTerminal } from "./vscode/terminal/registerTerminal";

/** What must still be done when the window closes; set by `activate`. */
let finish: () => Promise<void> = async () => {};

/** VS Code waits for it: what has arrived of an answer is kept. */
export function deactivate(): Promise<void> {
	return finish();
}

/** Builds Gatehouse: adapters, services, features. Reads and asks nothing; the first use does. */
export function activate(context: vscode.ExtensionContext): void {
	const { extensionUri, globalStorageUri, subscriptions } = context;
	const { version } = context.extension.packageJSON as { readonly version: string };
	if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });

	// Adapters
	const channel = vscode.window.createOutputChannel("Gatehouse", { log: true });
	const globalState = stateStore(context.globalState);
	const keys = new KeyStore(secretStore(context.secrets), globalState);
	const redacted = keys.known.redact;
	const log = logChannel(channel, redacted);
	const settings = new Settings();
	const commands = new Commands(log, redacted);
	const probe = networkProbe(() => settings.http, process.env);
	const protect = (folder: vscode.Uri) => () =>
		makePrivate(folder.fsPath).catch((error: unknown) =>
			log.warn(`Files of an earlier version could not be made private: ${messageOf(error)}`),
		);
	const conversationFiles = appendLogOnDisk(
		vscode.Uri.joinPath(globalStorageUri, "conversations").fsPath,
		protect(globalStorageUri),
	);
	const workspaceFolder = context.storageUri ?? vscode.Uri.joinPath(globalStorageUri, "no-workspace");
	const workspaceFiles = appendLogOnDisk(workspaceFolder.fsPath, protect(workspaceFolder));
	const userPrompts = vscode.Uri.joinPath(globalStorageUri, "../../prompts");
	subscriptions.push(channel, settings);

	// Services
	const capabilities = new CapabilityStore(globalState);
	const ledger = new RequestLedger(clock, log);
	const wire = {
		clock,
		capabilities,
		ledger,
		connections: connectionWatch(),
		keys: keys.known,
		timeouts: () => settings.timeouts,
		random: Math.random,
		log,
	};
	const openGateway: OpenGateway = (base, key) => createGateway(base, key, wire);
	const connections = new ConnectionStore(settings.gateways, keys, globalState, clock, log, openGateway);
	const catalog = new ModelCatalog(globalState, clock, (connection) => connections.open(connection), capabilities);
	const chosenModels = new ChosenModelStore(globalState);
	const models = new ModelChoice(settings, chosenModels, catalog, connections, (connection) => {
		const question = connections.addresses.question(connection);
		return question?.type === "moved" ? question.from : undefined;
	});
	const conversations = new ConversationStore(conversationFiles, workspaceFiles, clock, log);
	const counters = new TokenCounters(globalState);
	const targets = new ChatTargets({ connections, catalog, models, settings, counters, probe });
	const chatTarget = targets.settle;
	const session = new ChatSession(conversations, chatTarget, clock, log);
	const state = stateStore(context.workspaceState);
	const onError = (error: unknown) => void commands.show(error);
	const searching = { connections, keys, catalog, models, settings, capabilities, clock, log, onError };
	const search = new LazySearch({ ...searching, globalStorageUri, extensionUri });
	const asking = nextQuestion(session, targets.next, state, search);
	const editing = lazyEditing({ ...asking, readOnly: asking.documents, chatTarget, commands, clock, log });
	subscriptions.push(asking.lastEditor);
	finish = () => session.close();
	connections.onDidMove(({ from, connection }) => chosenModels.move(from, connection).catch(onError));
	migrateChosenModels({ state: globalState, connections, catalog, store: chosenModels, settings }).catch(onError);

	// Features
	const connecting = { commands, openGateway, connections, keys, catalog, models, clock };
	const keyActions = new KeyActions(connecting);
	const features: Readonly<Record<string, () => vscode.Disposable>> = {
		log: () => commands.register("showLog", () => channel.show()),
		settings: () => commands.register("openSettings", openSettings),
		connections: () => registerConnections({ ...connecting, keyActions }),
		keys: () => registerKeys({ ...connecting, keyActions, state: globalState, log }),
		models: () => registerModels({ ...connecting, capabilities }),
		requests: () => registerRequests({ commands, ledger }),
		doctor: () => registerDoctor({ commands, connections, keys, models, settings, probe, wire, version }),
		status: () => registerStatus({ connections, keys, catalog, models, clock }),
		chat: () => registerChat({ ...asking, ...connecting, settings, extensionUri, userPrompts, editing, redacted, log }),
		context: () => registerContext({ ...asking, ...connecting, capabilities, log }),
		history: () => registerHistory({ commands, session, conversations, log }),
		search: () => registerSearch({ ...asking, commands, search, state }),
		editor: () => registerEditorActions({ ...asking, commands, connections, editing }),
		terminal: () => registerTerminal({ ...asking, commands, connections }),
		commitMessage: () => registerCommitMessage({ commands, target: chatTarget, log }),
		edits: () => registerEdits({ commands, editing }),
	};
	for (const [name, register] of Object.entries(features)) {
		try {
			subscriptions.push(register());
		} catch (error) {
			// One feature that fails must not take the others along.
			log.error(`${name} could not be started: ${loggedError(error)}`);
			const text = vscode.l10n.t("A part of Gatehouse could not be started: {0}", messageOf(error));
			void notify("error", inertLine(text));
		}
	}

	if (context.extensionMode !== vscode.ExtensionMode.Production) {
		import("./vscode/connections/connectDemo")
			.then(({ connectDemo }) => connectDemo(openGateway, connections, models))
			.catch((error: unknown) => commands.show(error));
	}
}
