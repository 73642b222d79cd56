import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBrowserHost } from "../browser/browserHost";
import { machineSettingsFile, quietSettings, type Settings, userSettingsFile, writeSettings } from "./userSettings";
import { startVscodeServer } from "./vscodeServer";

/** Options of a VS Code to serve. Folders that are not given are temporary and removed with it. */
export interface VscodeSiteOptions {
	/** An extension that runs from its folder, as in an Extension Development Host. A served VS Code accepts only one. */
	readonly extensionDevelopmentPath?: string | undefined;
	/** A module that exports `run()`: VS Code calls it and ends with it. */
	readonly extensionTestsPath?: string | undefined;
	/** The folder, or the `.code-workspace` file, that the window opens. */
	readonly folder?: string | undefined;
	readonly userDataDir?: string | undefined;
	readonly extensionsDir?: string | undefined;
	/** The settings to which `settings` are added; `quietSettings` by default. */
	readonly baseSettings?: Settings | undefined;
	/** The user's settings, in addition to the base settings and those already in `userDataDir`. */
	readonly settings?: Settings | undefined;
	/** Settings of machine scope, such as `gatehouse.gateways`; among the user's they would be ignored. */
	readonly machineSettings?: Settings | undefined;
	/** Variables for the extension host's environment. */
	readonly env?: Readonly<Record<string, string | undefined>> | undefined;
	/** The port; any free one if 0 or not given. The browser keeps secrets for each port separately. */
	readonly port?: number | undefined;
	/** "password" for a server that stays open: without one, every local process can reach the server, and a shell. */
	readonly auth?: "none" | "password" | undefined;
	/** Whether folders must be trusted first; by default, all are trusted. */
	readonly workspaceTrust?: boolean | undefined;
	/** Seconds without a browser after which the server exits; 90 by default, null for never. */
	readonly idleLimit?: number | null | undefined;
}

/** A VS Code that can be opened in a browser. */
export interface VscodeSite {
	/** The whole address, with the folder and the extension under development. */
	readonly url: string;
	readonly origin: string;
	readonly port: number;
	readonly password: string | null;
	readonly serverPid: number;
	readonly userDataDir: string;
	readonly extensionsDir: string;
	/** A temporary folder that is removed with the site. */
	readonly workFolder: string;
	/** Returns the end of the server's output. */
	readonly serverOutput: () => string;
	/** Fulfilled with the reason when the server has ended. */
	readonly ended: Promise<string>;
	/** Ends the server with all its processes and removes temporary files. */
	close(): Promise<void>;
}

/** Serves a VS Code on the loopback address, after setting it up if necessary. The caller closes it. */
export async function openVscodeSite(options: VscodeSiteOptions): Promise<VscodeSite> {
	const host = await ensureBrowserHost();
	const workFolder = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const userDataDir = resolve(options.userDataDir ?? join(workFolder, "userData"));
	const extensionsDir = resolve(options.extensionsDir ?? join(workFolder, "extensions"));
	const password = options.auth === "password" ? randomBytes(18).toString("base64url") : null;
	const removeWork = () => rm(workFolder, { recursive: true, force: true, maxRetries: 5 });
	try {
		await mkdir(extensionsDir, { recursive: true });
		const settings = { ...(options.baseSettings ?? quietSettings), ...options.settings };
		await writeSettings(userSettingsFile(userDataDir), settings);
		if (options.machineSettings) await writeSettings(machineSettingsFile(userDataDir), options.machineSettings);
		const server = await startVscodeServer(host, {
			userDataFolder: userDataDir,
			extensionsFolder: extensionsDir,
			workFolder,
			port: options.port ?? 0,
			password,
			workspaceTrust: options.workspaceTrust ?? false,
			idleLimit: options.idleLimit === undefined ? 90 : options.idleLimit,
			env: options.env ?? {},
		});
		const origin = `http://127.0.0.1:${server.port}`;
		const extension = await aside(options.extensionDevelopmentPath, workFolder);
		return {
			url: `${origin}/?${windowQuery({ ...options, extensionDevelopmentPath: extension }, server.port)}`,
			origin,
			port: server.port,
			password,
			serverPid: server.pid,
			userDataDir,
			extensionsDir,
			workFolder,
			serverOutput: server.output,
			ended: server.ended,
			close: async () => {
				await server.close();
				await removeWork();
			},
		};
	} catch (error) {
		await removeWork();
		throw error;
	}
}

/**
 * Returns another path to the extension under development. The served VS Code is installed below the repository, and
 * everything below the extension's path counts as the extension's: VS Code would apply the first of its own themes with
 * every reload, as it does with a theme under development (`WorkbenchThemeService.initialize`).
 */
async function aside(extension: string | undefined, workFolder: string): Promise<string | undefined> {
	if (extension === undefined) return undefined;
	const link = join(workFolder, "extension");
	await symlink(resolve(extension), link);
	return link;
}

/**
 * Returns the query that the workbench reads from its address (VS Code's `WorkspaceProvider` and web environment
 * service).
 */
function windowQuery(options: VscodeSiteOptions, port: number): URLSearchParams {
	const { folder, extensionDevelopmentPath, extensionTestsPath } = options;
	const remote = (path: string) => `vscode-remote://127.0.0.1:${port}${pathToFileURL(resolve(path)).pathname}`;
	const payload = [
		["skipWelcome", "true"],
		["skipReleaseNotes", "true"],
		...(extensionDevelopmentPath ? [["extensionDevelopmentPath", remote(extensionDevelopmentPath)]] : []),
		...(extensionTestsPath ? [["extensionTestsPath", remote(extensionTestsPath)]] : []),
	];
	const query = new URLSearchParams();
	if (folder) query.set(folder.endsWith(".code-workspace") ? "workspace" : "folder", resolve(folder));
	else query.set("ew", "true");
	query.set("payload", JSON.stringify(payload));
	return query;
}
