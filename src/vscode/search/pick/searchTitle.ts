import * as vscode from "vscode";
import { shortProgressText } from "../../../core/search/building/buildTexts";
import type { BuildState } from "../../../core/search/model/buildState";

/**
 * Returns the search's title, with the reason why results may be missing.
 *
 * @param index whether there is an index for searching by meaning, and whether contents are missing.
 */
export function searchTitle(state: BuildState, index: "none" | "incomplete" | "complete"): string {
	const shortcoming = index === "none" && state.type === "idle" ? [vscode.l10n.t("Keywords Alone")] : [];
	const missing = shortcomingOf(state, index === "incomplete");
	return [vscode.l10n.t("Search Workspace by Meaning"), ...shortcoming, ...missing].join(" · ");
}

function shortcomingOf(state: BuildState, incomplete: boolean): readonly string[] {
	switch (state.type) {
		case "running":
			return [shortProgressText(state.progress)];
		case "paused":
			return [vscode.l10n.t("Index Paused")];
		case "elsewhere":
			return incomplete ? [vscode.l10n.t("Index Built by Another Window")] : [];
		default:
			return incomplete || state.type === "failed" ? [vscode.l10n.t("Index Incomplete")] : [];
	}
}
