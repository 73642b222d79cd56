import * as vscode from "vscode";
import { explainProblem, fixProblem } from "../../core/actions/problemActions";
import { Disposables } from "../../core/base/disposables";
import { inertName } from "../../shared/untrusted/inertText";
import { createQuickFix } from "../adapters/messages";
import { actionCommand } from "../commands";
import type { RunActionDeps } from "./runAction";

/** The light bulb's actions on problems, in every language, and their commands. Nothing is asked before one is chosen. */
export function registerProblemActions(deps: RunActionDeps): vscode.Disposable {
	const disposables = new Disposables();
	for (const action of [fixProblem, explainProblem]) {
		const run = async (...args: readonly unknown[]) =>
			// Loaded with its first use.
			(await import("./runProblemAction")).runProblemAction(action, args, deps);
		disposables.add(deps.commands.registerAction(action, run));
	}
	const provider: vscode.CodeActionProvider = {
		provideCodeActions: ({ uri }, _range, { diagnostics }) =>
			deps.connections.current && diagnostics.length > 0 ? codeActions(uri, diagnostics) : [],
	};
	const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
	disposables.add(vscode.languages.registerCodeActionsProvider("*", provider, { providedCodeActionKinds }));
	return disposables;
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
