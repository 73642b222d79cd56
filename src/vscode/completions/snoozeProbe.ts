import * as vscode from "vscode";

/**
 * VS Code's command that requests a suggestion from providers, and the argument that limits it to Gatehouse's, so that
 * others are not disturbed.
 */
export const triggerSuggestion = "editor.action.inlineSuggest.trigger";
export const onlyHere = { providerId: "gatehouse.gatehouse:*" };

/**
 * Determines whether VS Code requests suggestions automatically: it does not while the user snoozes them, which no API
 * reports. The probe makes VS Code call a new provider as after a keystroke, because a provider that was already called
 * at this position would not be called again. Versions that do not know the argument `explicit` call the provider even
 * while the user snoozes suggestions.
 *
 * @returns a function that ends the provider's call, during which the suggestion on the screen stays; `undefined` if VS
 * Code did not call the provider.
 */
export async function probeSnooze({ uri, languageId }: vscode.TextDocument): Promise<(() => void) | undefined> {
	let end = () => {};
	let isCalled = false;
	const ended = new Promise<vscode.InlineCompletionItem[]>((resolve) => {
		end = () => resolve([]);
	});
	const selector = { scheme: uri.scheme, language: languageId };
	let registered: vscode.Disposable | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			const provideInlineCompletionItems = () => {
				isCalled = true;
				resolve();
				return ended;
			};
			registered = vscode.languages.registerInlineCompletionItemProvider(selector, { provideInlineCompletionItems });
			// VS Code calls the newest of an extension's providers.
			vscode.commands.executeCommand(triggerSuggestion, { ...onlyHere, explicit: false }).then(() => resolve(), reject);
		});
	} finally {
		// The command that shows the answer would call this provider instead, and wait for it.
		registered?.dispose();
	}
	return isCalled ? end : undefined;
}
