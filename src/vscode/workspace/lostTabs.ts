import * as vscode from "vscode";

/** The scheme of the texts in read-only editors. */
export const readOnlyScheme = "gatehouse-text";

/**
 * Closes the tabs of read-only texts that an earlier window showed: VS Code restores the tabs, but the texts are lost, and
 * each tab would show an error. To be called before this window shows its first text.
 */
export async function closeLostTabs(): Promise<void> {
	const lost = tabsOf(({ scheme }) => scheme === readOnlyScheme);
	if (lost.length > 0) await vscode.window.tabGroups.close(lost, true);
}

/** Returns the tabs with a single document, such as an editor or the Markdown preview, whose URI fits. */
export function tabsOf(fits: (uri: vscode.Uri) => boolean): readonly vscode.Tab[] {
	return vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter(({ input }) => {
			const isSingle = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
			return isSingle && fits(input.uri);
		});
}
