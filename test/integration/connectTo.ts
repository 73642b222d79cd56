import * as vscode from "vscode";

/**
 * Connects Gatehouse to a gateway as its user would, answering in the user's place; settles when it has chosen a model.
 * (Environment variables would have to be set before Gatehouse is active, and VS Code may activate it at any time.)
 *
 * @param connect runs the wizard; by default, the extension's.
 */
export async function connectTo(
	url: string,
	key: string,
	connect: () => Thenable<unknown> = () => vscode.commands.executeCommand("gatehouse.connect"),
): Promise<void> {
	const { createInputBox, createQuickPick } = vscode.window;
	Object.assign(vscode.window, {
		createInputBox: () => {
			const box = answered(() => {
				box.value = box.password ? key : url;
			});
			return box;
		},
		// Accepts the suggested model.
		createQuickPick: () => {
			const pick = answered(() => {
				pick.selectedItems = pick.activeItems;
			});
			return pick;
		},
	});
	try {
		await connect();
	} finally {
		Object.assign(vscode.window, { createInputBox, createQuickPick });
	}
}

/** Creates a quick input that is accepted as soon as it is shown. @param answer enters the user's answer. */
function answered(answer: () => void) {
	let accept = () => {};
	const ignored = () => ({ dispose: () => {} });
	return {
		value: "",
		password: false,
		busy: false,
		activeItems: [] as readonly vscode.QuickPickItem[],
		selectedItems: [] as readonly vscode.QuickPickItem[],
		onDidAccept: (listener: () => void) => {
			accept = listener;
		},
		onDidChangeValue: ignored,
		onDidHide: ignored,
		onDidTriggerButton: ignored,
		show: () => {
			answer();
			accept();
		},
		dispose: () => {},
	};
}
