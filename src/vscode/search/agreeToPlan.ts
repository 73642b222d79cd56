import * as vscode from "vscode";
import { planText } from "../../core/search/buildTexts";
import type { BuildPlan } from "../../core/search/searchIndex";

/** Asks, before the first build, whether all that may be sent; the answer that is chosen by itself is no. */
export async function agreeToPlan(plan: BuildPlan): Promise<boolean> {
	const leave = {
		label: vscode.l10n.t("$(circle-slash) Not Now"),
		detail: vscode.l10n.t("Nothing is sent."),
	};
	const build = {
		label: vscode.l10n.t("$(cloud-upload) Build the Index"),
		detail: planText(plan, vscode.env.language),
	};
	const chosen = await vscode.window.showQuickPick([leave, build], {
		title: vscode.l10n.t("Build the Index of This Workspace?"),
		placeHolder: vscode.l10n.t("To be found by meaning, your files are sent to your gateway"),
		ignoreFocusOut: true,
	});
	return chosen === build;
}
