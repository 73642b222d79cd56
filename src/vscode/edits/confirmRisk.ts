import * as vscode from "vscode";

/** What the user is asked before something is done that may do harm. */
interface Risk {
	readonly question: string;
	readonly detail?: string;
	/** What the button says that does it. */
	readonly yes: string;
}

/** Asks in a dialog whose first choice is the harmless one. */
export async function confirmRisk({ question, detail, yes }: Risk): Promise<boolean> {
	const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
	// Enter chooses the first one.
	return (await vscode.window.showWarningMessage(question, options, vscode.l10n.t("Look Again"), yes)) === yes;
}
