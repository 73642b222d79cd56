import * as vscode from "vscode";

/**
 * Connects Gatehouse to a gateway as its user would, answering in the user's place; settles when it has chosen a model.
 * (By the environment it would have to be before Gatehouse is active, and VS Code wakes it up when it likes.)
 */
export async function connectTo(url: string, key: string): Promise<void> {
	const { showInputBox, showQuickPick } = vscode.window;
	Object.assign(vscode.window, {
		// The address comes with nothing suggested, the name with the host's.
		showInputBox: async ({ password, value }: vscode.InputBoxOptions) => {
			if (password) return key;
			return value === undefined ? url : "Demo";
		},
		// A permanent key is the first.
		showQuickPick: async ([first]: readonly vscode.QuickPickItem[]) => first,
	});
	try {
		await vscode.commands.executeCommand("gatehouse.connect");
	} finally {
		Object.assign(vscode.window, { showInputBox, showQuickPick });
	}
}
