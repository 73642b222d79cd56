import * as vscode from "vscode";
import { messageOf } from "../../core/base/errors";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";

/**
 * Reports instructions and prompts that cannot be read, each once per window, because they are read again and again.
 */
export class LeftOutFiles {
	readonly #reported = new Set<string>();

	instructions(reason: unknown): void {
		this.#report(vscode.l10n.t("Instructions for the model are left out. {0}", messageOf(reason)));
	}

	prompt(reason: unknown): void {
		this.#report(vscode.l10n.t("A prompt file is left out. {0}", messageOf(reason)));
	}

	#report(text: string): void {
		if (this.#reported.has(text)) return;
		this.#reported.add(text);
		void notify("warning", inertLine(text));
	}
}
