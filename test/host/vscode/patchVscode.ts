import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A place in VS Code's built and minified code, and the code that replaces it. */
export interface Patch {
	/** Its name in VS Code's sources. */
	readonly place: string;
	/** Its path below VS Code's own folder. */
	readonly file: string;
	/** A global pattern, which finds every match. The code's minified names change with the version. */
	readonly pattern: RegExp;
	readonly replacement: string;
}

const workbench = "out/vs/code/browser/workbench/workbench.js";

/**
 * A built workbench takes an extension's folder from its address only with `enable-smoke-test-driver`. That switch also
 * hides every notification, so it is not the VS Code that people see. Here the condition is dropped and the switch is not
 * needed.
 */
const developmentExtensions: Patch = {
	place: "resolveExtensionHostDebugEnvironment of the web environment service",
	file: workbench,
	pattern: /this\.payload&&\(!this\.isBuilt\|\|this\.enableSmokeTestDriver\)/g,
	replacement: "this.payload",
};

/**
 * code-server lets this function return true. Many functions have that body; this one is followed by
 * `checkProposedApiEnabled`, which calls it.
 */
const isProposedApiEnabled = (file: string): Patch => ({
	place: "isProposedApiEnabled",
	file,
	pattern:
		/function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}(?=function [\w$]+\(\2,\3\)\{if\(!\1\(\2,\3\)\)throw new Error\(`Extension '\$\{\2\.identifier\.value\}' CANNOT use API proposal)/g,
	replacement: "function $1($2,$3){return $2.enabledApiProposals?$2.enabledApiProposals.includes($3):!1}",
});

/**
 * code-server sets this to true, so that every extension keeps the `enabledApiProposals` that it declares. VS Code of
 * stable quality takes them from all but built-in extensions, unless `enableProposedApi` is in its address.
 */
const envEnablesProposedApiForAll: Patch = {
	place: "the constructor of ExtensionsProposedApi",
	file: workbench,
	pattern:
		/(this\._envEnabledExtensions=new Set\(\(([\w$]+)\.extensionEnabledProposedApi\?\?\[\]\)\.map\([^()]+=>[\w$.]+\([\w$]+\)\)\),this\._envEnablesProposedApiForAll=)!0(?=,this\._productEnabledExtensions=new Map,([\w$]+)\.extensionEnabledApiProposals\))/g,
	replacement:
		'$1!$2.isBuilt||$2.isExtensionDevelopment&&$3.quality!=="stable"||this._envEnabledExtensions.size===0&&Array.isArray($2.extensionEnabledProposedApi)',
};

/** The three programs that ask whether an extension may use proposed API. */
const proposedApi: readonly Patch[] = [
	isProposedApiEnabled(workbench),
	isProposedApiEnabled("out/vs/workbench/api/node/extensionHostProcess.js"),
	isProposedApiEnabled("out/vs/workbench/api/worker/extensionHostWorkerMain.js"),
];

/** The patches that make VS Code 1.139 in code-server behave like the VS Code that people use. */
export const patchesOfNewest: readonly Patch[] = [developmentExtensions, envEnablesProposedApiForAll, ...proposedApi];

/** The same for VS Code 1.106, which takes extensions from its address, and whose code-server changes less. */
export const patchesOfOldest: readonly Patch[] = proposedApi;

/**
 * Makes code-server's VS Code behave like the VS Code that people use: an extension under development may come from the
 * address, and proposed API is refused to every extension that is not built in, so that a feature that fails for people
 * fails in tests.
 *
 * @param vscode VS Code's folder in code-server.
 * @throws Error when a place is not found exactly once, which may happen with another version of code-server.
 */
export async function patchVscode(vscode: string, patches: readonly Patch[]): Promise<void> {
	for (const patch of patches) {
		const file = join(vscode, patch.file);
		await writeFile(file, applyPatch(await readFile(file, "utf8"), patch));
	}
}

/** Replaces the only match in a file's text. @throws Error when there is none, or more than one. */
export function applyPatch(text: string, { place, file, pattern, replacement }: Patch): string {
	const { length } = [...text.matchAll(pattern)];
	if (length !== 1) throw new Error(`code-server has changed: ${file} has ${place} ${length} times, not once.`);
	return text.replace(pattern, replacement);
}
