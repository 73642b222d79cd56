import type { Locator } from "playwright-core";
import type { Model } from "../../gateway/model";
import { builtInModels } from "../../gateway/modelCatalog";
import { copyForeignProject } from "../../host/foreignProject";
import { pickByCommand } from "../../host/quickInput";
import { defaultSettings } from "../../host/vscode/userSettings";
import { quickInput } from "../../host/workbench";
import { connectByWizard, openWizard } from "../connections/connectByWizard";
import { chooseModel, demoKey, type PanelWindow, type PanelWindowOptions } from "../panelWindow";

/** A file of the foreign project whose name has capital letters; small, and with two functions. */
export const foreignFile = { name: "Base64Decode.ts", path: "src/encode/Base64Decode.ts" };

/**
 * Opens the foreign project as after a new installation of Gatehouse: with VS Code's default settings, so that its Chat
 * and Git are there, and quick picks close when they lose the focus.
 */
export const defaultWindow: PanelWindowOptions = {
	connected: false,
	baseSettings: defaultSettings,
	makeWorkspace: copyForeignProject,
	models: [...builtInModels, renamed("demo-chat", "zeta-chat")],
};

/** Connects the window to its gateway and chooses `demo-chat`, whatever earlier tests have done. */
export async function connectToDemo({ window, gateway, panel }: PanelWindow): Promise<void> {
	if (await panel.getByPlaceholder("Ask, and connect when you send").isVisible()) {
		await openWizard(window.page);
		await connectByWizard(window.page, gateway.url, demoKey);
	} else await pickByCommand(window.page, "Gatehouse: Select Model", "demo-chat");
	await chooseModel(panel).getByText("demo-chat").waitFor();
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
