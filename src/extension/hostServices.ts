import * as vscode from "vscode";
import type { Redactor } from "../core/base/knownKeys";
import type { Clock, Log, SecretStore, StateStore } from "../core/base/ports";
import { systemClock as clock } from "../core/base/systemClock";
import { ConnectionStatusStore } from "../core/connections/connectionStatus";
import { ProvidedModels } from "../core/connections/models/providedModels";
import { logChannel, showLogBeside } from "../vscode/adapters/logChannel";
import { secretStore } from "../vscode/adapters/secretStore";
import { stateStore } from "../vscode/adapters/stateStore";
import { Commands } from "../vscode/commands";
import { ConnectionStatusDisplay } from "../vscode/connections/connectionStatusDisplay";
import { FirstSteps } from "../vscode/firstSteps";
import { LanguageModelList } from "../vscode/languageModels/languageModelList";
import { Settings } from "../vscode/settings";
import { LastEditor } from "../vscode/workspace/lastEditor";

/** The services that VS Code gives the extension, behind our own interfaces; every window has them from the start. */
export interface HostServices {
	readonly clock: Clock;
	readonly channel: vscode.LogOutputChannel;
	readonly log: Log;
	/** Opens the log's file beside the active editor, or the log in the Output view if there is no file. */
	showLogBeside(): Promise<void>;
	/** Removes every known key from a text. */
	readonly redacted: Redactor;
	/** Uses this redactor for every text from now on. Until then, no key has been read that a text could contain. */
	redactWith(redactor: Redactor): void;
	readonly secrets: SecretStore;
	readonly globalState: StateStore;
	readonly workspaceState: StateStore;
	readonly settings: Settings;
	readonly commands: Commands;
	readonly lastEditor: LastEditor;
	readonly display: ConnectionStatusDisplay;
	readonly savedStatus: ConnectionStatusStore;
	readonly firstSteps: FirstSteps;
	/** The models offered to VS Code and other extensions. */
	readonly languageModels: LanguageModelList;
	/** The same models, with their gateways. */
	readonly providedModels: ProvidedModels;
	/** Identifies what a status depends on besides the gateways' own state: the settings, the language, the version. */
	readonly fingerprint: () => string;
	readonly extensionUri: vscode.Uri;
	readonly globalStorageUri: vscode.Uri;
	/** The folder for Gatehouse's files about this workspace, or about windows without one. */
	readonly workspaceStorageUri: vscode.Uri;
	/** Gatehouse's own version. */
	readonly version: string;
	/** Disposes of a loaded feature when the window closes. */
	own(feature: vscode.Disposable): void;
	/** Runs something before the window closes; VS Code waits for it. */
	beforeClose(run: () => Promise<void>): void;
}

/** Creates the adapters. Nothing is read and no file is opened. */
export function createHostServices(
	context: vscode.ExtensionContext,
	beforeClose: HostServices["beforeClose"],
): HostServices {
	const { extensionUri, globalStorageUri, subscriptions } = context;
	const { version } = context.extension.packageJSON as { readonly version: string };
	const channel = vscode.window.createOutputChannel("Gatehouse", { log: true });
	let redactor: Redactor = (text) => text;
	const redacted: Redactor = (text) => redactor(text);
	const log = logChannel(channel, redacted);
	const globalState = stateStore(context.globalState);
	const secrets = secretStore(context.secrets);
	const settings = new Settings();
	const lastEditor = new LastEditor();
	const savedStatus = new ConnectionStatusStore(globalState);
	const fingerprint = () => JSON.stringify([settings.gateways.read(), settings.model, vscode.env.language, version]);
	const display = new ConnectionStatusDisplay({ settings, secrets, globalState, savedStatus, clock, fingerprint });
	const providedModels = new ProvidedModels(settings.gateways.read, globalState);
	const languageModels = new LanguageModelList({ models: providedModels, settings, secrets, clock });
	subscriptions.push(channel, settings, lastEditor, display, languageModels);
	return {
		clock,
		channel,
		log,
		showLogBeside: () => showLogBeside(channel, vscode.Uri.joinPath(context.logUri, "Gatehouse.log")),
		redacted,
		redactWith: (next) => {
			redactor = next;
		},
		secrets,
		globalState,
		workspaceState: stateStore(context.workspaceState),
		settings,
		commands: new Commands(log, redacted),
		lastEditor,
		display,
		savedStatus,
		firstSteps: new FirstSteps(globalState),
		languageModels,
		providedModels,
		fingerprint,
		extensionUri,
		globalStorageUri,
		workspaceStorageUri: context.storageUri ?? vscode.Uri.joinPath(globalStorageUri, "no-workspace"),
		version,
		own: (feature) => void subscriptions.push(feature),
		beforeClose,
	};
}
