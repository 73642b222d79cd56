import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { downloadAndUnzipVSCode } from "@vscode/test-electron";
import { cacheFolder } from "../paths";

const { env, platform } = process;

/** Whether this machine can show a window. */
export function hasDisplay(): boolean {
	return platform === "darwin" || platform === "win32" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * Returns the executable of a desktop VS Code: an installed one, or else one downloaded into the cache; undefined if neither is
 * available. Not the `code` command itself: it returns before VS Code has ended.
 */
export async function findDesktopVscode(): Promise<string | undefined> {
	const installed = [...besideCommand(), ...usualPlaces()].find((path) => existsSync(path));
	if (installed) return installed;
	try {
		return await downloadAndUnzipVSCode({ cachePath: cacheFolder });
	} catch (error) {
		const reason = error instanceof Error ? error.message : error;
		console.log(`gatehouse: desktop VS Code could not be downloaded: ${reason}`);
		return undefined;
	}
}

/** Returns the executables to which the `code` commands on the PATH belong. */
function besideCommand(): string[] {
	const name = platform === "win32" ? "code.cmd" : "code";
	const commands = (env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
	return commands.filter((path) => existsSync(path)).flatMap((path) => executablesNear(realpathSync(path)));
}

/** Returns the executable of an installation; `command` is its `bin/code` (microsoft/vscode, resources/*\/bin). */
function executablesNear(command: string): string[] {
	const bin = dirname(command);
	if (platform === "win32") return [join(bin, "..", "Code.exe")];
	if (platform === "darwin") return macExecutables(join(bin, "..", "..", ".."));
	return [join(bin, "..", "code")];
}

const macExecutables = (contents: string): string[] => [
	join(contents, "MacOS", "Code"),
	join(contents, "MacOS", "Electron"),
];

function usualPlaces(): string[] {
	if (platform === "win32") {
		const folders = [join(env.LOCALAPPDATA ?? homedir(), "Programs"), env.ProgramFiles ?? ""].filter(Boolean);
		return folders.map((folder) => join(folder, "Microsoft VS Code", "Code.exe"));
	}
	if (platform === "darwin") {
		return ["/Applications", join(homedir(), "Applications")].flatMap((folder) =>
			macExecutables(join(folder, "Visual Studio Code.app", "Contents")),
		);
	}
	return ["/usr/share/code/code", "/opt/visual-studio-code/code", "/snap/code/current/usr/share/code/code"];
}
