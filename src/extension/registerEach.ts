import * as vscode from "vscode";
import { messageOf } from "../core/base/errors";
import { loggedError } from "../core/gateway/errors/loggedError";
import { inertLine } from "../shared/untrusted/inertText";
import { notify } from "../vscode/adapters/messages";
import type { HostServices } from "./hostServices";

/**
 * Registers several parts of Gatehouse, which are disposed of when the window closes. If one fails, the error is logged
 * and shown, and the others are still registered.
 *
 * @param parts the function that registers each part, by the part's name in the log.
 */
export function registerEach(
	host: Pick<HostServices, "own" | "log">,
	parts: Readonly<Record<string, () => vscode.Disposable>>,
): void {
	for (const [name, register] of Object.entries(parts)) {
		try {
			host.own(register());
		} catch (error) {
			host.log.error(`${name} could not be started: ${loggedError(error)}`);
			const text = vscode.l10n.t("A part of Gatehouse could not be started: {0}", messageOf(error));
			void notify("error", inertLine(text));
		}
	}
}
