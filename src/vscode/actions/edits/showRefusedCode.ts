import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import type { Log } from "../../../core/base/ports";
import type { RefusedCode } from "../../../core/edits/refusedCode";
import { makingRoom } from "../../../shared/conversation";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify } from "../../adapters/messages";
import type { Commands } from "../../commands";
import { logFailure } from "../../logFailure";
import type { AskingAgain } from "./editing";

interface RefusedCodeDeps {
	readonly commands: Pick<Commands, "show" | "attempt">;
	readonly log: Log;
}

/**
 * Shows why code of the chat could not be applied. The user can select the intended lines and apply the code again, or
 * ask the model for the code in another form unless the gateway is short of requests.
 */
export async function showRefusedCode(
	refused: RefusedCode,
	asking: AskingAgain | undefined,
	retry: () => Promise<void>,
	{ commands, log }: RefusedCodeDeps,
): Promise<void> {
	const { message } = refused;
	const failure = new UserError(message, ["retry"], { cause: refused });
	if (!asking?.isPossible()) return commands.show(failure, retry);
	logFailure(failure, log);
	const tryAgain = inertName(vscode.l10n.t("Try Again"));
	const applyAgain = inertName(vscode.l10n.t("Apply Again"));
	const shown = vscode.l10n.t(
		"{0} “Try Again” sends the file to the model, and asks for this code in another form.",
		message,
	);
	const chosen = await notify("error", inertLine(shown), tryAgain, applyAgain);
	if (chosen === applyAgain) await commands.attempt(retry);
	if (chosen !== tryAgain) return;
	// The gateway may have become short of requests meanwhile.
	if (asking.isPossible()) await commands.attempt((how) => asking.ask(refused, how), makingRoom);
	else await commands.show(failure, retry);
}
