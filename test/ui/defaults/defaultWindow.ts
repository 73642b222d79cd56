import type { Locator } from "playwright-core";
import type { Model } from "../../gateway/model";
import { builtInModels } from "../../gateway/modelCatalog";
import { copyForeignProject } from "../../host/foreignProject";
import { defaultSettings } from "../../host/vscode/userSettings";
import { quickInput } from "../../host/workbench";
import { openPanelWindow, type PanelWindow } from "../panelWindow";

/** A file of the foreign project whose name has capital letters; small, and with two functions. */
export const foreignFile = { name: "Base64Decode.ts", path: "src/encode/Base64Decode.ts" };

/**
 * Opens the foreign project as people do who have just installed Gatehouse: VS Code's settings are its own, so that its Chat
 * and Git are there and the keyboard's focus closes what it leaves.
 *
 * @param connected whether the gateway is connected from the start.
 */
export function openDefaultWindow(connected: boolean): Promise<PanelWindow> {
	return openPanelWindow({
		connected,
		baseSettings: defaultSettings,
		makeWorkspace: copyForeignProject,
		models: [...builtInModels, renamed("demo-chat", "zeta-chat")],
	});
}

/** A built-in model under another name. */
export function renamed(id: string, name: string): Model {
	const model = builtInModels.find((builtIn) => builtIn.id === id);
	if (!model) throw new Error(`There is no model ${id}.`);
	return { ...model, id: name };
}

/** A row of the open quick pick. */
export const pickRow = ({ window }: PanelWindow, text: string | RegExp): Locator =>
	quickInput(window.page).locator(".quick-input-list .monaco-list-row").filter({ hasText: text }).first();
