import * as vscode from "vscode";
import type { StateStore } from "../../core/base/ports";
import { vscodeSetting } from "../workspace/vscodeSettings";
import { offerSetting } from "./offerSetting";

/** The VS Code setting that offers other extensions' models to the agent that runs outside of the window. */
const settingId = "chat.agentHost.byokModels.enabled";
const explainedKey = "gatehouse.agentHostExplained";

const isOn = (section: string, name: string) => vscodeSetting<unknown>(section, name, undefined) === true;

/**
 * Returns whether new conversations in VS Code's Chat view are answered by the agent that runs outside of the window, and
 * its picker leaves out the models of other extensions. False in versions without these settings.
 */
function leavesModelsOut(): boolean {
	if (vscodeSetting<unknown>("chat.agentHost", "byokModels.enabled", undefined) !== false) return false;
	const isDefault = isOn("chat", "defaultToCopilotHarness") || isOn("chat.editor", "preferCopilotHarness");
	return isDefault || vscodeSetting<unknown>("chat.editor", "localAgent.enabled", undefined) === false;
}

/**
 * Explains the setting once where it keeps the gateways' models out of VS Code's Chat view, and offers to open it.
 * Never sets it.
 */
export async function explainAgentHost(state: StateStore): Promise<void> {
	if (state.get(explainedKey) === true || !leavesModelsOut()) return;
	await state.set(explainedKey, true);
	const message = vscode.l10n.t(
		"VS Code's Chat view is set to an agent that leaves out your gateway's models. The setting “{0}”, which is experimental, offers them there too.",
		settingId,
	);
	await offerSetting(settingId, message);
}
