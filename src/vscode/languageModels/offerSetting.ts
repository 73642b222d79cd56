import * as vscode from "vscode";
import { inertMessage, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";

/**
 * Explains a setting of VS Code in a notification with a button that opens it.
 *
 * @param id the whole id of the setting, such as `chat.utilityModel`.
 */
export async function offerSetting(id: string, message: string): Promise<void> {
	const open = inertName(vscode.l10n.t("Open Setting"));
	if ((await notify("info", inertMessage(message), open)) === open)
		await vscode.commands.executeCommand("workbench.action.openSettings", `@id:${id}`);
}
