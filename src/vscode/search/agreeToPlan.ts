import * as vscode from "vscode";
import type { WhyAsked } from "../../core/search/buildState";
import { planText } from "../../core/search/buildTexts";
import type { BuildPlan } from "../../core/search/searchIndex";

/** What the user says to a plan: to build so, to choose another model first, or no. */
export type PlanAnswer = "build" | "otherModel" | "no";

/**
 * Asks, before the first build and where there is more than was agreed to, whether all that may be sent; the answer that is
 * chosen by itself is no.
 *
 * @param free whether there is another model to choose.
 */
export async function agreeToPlan(plan: BuildPlan, why: WhyAsked, free: boolean): Promise<PlanAnswer> {
	const leave = {
		label: vscode.l10n.t("Not Now"),
		iconPath: new vscode.ThemeIcon("circle-slash"),
		detail:
			why === "none"
				? vscode.l10n.t("Nothing is sent.")
				: vscode.l10n.t("Nothing is sent, and the index stays as it is."),
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
			title: titleFor(why),
			placeHolder: vscode.l10n.t("Your files are sent to your gateway; later, only what changes in them"),
			ignoreFocusOut: true,
		},
	);
	return chosen?.answer ?? "no";
}

function titleFor(why: WhyAsked): string {
	switch (why) {
		case "none":
			return vscode.l10n.t("Build the Index of This Workspace?");
		case "folderAdded":
			return vscode.l10n.t("The Workspace Has Got Another Folder: Index It Too?");
		case "moreThanAgreed":
			return vscode.l10n.t("Far More Is New Than You Have Agreed To: Index It Too?");
	}
}
