import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canHostBrowser, ensureBrowserHost } from "../browser/browserHost";
import { ensureChromium } from "../browser/chromium";
import { runsOldest } from "../browser/hostRelease";
import { bundlesFolder } from "../paths";
import { findDesktopVscode, hasDisplay } from "./desktopVscode";

/** A VS Code to start with its own command-line arguments. */
export interface VscodeExecutable {
	readonly kind: "desktop" | "browser";
	readonly executable: string;
}

/**
 * Finds a VS Code: the one that GATEHOUSE_VSCODE names; the desktop's, installed or downloaded, if a window can be
 * shown; or else the one in a headless browser, which is set up on first use.
 *
 * @throws Error if none is available.
 */
export async function resolveVscode(): Promise<VscodeExecutable> {
	return (await resolveDesktop()) ?? { kind: "browser", executable: await browserExecutable() };
}

/** Like `resolveVscode`, but undefined if VS Code must be served to a browser. */
export async function resolveDesktop(): Promise<VscodeExecutable | undefined> {
	const executable = process.env.GATEHOUSE_VSCODE || (hasDisplay() ? await findDesktopVscode() : undefined);
	if (executable && !runsOldest) return { kind: "desktop", executable };
	if (!canHostBrowser()) {
		throw new Error("no VS Code here: install it, or name its executable in GATEHOUSE_VSCODE.");
	}
	return undefined;
}

/** The `code` command of VS Code in a headless browser, with everything that it needs. Linux x64 only. */
export async function browserExecutable(): Promise<string> {
	await ensureBrowserHost();
	await ensureChromium();
	const launcher = join(bundlesFolder, "host", "vscodeInBrowser");
	const script = join(bundlesFolder, "host", "vscodeInBrowser.main.js");
	const quote = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
	// Renamed when it is complete: another window may be running it.
	const draft = `${launcher}-${process.pid}`;
	await writeFile(draft, `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(script)} "$@"\n`, { mode: 0o755 });
	await rename(draft, launcher);
	return launcher;
}
