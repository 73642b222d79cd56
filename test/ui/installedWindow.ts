import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { repositoryFolder } from "../host/paths";
import { browserExecutable } from "../host/vscode/vscodeExecutable";
import { runCommand } from "../host/workbench";
import { connectByWizard } from "./connections/connectByWizard";
import { chooseModel, demoKey, openPanelWindow, type PanelWindow } from "./panelWindow";

const run = promisify(execFile);

/**
 * A VS Code with Gatehouse packaged and installed, not connected to anything: what is packaged is the build that all tests
 * run with. Close it before the folder is removed.
 *
 * @param folder for the package, the extensions and the user's data.
 */
export async function openInstalledWindow(
	folder: string,
	env: Readonly<Record<string, string>> = {},
): Promise<PanelWindow> {
	const vsix = join(folder, "gatehouse.vsix");
	await createVSIX({
		cwd: repositoryFolder,
		packagePath: vsix,
		dependencies: false,
		rewriteRelativeLinks: false,
		allowMissingRepository: true,
	});
	const extensionsDir = join(folder, "extensions");
	const userDataDir = join(folder, "userData");
	await run(await browserExecutable(), [
		`--install-extension=${vsix}`,
		`--extensions-dir=${extensionsDir}`,
		`--user-data-dir=${userDataDir}`,
	]);
	return openPanelWindow({ extensionDevelopmentPath: undefined, extensionsDir, userDataDir, connected: false, env });
}

/** Connects such a window to its gateway, as a user does. */
export async function connectInstalled(t: PanelWindow): Promise<void> {
	await runCommand(t.window.page, "Gatehouse: Connect to a Gateway…");
	await connectByWizard(t.window.page, t.gateway.url, demoKey);
	await chooseModel(t.panel).getByText("demo-chat").waitFor();
}
