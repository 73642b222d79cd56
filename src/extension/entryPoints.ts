import * as vscode from "vscode";
import { Disposables } from "../core/base/disposables";
import type { Commands } from "../vscode/commands";
import { featureCommands } from "./featureCommands";
import type { Features } from "./features";
import type { HostServices } from "./hostServices";

/** Registers every command; its feature is loaded when the command is used. */
export function registerCommands(commands: Commands, features: Features): vscode.Disposable {
	const disposables = new Disposables();
	for (const [feature, names] of Object.entries(featureCommands)) {
		const load = features[feature as keyof Features];
		// A command that needed a gateway runs again once the user has connected one, unless it is itself about gateways.
		const runsAgain = feature !== "connections";
		for (const name of names) disposables.add(commands.declare(`gatehouse.${name}`, load, runsAgain));
	}
	return disposables;
}

/**
 * Registers the panel's view; the panel is loaded when VS Code shows it. VS Code asks for a view only once, so a panel
 * that cannot be loaded is loaded again the next time the view is shown.
 */
export function registerView(commands: Commands, { chat }: Pick<Features, "chat">): vscode.Disposable {
	return vscode.window.registerWebviewViewProvider("gatehouse.chat", {
		async resolveWebviewView(webviewView, context, token) {
			let disposed = false;
			webviewView.onDidDispose(() => {
				disposed = true;
			});
			const resolve = async () => {
				try {
					const { view } = await chat();
					if (!disposed) await view.resolveWebviewView(webviewView, context, token);
				} catch (error) {
					const shown = webviewView.onDidChangeVisibility(() => {
						if (!webviewView.visible) return;
						shown.dispose();
						void resolve();
					});
					// Not awaited: VS Code shows the view as loading until `resolveWebviewView` settles.
					void commands.show(error);
				}
			};
			await resolve();
		},
	});
}

/** Registers the links that connect to a gateway. */
export function registerLinks(commands: Commands, { connections }: Pick<Features, "connections">): vscode.Disposable {
	return vscode.window.registerUriHandler({
		handleUri: ({ path, query }) => commands.attempt(async () => (await connections()).openLink(path, query)),
	});
}

/** Registers the search tool for agents; it is loaded when an agent first uses it. */
export function registerTool(commands: Commands, features: Features): vscode.Disposable {
	const load = async () => {
		try {
			return (await features.search()).tool;
		} catch (error) {
			void commands.show(error);
			throw error;
		}
	};
	return vscode.lm.registerTool<unknown>("gatehouse_search", {
		prepareInvocation: async (options, token) => (await load()).prepareInvocation?.(options, token),
		invoke: async (options, token) => (await load()).invoke(options, token),
	});
}

/**
 * Provides the gateways' models to VS Code and other extensions. VS Code asks for the list in every window, several
 * times a second, so it is answered here; the code that answers requests is loaded with the first one.
 */
export function registerLanguageModels(
	{ languageModels }: Pick<HostServices, "languageModels">,
	{ languageModels: load }: Pick<Features, "languageModels">,
): vscode.Disposable {
	// Editors that are based on an older version of VS Code do not have this function.
	if (typeof vscode.lm.registerLanguageModelChatProvider !== "function") return new Disposables();
	const provider = vscode.lm.registerLanguageModelChatProvider("gatehouse", {
		onDidChangeLanguageModelChatInformation: (listener, self) => languageModels.onDidChange(() => listener.call(self)),
		provideLanguageModelChatInformation: () => languageModels.list(),
		provideLanguageModelChatResponse: async ({ id }, ...request) => (await load()).respond(id, ...request),
		provideTokenCount: async ({ id }, text) => (await load()).count(id, text),
	});
	languageModels.refresh();
	return provider;
}
