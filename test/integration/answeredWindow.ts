import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";

type ShownMessage = readonly [message: string, ...choices: string[]];

/** The dialogs that VS Code would show, and whose answers it would wait for. */
export interface AnsweredWindow {
	/** The errors that were shown, with their buttons. */
	readonly errors: readonly ShownMessage[];
	/** The warnings, in the same way. */
	readonly warnings: readonly ShownMessage[];
	/** The titles of the boxes that asked for a text. */
	readonly asked: readonly string[];
	/** Number of boxes that are still open, because their operation has not ended. */
	readonly open: number;
	/** Restores VS Code's own functions. */
	dispose(): void;
}

/**
 * Lets the test answer in the user's place, without a window.
 *
 * @param choose returns the button for an error or a warning; `undefined` to close it.
 * @param say returns the text for a box, and receives the box's first text; `undefined` to close it.
 */
export function answeredWindow(
	choose: (choices: readonly string[]) => string | undefined = () => undefined,
	say: (value: string) => string | undefined = () => undefined,
): AnsweredWindow {
	const errors: ShownMessage[] = [];
	const warnings: ShownMessage[] = [];
	const asked: string[] = [];
	let open = 0;
	const { showErrorMessage, showWarningMessage, showInputBox, createInputBox } = vscode.window;
	const answering =
		(shown: ShownMessage[]) =>
		async (message: string, ...choices: string[]) => {
			shown.push([message, ...choices]);
			// No answer comes before the failed operation has ended.
			await setImmediate();
			return choose(choices);
		};
	/** A box that stays open until it is closed. */
	const createdBox = () => {
		let accept = () => {};
		let hidden = () => {};
		const box = {
			title: "",
			value: "",
			onDidAccept: (listener: () => void) => {
				accept = listener;
			},
			onDidHide: (listener: () => void) => {
				hidden = listener;
			},
			onDidChangeValue: () => {},
			show: () => {
				open++;
				asked.push(box.title);
				const said = say(box.value);
				if (said === undefined) return box.hide();
				box.value = said;
				accept();
			},
			hide: () => {
				open--;
				box.hide = () => {};
				hidden();
			},
			dispose: () => box.hide(),
		};
		return box;
	};
	Object.assign(vscode.window, {
		createInputBox: createdBox,
		showErrorMessage: answering(errors),
		showWarningMessage: answering(warnings),
		showInputBox: async ({ title = "", value = "" }: vscode.InputBoxOptions = {}) => {
			asked.push(title);
			return say(value);
		},
	});
	const own = { showErrorMessage, showWarningMessage, showInputBox, createInputBox };
	return {
		errors,
		warnings,
		asked,
		get open() {
			return open;
		},
		dispose: () => void Object.assign(vscode.window, own),
	};
}
