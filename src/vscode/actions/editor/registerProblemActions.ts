import * as vscode from "vscode";
import { explainProblem, fixProblem } from "../../../core/actions/definitions/problemActions";
import { inertName } from "../../../shared/untrusted/inertText";
import { createQuickFix } from "../../adapters/messages";
import { actionCommand } from "../../commands";

/**
 * Registers the light bulb's actions on problems, in every language. Nothing is sent before the user chooses one.
 *
 * @param window the window's state; without a gateway, no actions are offered.
 */
export function registerProblemActions(window: { readonly connected: boolean }): vscode.Disposable {
	const provider: vscode.CodeActionProvider = {
		provideCodeActions: ({ uri }, _range, { diagnostics }) =>
			window.connected && diagnostics.length > 0 ? codeActions(uri, diagnostics) : [],
	};
	const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
	return vscode.languages.registerCodeActionsProvider("*", provider, { providedCodeActionKinds });
}

function codeActions(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
	const offer = (title: string, command: string) => {
		const action = createQuickFix(inertName(title), command, [uri, diagnostics]);
		action.diagnostics = [...diagnostics];
		return action;
	};
	return [
		offer(vscode.l10n.t("Fix with Gatehouse"), actionCommand(fixProblem)),
		offer(vscode.l10n.t("Explain with Gatehouse"), actionCommand(explainProblem)),
	];
}
