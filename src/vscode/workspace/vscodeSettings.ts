import * as vscode from "vscode";
import type { HttpSettings } from "../adapters/proxyRules";
import type { Settings } from "../settings";

/** Returns one of VS Code's own settings. */
export function vscodeSetting<T>(section: string, name: string, otherwise: T, scope?: vscode.Uri): T {
	return vscode.workspace.getConfiguration(section, scope).get(name, otherwise);
}

/** Returns the globs of files that VS Code hides or excludes from its search, in a folder or in the whole workspace. */
export function hiddenGlobs(folder?: vscode.Uri): readonly string[] {
	return ["files", "search"].flatMap((section) => {
		const set = vscodeSetting<Record<string, unknown>>(section, "exclude", {}, folder);
		return Object.keys(set).filter((glob) => set[glob] === true);
	});
}

/**
 * Returns the globs of files that are not indexed: those that VS Code hides, those that its search excludes, and those
 * excluded from the index alone. They are not checked: see `assertGlobsFit`.
 */
export function indexExcludes(settings: Pick<Settings, "indexExclude">, folder: vscode.Uri): readonly string[] {
	return [...hiddenGlobs(folder), ...settings.indexExclude(folder)];
}

/** Returns VS Code's name for the encoding of a folder's files if it is neither UTF-8 nor UTF-16, which are detected. */
export function fileEncoding(folder: vscode.Uri): string | undefined {
	const encoding = vscodeSetting<unknown>("files", "encoding", undefined, folder);
	return typeof encoding === "string" && !/^utf(?:8|16)/.test(encoding) ? encoding : undefined;
}

/** Returns VS Code's network settings, which the connection check uses. */
export function httpSettings(): HttpSettings {
	return {
		proxy: vscodeSetting("http", "proxy", ""),
		proxySupport: vscodeSetting("http", "proxySupport", "override"),
		noProxy: vscodeSetting<readonly string[]>("http", "noProxy", []),
		strictSsl: vscodeSetting("http", "proxyStrictSSL", true),
	};
}

/** Returns whether VS Code reuses the tab of a previewed file. */
export function hasPreviewEditors(): boolean {
	return vscodeSetting("workbench.editor", "enablePreview", true);
}
