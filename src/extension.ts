import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { moveRenamedSettings } from "./core/base/renamedSettings";
import { loggedError } from "./core/gateway/errors/loggedError";
import {
	registerCommands,
	registerLanguageModels,
	registerLinks,
	registerTool,
	registerView,
} from "./extension/entryPoints";
import { createFeatures } from "./extension/features";
import { createHostServices } from "./extension/hostServices";
import { registerEach } from "./extension/registerEach";
import { registerProblemActions } from "./vscode/actions/editor/registerProblemActions";
import { closeLostTabs } from "./vscode/workspace/lostTabs";

/** Work still to be done when the window closes; features add to it when they are loaded. */
const closing: (() => Promise<void>)[] = [];

/** Closes the session, so that the part of an answer that has arrived is saved. VS Code waits for it. */
export async function deactivate(): Promise<void> {
	await Promise.all(closing.map((run) => run()));
}

/**
 * The shell, which may be active in every window: it registers what VS Code calls, and shows in the status bar and in the
 * context keys what the settings and the global state say. Everything else is loaded with its first use.
 */
export function activate(context: vscode.ExtensionContext): void {
	if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
	const host = createHostServices(context, (run) => void closing.push(run));
	const { gateways, features } = createFeatures(host);
	const { commands, display, firstSteps, log } = host;
	const onError = (error: unknown) => void commands.show(error);

	let failed = false;
	const loadGateways = () => {
		gateways().catch((error: unknown) => {
			// Once: the display tries again whenever the window gets the focus.
			if (!failed) onError(error);
			failed = true;
		});
	};

	registerEach(host, {
		commands: () => registerCommands(commands, features),
		view: () => registerView(commands, features),
		links: () => registerLinks(commands, features),
		tool: () => registerTool(commands, features),
		languageModels: () => registerLanguageModels(host, features),
		codeActions: () => registerProblemActions(display),
		status: () => display.showSaved(loadGateways),
		firstSteps: () => commands.onDidRun((name) => void firstSteps.ran(name).catch(onError)),
	});

	moveRenamedSettings(host.settings.scopes).catch((error: unknown) => {
		log.warn(`Renamed settings were not moved: ${loggedError(error)}`);
	});

	closeLostTabs().catch((error: unknown) => {
		log.warn(`Tabs whose text is lost were not closed: ${loggedError(error)}`);
	});

	// Loaded only where the user has turned them on.
	const complete = () => {
		if (host.settings.completions) features.completions().catch(onError);
	};
	complete();
	host.own(vscode.workspace.onDidChangeConfiguration(complete));

	firstSteps.show();
	// Not in tests or with `npm start`, where the walkthrough would cover the editor.
	if (context.extensionMode === vscode.ExtensionMode.Production)
		firstSteps.openOnce(host.settings.gateways.read().length > 0).catch(onError);

	// Only while Gatehouse is developed or tested: an installed one takes nothing from the environment.
	if (context.extensionMode !== vscode.ExtensionMode.Production && process.env.GATEHOUSE_DEMO_URL) {
		Promise.all([import("./vscode/connections/connectDemo"), gateways()])
			.then(([{ connectDemo }, { openGateway, connections, models }]) => connectDemo(openGateway, connections, models))
			.catch(onError);
	}
}
