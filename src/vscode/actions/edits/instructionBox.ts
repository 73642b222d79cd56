import * as vscode from "vscode";
import type { InertText } from "../../../shared/untrusted/inertText";
import { createInput } from "../../adapters/messages";

/** The context key for whether the box at the top of the window is still open after its instruction was sent. */
const sentContext = "gatehouse.instructionSent";

/** The box in which the user types an instruction. */
export class InstructionBox {
	#end: () => void = () => {};
	/** Resolves when the box is closed. */
	readonly closed = new Promise<void>((resolve) => {
		this.#end = resolve;
	});

	readonly #cancelling = new AbortController();
	/** Aborts when the user cancels the box's request while the box is open. */
	readonly cancelled = this.#cancelling.signal;

	/** @param shown the box as VS Code shows it; `undefined` while it is not open. */
	constructor(private shown: vscode.Disposable | undefined) {}

	/** Closes the box and cancels the request that was sent with it; returns whether the box was open. */
	async cancel(): Promise<boolean> {
		if (!this.shown) return false;
		this.#cancelling.abort();
		await this.leave();
		return true;
	}

	/** Closes the box without moving the focus, because something else has it. */
	close(): void {
		const { shown } = this;
		this.shown = undefined;
		shown?.dispose();
		this.#end();
	}

	/** Closes the box if it is open, and returns the focus to the editor. */
	async leave(): Promise<void> {
		if (!this.shown) return;
		this.close();
		await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
	}
}

/**
 * Asks for an instruction at the top of the window. Once the instruction is sent, the box stays open, busy and focused:
 * if the file had the focus, another Enter would replace the selection. The box's text can then no longer be changed,
 * and Escape cancels the request.
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
			// Another quick input that takes its place handles Escape itself.
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
 * Closes any other quick input when Escape runs this command although no box is open: if the extension host crashed
 * while a box was open, the window still has the context key.
 */
export async function leaveQuickInput(): Promise<void> {
	setSent(false);
	await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
}
