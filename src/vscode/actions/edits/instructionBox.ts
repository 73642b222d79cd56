import * as vscode from "vscode";
import type { InertText } from "../../../shared/untrusted/inertText";
import { createInput } from "../../adapters/messages";

/** The context key for whether the box at the top of the window is open once its instruction was sent. */
const sentContext = "gatehouse.instructionSent";

/** The box that an instruction is typed into, or nothing once it is closed. */
export class InstructionBox {
	#end: () => void = () => {};
	/** Resolves when the box is closed. */
	readonly closed = new Promise<void>((resolve) => {
		this.#end = resolve;
	});

	readonly #cancelling = new AbortController();
	/** Aborts when the user cancels in the box what was sent with it. */
	readonly cancelled = this.#cancelling.signal;

	/** @param shown what VS Code shows. */
	constructor(private shown: vscode.Disposable | undefined) {}

	/** Closes the box in the user's place, with what was sent with it; returns whether it was open. */
	async cancel(): Promise<boolean> {
		if (!this.shown) return false;
		this.#cancelling.abort();
		await this.leave();
		return true;
	}

	/** Closes the box when something else has the keyboard. */
	close(): void {
		const { shown } = this;
		this.shown = undefined;
		shown?.dispose();
		this.#end();
	}

	/** Closes the box, unless it is closed, and gives the keyboard back to the editor. */
	async leave(): Promise<void> {
		if (!this.shown) return;
		this.close();
		await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
	}
}

/**
 * Asks for an instruction at the top of the window. The box stays open once the instruction is sent, busy and with the
 * keyboard: in the file, another Enter would replace the selection. It takes no more text then, and Escape cancels what
 * was sent.
 */
export function askAtTop(
	title: InertText,
	prompt: InertText,
): { readonly box: InstructionBox; readonly answered: Promise<string | undefined> } {
	const input = createInput();
	Object.assign(input, { title, prompt, ignoreFocusOut: true });
	let sent: string | undefined;
	const answered = new Promise<string | undefined>((resolve) => {
		input.onDidAccept(() => {
			const text = input.value.trim();
			if (text === "") return input.hide();
			sent ??= text;
			input.busy = true;
			setSent(true);
			resolve(text);
		});
		input.onDidChangeValue((value) => {
			if (sent !== undefined && value !== sent) input.value = sent;
		});
		input.onDidHide(() => {
			// Another quick input that takes its place has Escape for itself.
			if (sent !== undefined) setSent(false);
			resolve(undefined);
		});
	});
	input.show();
	return { box: new InstructionBox(input), answered };
}

function setSent(sent: boolean): void {
	void vscode.commands.executeCommand("setContext", sentContext, sent);
}

/**
 * Closes the quick input that has Escape although no box is open: the window keeps the context key where its extensions
 * crashed while one was.
 */
export async function leaveQuickInput(): Promise<void> {
	setSent(false);
	await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
}
