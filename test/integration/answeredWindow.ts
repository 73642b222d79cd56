import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";

/** What VS Code would show, and wait for an answer to. */
export interface AnsweredWindow {
	/** The errors that were shown, with their choices. */
	readonly errors: readonly (readonly [message: string, ...choices: string[]])[];
	/** The titles of the boxes that asked for words. */
	readonly asked: readonly string[];
	/** Gives VS Code its own back. */
	dispose(): void;
}

/**
 * Has the test answer in the user's place, without a window.
 *
 * @param choose gives the choice for an error; `undefined` to close it.
 * @param say gives the words for a box, which holds these at first; `undefined` to close it.
 */
export function answeredWindow(
	choose: (choices: readonly string[]) => string | undefined = () => undefined,
	say: (value: string) => string | undefined = () => undefined,
): AnsweredWindow {
	const errors: [string, ...string[]][] = [];
	const asked: string[] = [];
	const { showErrorMessage, showInputBox } = vscode.window;
	Object.assign(vscode.window, {
		showErrorMessage: async (message: string, ...choices: string[]) => {
			errors.push([message, ...choices]);
			// Nobody answers before what failed has ended.
			await setImmediate();
			return choose(choices);
		},
		showInputBox: async ({ title = "", value = "" }: vscode.InputBoxOptions = {}) => {
			asked.push(title);
			return say(value);
		},
	});
	return { errors, asked, dispose: () => void Object.assign(vscode.window, { showErrorMessage, showInputBox }) };
}
