import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";

type ShownMessage = readonly [message: string, ...choices: string[]];

/** The dialogs that VS Code would show, and wait for an answer to. */
export interface AnsweredWindow {
	/** The errors that were shown, with their choices. */
	readonly errors: readonly ShownMessage[];
	/** The warnings, in the same way. */
	readonly warnings: readonly ShownMessage[];
	/** The titles of the boxes that asked for words. */
	readonly asked: readonly string[];
	/** Gives VS Code its own back. */
	dispose(): void;
}

/**
 * Has the test answer in the user's place, without a window.
 *
 * @param choose gives the choice for an error or a warning; `undefined` to close it.
 * @param say gives the words for a box, which holds these at first; `undefined` to close it.
 */
export function answeredWindow(
	choose: (choices: readonly string[]) => string | undefined = () => undefined,
	say: (value: string) => string | undefined = () => undefined,
): AnsweredWindow {
	const errors: ShownMessage[] = [];
	const warnings: ShownMessage[] = [];
	const asked: string[] = [];
	const { showErrorMessage, showWarningMessage, showInputBox } = vscode.window;
	const answering =
		(shown: ShownMessage[]) =>
		async (message: string, ...choices: string[]) => {
			shown.push([message, ...choices]);
			// Nobody answers before what failed has ended.
			await setImmediate();
			return choose(choices);
		};
	Object.assign(vscode.window, {
		showErrorMessage: answering(errors),
		showWarningMessage: answering(warnings),
		showInputBox: async ({ title = "", value = "" }: vscode.InputBoxOptions = {}) => {
			asked.push(title);
			return say(value);
		},
	});
	const own = { showErrorMessage, showWarningMessage, showInputBox };
	return { errors, warnings, asked, dispose: () => void Object.assign(vscode.window, own) };
}
