import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Settings by id, as in settings.json. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * A quiet VS Code: no requests to the network, no other assistant, nothing that appears by itself. The secondary
 * side bar, where the tests keep Gatehouse's panel, is open from the start.
 */
export const quietSettings: Settings = {
	"chat.agentHost.enabled": false,
	"chat.disableAIFeatures": true,
	"extensions.autoCheckUpdates": false,
	"extensions.autoUpdate": "off",
	"extensions.ignoreRecommendations": true,
	"git.enabled": false,
	"npm.fetchOnlinePackageInfo": false,
	"security.workspace.trust.banner": "never",
	"telemetry.telemetryLevel": "off",
	// One server for TypeScript, not two.
	"typescript.tsserver.useSyntaxServer": "never",
	"update.mode": "none",
	"workbench.editor.useModal": "off",
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "visible",
	"workbench.settings.enableNaturalLanguageSearch": false,
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
};

/**
 * VS Code as people have it: its Chat, its AI features and Git are on. Only features that would use the network are
 * turned off.
 */
export const defaultSettings: Settings = {
	"extensions.autoCheckUpdates": false,
	"extensions.autoUpdate": "off",
	"npm.fetchOnlinePackageInfo": false,
	"telemetry.telemetryLevel": "off",
	"update.mode": "none",
	"workbench.enableExperiments": false,
	"workbench.settings.enableNaturalLanguageSearch": false,
};

/** The path of the user's settings in a user-data folder. */
export const userSettingsFile = (userDataFolder: string): string => join(userDataFolder, "User", "settings.json");

/** The path of the settings of machine scope in a server's user-data folder; desktop VS Code does not read it. */
export const machineSettingsFile = (userDataFolder: string): string => join(userDataFolder, "Machine", "settings.json");

/**
 * Merges settings into those in a file, before VS Code starts or its window reloads.
 *
 * @throws SyntaxError if the file has comments or is not valid JSON.
 */
export async function writeSettings(file: string, settings: Settings): Promise<void> {
	const present: Settings = existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : {};
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, JSON.stringify({ ...present, ...settings }, null, "\t"));
}
