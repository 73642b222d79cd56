import * as vscode from "vscode";
import { inertLine, inertMessage, inertName } from "../../shared/untrusted/inertText";
import { askInDialog } from "../adapters/messages";

/** What the user is asked before something is done that may do harm. */
interface Risk {
	readonly question: string;
	readonly detail?: string;
	/** What the button says that does it. */
	readonly yes: string;
}

/** Asks in a dialog whose first choice is the harmless one. */
export async function confirmRisk({ question, detail = "", yes }: Risk): Promise<boolean> {
	const no = inertName(vscode.l10n.t("Look Again"));
	const accept = inertName(yes);
	// Enter chooses the first one.
	return (await askInDialog(inertLine(question), inertMessage(detail), no, accept)) === accept;
}
