import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { repositoryFolder } from "../host/paths";
import { browserExecutable } from "../host/vscode/vscodeExecutable";
import { connectByWizard, openWizard } from "./connections/connectByWizard";
import { chooseModel, demoKey, openPanelWindow, type PanelWindow } from "./panelWindow";

const run = promisify(execFile);

/**
 * Packages Gatehouse and installs the package: what is packaged is the build that all tests run with.
 *
 * @param folder for the package, the extensions and the user's data.
 */
export async function installGatehouse(folder: string) {
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
	return { extensionDevelopmentPath: undefined, extensionsDir, userDataDir };
}

/** A VS Code with Gatehouse installed, not connected to anything. Close it before the folder is removed. */
export async function openInstalledWindow(
	folder: string,
	env: Readonly<Record<string, string>> = {},
): Promise<PanelWindow> {
	return openPanelWindow({ ...(await installGatehouse(folder)), connected: false, env });
}

/** Connects such a window to its gateway, as a user does. */
export async function connectInstalled(t: PanelWindow): Promise<void> {
	await openWizard(t.window.page);
	await connectByWizard(t.window.page, t.gateway.url, demoKey);
	await chooseModel(t.panel).getByText("demo-chat").waitFor();
}
