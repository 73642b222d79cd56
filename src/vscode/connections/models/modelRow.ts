import * as vscode from "vscode";
import type { ModelInfo, ModelKind } from "../../../shared/conversation";
import { numberText } from "../../../shared/text/numberText";
import { inertLine, inertName, withIcon } from "../../../shared/untrusted/inertText";
import type { PickRow } from "../../adapters/messages";

/** A model as a row of a list. */
export interface ModelRow extends PickRow {
	/** The model's id. */
	readonly model: string;
}

/** Length from which the facts about a model are shown below its name, in characters. */
const longName = 60;

/** The parts of a row that do not come from the gateway. */
interface RowState {
	readonly isCurrent: boolean;
	/** Whether the model suits the list's purpose. */
	readonly fits: boolean;
	/** The chosen reasoning effort. */
	readonly effort?: string | undefined;
}

/** Returns a model's row: its name, its state in the list, and the gateway's information about it. */
export function modelRow(
	{ id, kind, contextLength, images, tools, status = "" }: ModelInfo,
	{ isCurrent, fits, effort = "" }: RowState,
): ModelRow {
	const facts = [
		isCurrent ? vscode.l10n.t("current") : "",
		contextLength ? vscode.l10n.t("{0} tokens", numberText(contextLength)) : "",
		images ? vscode.l10n.t("vision") : "",
		tools ? vscode.l10n.t("tools") : "",
		effort,
		status,
		kindText(kind, fits),
	];
	const about = inertLine(facts.filter(Boolean).join(" · "));
	return {
		label: isCurrent ? withIcon("check", inertName(id)) : inertName(id),
		// Beside a long name, there is no room.
		...(id.length > longName ? { detail: about } : { description: about }),
		model: id,
	};
}

/** Returns a row's text about a model's kind, empty if the model suits the list's purpose, or may. */
function kindText(kind: ModelKind, fits: boolean): string {
	if (fits || kind === "chat" || kind === "unknown") return "";
	return kind === "embedding" ? vscode.l10n.t("for embeddings") : vscode.l10n.t("for something else");
}
