import * as vscode from "vscode";
import { destinationText, planText } from "../../../core/search/building/buildTexts";
import type { ConsentReason } from "../../../core/search/model/buildState";
import type { BuildPlan } from "../../../core/search/model/semanticIndex";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { createPick, disableSorting, type PickRow } from "../../adapters/messages";

/** The user's answer to a plan: build the index, choose another model first, or no. */
export type PlanAnswer = "build" | "otherModel" | "no";

interface PlanItem extends PickRow {
	readonly answer: PlanAnswer;
}

/**
 * Asks, before the first build and when there is more than the user approved, whether to send all files of the plan;
 * the default answer is no. The quick pick may open while the user types, so only the keys that select rows change the
 * selection.
 *
 * @param free whether there is another model to choose.
 * @param limits how much of the gateway's limits the build uses; empty if none is known.
 */
export function agreeToPlan(plan: BuildPlan, why: ConsentReason, free: boolean, limits: string): Promise<PlanAnswer> {
	const leave: PlanItem = {
		label: inertName(vscode.l10n.t("Not Now")),
		iconPath: new vscode.ThemeIcon("circle-slash"),
		detail: inertLine(
			why === "none"
				? vscode.l10n.t("Nothing is sent. To leave files out, use the setting gatehouse.index.exclude.")
				: vscode.l10n.t("Nothing is sent, and the index stays as it is."),
		),
		answer: "no",
	};
	const named = plan.newFolders.filter(Boolean).join(", ");
	const added = why === "folderAdded" && named ? vscode.l10n.t("New: {0}", named) : "";
	const build: PlanItem = {
		label: inertName(vscode.l10n.t("Build Index with {0}", plan.model)),
		iconPath: new vscode.ThemeIcon("cloud-upload"),
		description: inertLine([destinationText(plan), added].filter(Boolean).join(" · ")),
		detail: inertLine(planText(plan, vscode.env.language)),
		answer: "build",
	};
	const other: PlanItem = {
		label: inertName(vscode.l10n.t("Another Embedding Model…")),
		iconPath: new vscode.ThemeIcon("arrow-swap"),
		answer: "otherModel",
	};
	const pick = createPick<PlanItem>();
	pick.title = inertLine(titleFor(why));
	// The detail of a row is one line that is cut off: it has no room for the limits.
	pick.placeholder = inertLine(
		limits || vscode.l10n.t("Your files are sent to your gateway; later, only what changes in them"),
	);
	pick.ignoreFocusOut = true;
	disableSorting(pick);
	pick.items = [leave, build, ...(free ? [other] : [])].map((item) => ({ ...item, alwaysShow: true }));
	return new Promise((resolve) => {
		pick.onDidAccept(() => {
			resolve(pick.selectedItems[0]?.answer ?? "no");
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve("no");
			pick.dispose();
		});
		pick.show();
	});
}

function titleFor(why: ConsentReason): string {
	switch (why) {
		case "none":
			return vscode.l10n.t("Build the Index of This Workspace?");
		case "folderAdded":
			return vscode.l10n.t("The Workspace Has a New Folder. Index It Too?");
		case "moreThanAgreed":
			return vscode.l10n.t("Many More Files Than You Approved. Index Them Too?");
	}
}
