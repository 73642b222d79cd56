import * as vscode from "vscode";
import type { StateStore } from "../../core/base/ports";
import { vscodeSetting } from "../workspace/vscodeSettings";
import { offerSetting } from "./offerSetting";

/** VS Code's setting for the model that answers the small requests of its own chat. */
const setting = { section: "chat", name: "byokUtilityModelDefault" } as const;
const settingId = `${setting.section}.${setting.name}`;
const explainedKey = "gatehouse.utilityModelExplained";

/** The requesters that are VS Code's own chat; other extensions need no such model. */
const ownChat = ["core", "github.copilot-chat"];

/**
 * Explains the setting for VS Code's utility model once, and offers to open it: when VS Code's own chat asks a
 * gateway's model while the setting names Copilot's models, as by default, but there are none. Never sets it.
 *
 * @param requester the id of the extension that asks, as VS Code passes it.
 */
export async function explainUtilityModel(requester: unknown, state: StateStore): Promise<void> {
	if (typeof requester !== "string" || !ownChat.includes(requester.toLowerCase())) return;
	if (state.get(explainedKey) === true || !asksCopilot()) return;
	const copilots = await vscode.lm.selectChatModels({ vendor: "copilot" });
	// Two requests may have come at once.
	if (copilots.length > 0 || state.get(explainedKey) === true) return;
	await state.set(explainedKey, true);
	const message = vscode.l10n.t(
		"VS Code's chat makes small requests of its own, such as for titles. The setting “{0}” says which model answers them: “none” costs nothing, and “mainAgent” sends your gateway's model two more requests at the start of each conversation.",
		settingId,
	);
	await offerSetting(settingId, message);
}

/**
 * Returns whether Copilot's models are set to answer; false if VS Code does not have the setting, or if a model is set
 * for each kind of request, which takes precedence.
 */
function asksCopilot(): boolean {
	const isSet = (name: string) => vscodeSetting<unknown>(setting.section, name, "") !== "";
	if (isSet("utilityModel") && isSet("utilitySmallModel")) return false;
	return vscodeSetting<unknown>(setting.section, setting.name, undefined) === "copilot";
}
