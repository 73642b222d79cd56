import * as vscode from "vscode";
import { planText } from "../../core/search/buildTexts";
import type { BuildPlan } from "../../core/search/searchIndex";

/** What the user says to a plan: to build so, to choose another model first, or no. */
export type PlanAnswer = "build" | "otherModel" | "no";

/**
 * Asks, before the first build, whether all that may be sent; the answer that is chosen by itself is no.
 *
 * @param free whether there is another model to choose.
 */
export async function agreeToPlan(plan: BuildPlan, free: boolean): Promise<PlanAnswer> {
	const leave = {
		label: vscode.l10n.t("$(circle-slash) Not Now"),
		detail: vscode.l10n.t("Nothing is sent."),
		answer: "no",
	} as const;
	const build = {
		label: vscode.l10n.t("$(cloud-upload) Build the Index with {0}", plan.model),
		detail: planText(plan, vscode.env.language),
		answer: "build",
	} as const;
	const other = {
		label: vscode.l10n.t("Another Embedding Model…"),
		iconPath: new vscode.ThemeIcon("arrow-swap"),
		answer: "otherModel",
	} as const;
	const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly answer: PlanAnswer }>(
		[leave, build, ...(free ? [other] : [])],
		{
			title: vscode.l10n.t("Build the Index of This Workspace?"),
			placeHolder: vscode.l10n.t("Your files are sent to your gateway; later, only what changes in them"),
			ignoreFocusOut: true,
		},
	);
	return chosen?.answer ?? "no";
}
