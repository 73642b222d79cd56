import * as vscode from "vscode";
import { planText } from "../../core/search/buildTexts";
import type { BuildPlan } from "../../core/search/searchIndex";

/** What the user says to a plan: to build so, to choose another model first, or no. */
export type PlanAnswer = "build" | "otherModel" | "no";

/**
 * Asks, before the first build, whether all that may be sent; the answer that is chosen by itself is no.
 *
 * @param extended whether there is an index, and the workspace has got another folder since.
 * @param free whether there is another model to choose.
 */
export async function agreeToPlan(plan: BuildPlan, extended: boolean, free: boolean): Promise<PlanAnswer> {
	const leave = {
		label: vscode.l10n.t("Not Now"),
		iconPath: new vscode.ThemeIcon("circle-slash"),
		detail: extended
			? vscode.l10n.t("Nothing is sent, and the index stays as it is.")
			: vscode.l10n.t("Nothing is sent."),
		answer: "no",
	} as const;
	const build = {
		label: vscode.l10n.t("Build the Index with {0}", plan.model),
		iconPath: new vscode.ThemeIcon("cloud-upload"),
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
			title: extended
				? vscode.l10n.t("The Workspace Has Got Another Folder: Index It Too?")
				: vscode.l10n.t("Build the Index of This Workspace?"),
			placeHolder: vscode.l10n.t("Your files are sent to your gateway; later, only what changes in them"),
			ignoreFocusOut: true,
		},
	);
	return chosen?.answer ?? "no";
}
