import * as vscode from "vscode";
import { until } from "./shownEdit";

/** Closes every editor, what is not saved too, without being asked. */
export async function closeEditors(): Promise<void> {
	const { tabGroups } = vscode.window;
	while (tabGroups.activeTabGroup.activeTab) {
		const { activeTab } = tabGroups.activeTabGroup;
		await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
		await until(() => (tabGroups.activeTabGroup.activeTab === activeTab ? undefined : true));
	}
}
