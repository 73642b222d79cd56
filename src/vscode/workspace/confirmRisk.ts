import * as vscode from "vscode";
import { inertLine, inertMessage, inertName } from "../../shared/untrusted/inertText";
import { askInDialog } from "../adapters/messages";

/** A question to ask before an action that may do harm. */
interface Risk {
	readonly question: string;
	readonly detail?: string;
	/** The label of the button that confirms the action. */
	readonly yes: string;
}

/** Asks in a dialog whose first button is the harmless one. */
export async function confirmRisk({ question, detail = "", yes }: Risk): Promise<boolean> {
	const no = inertName(vscode.l10n.t("Review First"));
	const accept = inertName(yes);
	// Enter presses the first button.
	return (await askInDialog(inertLine(question), inertMessage(detail), no, accept)) === accept;
}
