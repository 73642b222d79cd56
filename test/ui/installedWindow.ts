import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { packagesVariable, repositoryFolder } from "../host/paths";
import { browserExecutable } from "../host/vscode/vscodeExecutable";
import { connectByWizard, openWizard } from "./connections/connectByWizard";
import { chooseModel, demoKey, openPanelWindow, type PanelWindow } from "./panelWindow";

const run = promisify(execFile);

/** Folders with tens of thousands of files that are not packaged, all of which vsce would read. */
const withoutPackage = [".git", ".vscode-test", "node_modules"];

/** Makes a folder of links to everything else in the repository; returns its path. vsce must follow them. */
async function linkedRepository(folder: string): Promise<string> {
	const linked = join(folder, "repository");
	await mkdir(linked);
	for (const name of await readdir(repositoryFolder)) {
		if (!withoutPackage.includes(name)) await symlink(join(repositoryFolder, name), join(linked, name));
	}
	return linked;
}

/**
 * Returns the path of the package of Gatehouse, or of a folder in `test/host`. It contains the build that all tests use.
 *
 * @param folder for temporary files, and for the package if the run keeps none.
 */
async function packageOf(name: string, folder: string): Promise<string> {
	const kept = process.env[packagesVariable] ?? folder;
	const path = join(kept, `${name}.vsix`);
	if (existsSync(path)) return path;
	const isOurs = name === "gatehouse";
	// Renamed when it is complete: another test file may look for it, or build it, too.
	const draft = join(kept, `${name}-${process.pid}.vsix`);
	await createVSIX({
		cwd: isOurs ? await linkedRepository(folder) : join(repositoryFolder, "test", "host", name),
		followSymlinks: true,
		packagePath: draft,
		dependencies: false,
		rewriteRelativeLinks: false,
		allowMissingRepository: true,
		skipLicense: !isOurs,
	});
	await rename(draft, path);
	return path;
}

/**
 * Installs the package of Gatehouse.
 *
 * @param folder for the extensions and the user's data.
 * @param others the folders in `test/host` of the tests' own extensions that are installed, too.
 */
export async function installGatehouse(folder: string, ...others: readonly string[]) {
	const extensionsDir = join(folder, "extensions");
	const userDataDir = join(folder, "userData");
	const executable = await browserExecutable();
	for (const name of ["gatehouse", ...others]) {
		await run(executable, [
			`--install-extension=${await packageOf(name, folder)}`,
			`--extensions-dir=${extensionsDir}`,
			`--user-data-dir=${userDataDir}`,
		]);
	}
	return { extensionDevelopmentPath: undefined, extensionsDir, userDataDir };
}

/** Opens a VS Code with Gatehouse installed, not connected to anything. Close it before the folder is removed. */
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
