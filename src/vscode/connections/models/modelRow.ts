import * as vscode from "vscode";
import type { ModelInfo, ModelKind } from "../../../shared/conversation";
import { inertLine, inertName, withIcon } from "../../../shared/untrusted/inertText";
import type { PickRow } from "../../adapters/messages";

/** A model as a row of a list. */
export interface ModelRow extends PickRow {
	/** The model's id. */
	readonly model: string;
}

/** Returns a model's row: its name, and what its gateway says about it. @param fits whether it suits the list's purpose. */
export function modelRow(
	{ id, kind, contextLength, images, tools, status = "" }: ModelInfo,
	{ isCurrent, fits }: { readonly isCurrent: boolean; readonly fits: boolean },
): ModelRow {
	const facts = [
		isCurrent ? vscode.l10n.t("current") : "",
		contextLength ? vscode.l10n.t("{0} tokens", contextLength.toLocaleString(vscode.env.language)) : "",
		images ? vscode.l10n.t("vision") : "",
		tools ? vscode.l10n.t("tools") : "",
		status,
		kindText(kind, fits),
	];
	return {
		label: isCurrent ? withIcon("check", inertName(id)) : inertName(id),
		description: inertLine(facts.filter(Boolean).join(" · ")),
		model: id,
	};
}

/** Returns a row's text about a model's kind, empty if the model fits, or may. */
function kindText(kind: ModelKind, fits: boolean): string {
	if (fits || kind === "chat" || kind === "unknown") return "";
	return kind === "embedding" ? vscode.l10n.t("for embeddings") : vscode.l10n.t("for something else");
}
