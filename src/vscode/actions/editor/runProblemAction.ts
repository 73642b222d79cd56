import * as vscode from "vscode";
import type { Action } from "../../../core/actions/action";
import { UserError } from "../../../core/base/errors";
import { codeAroundProblem } from "../codePlace";
import { problemsIn } from "../readCodeContext";
import { type RunActionDeps, runActionOn } from "./runAction";

/**
 * Runs an action on problems: those from the light bulb, otherwise those in the lines of the active editor's selection.
 *
 * @throws UserError when there are none.
 */
export async function runProblemAction(
	action: Action,
	[uri, given]: readonly unknown[],
	deps: RunActionDeps,
): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
	if (!document) throw new UserError(vscode.l10n.t("Open a file with problems first."));
	const problems = Array.isArray(given)
		? given.filter(isDiagnostic)
		: editor
			? problemsIn(document, editor.selection)
			: [];
	const [first, ...others] = problems;
	if (!first) throw new UserError(vscode.l10n.t("There is no problem at the cursor."));
	const range = others.reduce((all, problem) => all.union(problem.range), first.range);
	const place = await codeAroundProblem(document, document.validateRange(range));
	await runActionOn(action, place, deps, problems);
}

function isDiagnostic(value: unknown): value is vscode.Diagnostic {
	return value instanceof vscode.Diagnostic;
}
