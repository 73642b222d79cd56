import * as vscode from "vscode";

/** What the user is asked before something is done that may do harm. */
interface Risk {
	readonly question: string;
	readonly detail?: string;
	/** What the button says that does it. */
	readonly yes: string;
	/** What the button says that does not; Enter and Escape choose it. */
	readonly no: string;
}

/** Asks in a dialog whose first choice is the harmless one. */
export async function confirmRisk({ question, detail, yes, no }: Risk): Promise<boolean> {
	const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
	const accept = { title: yes };
	const leave = { title: no, isCloseAffordance: true };
	return (await vscode.window.showWarningMessage<vscode.MessageItem>(question, options, leave, accept)) === accept;
}
