import { join } from "node:path";
import { format } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { openVscodeSite, type VscodeSite, type VscodeSiteOptions } from "../vscode/vscodeSite";
import { ensureChromium, launchChromium } from "./chromium";
import { ownColorScheme } from "./colorScheme";

/** One line of the browser's console, or of the extension host's while tests run in it. */
export type LogListener = (type: string, line: string) => void;

/** Options of a VS Code and of the browser that shows it. */
export interface BrowserWindowOptions extends VscodeSiteOptions {
	/** VS Code's display language; no language pack is needed for the extension's own texts. */
	readonly locale?: "en" | "fr" | undefined;
	/**
	 * The browser's stored data, including secrets. For a restart with them: the same folder, `userDataDir` and `port`.
	 */
	readonly profileDir?: string | undefined;
	readonly viewport?: { readonly width: number; readonly height: number } | undefined;
	readonly onLog?: LogListener | undefined;
}

/** A VS Code window in a headless browser. */
export interface BrowserWindow {
	readonly page: Page;
	readonly url: string;
	readonly port: number;
	readonly serverPid: number;
	readonly userDataDir: string;
	readonly profileDir: string;
	/** The lines so far, each of which begins with its type. */
	readonly logs: readonly string[];
	/** Fulfilled with the code of the tests at `extensionTestsPath`; rejected if the window closes earlier. */
	readonly testsEnded: Promise<number>;
	/** Ends the browser and the server with all its processes, and removes temporary files. */
	close(): Promise<void>;
}

/**
 * Opens VS Code in a headless browser: sets up both if necessary, serves VS Code and opens it in the browser.
 *
 * @throws Error when either cannot be set up or started; nothing is left running then.
 */
export async function openBrowserWindow(options: BrowserWindowOptions): Promise<BrowserWindow> {
	const chromium = await ensureChromium();
	const site = await openVscodeSite(options);
	let context: BrowserContext | undefined;
	const close = async () => {
		await context?.close().catch(() => {});
		await site.close();
	};
	try {
		const profileDir = options.profileDir ?? join(site.workFolder, "profile");
		context = await launchChromium(chromium, profileDir, options.viewport ?? { width: 1280, height: 800 });
		const page = context.pages()[0] ?? (await context.newPage());
		await ownColorScheme(page);
		if (options.locale) await page.addInitScript(setLanguage, options.locale);
		const logs: string[] = [];
		const log: LogListener = (type, line) => {
			logs.push(`${type}: ${line}`);
			options.onLog?.(type, line);
		};
		const { testsEnded } = await watch(page, site, log, options.extensionTestsPath !== undefined);
		await enter(page, site);
		const { url, port, serverPid, userDataDir } = site;
		return { page, url, port, serverPid, userDataDir, profileDir, logs, testsEnded, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Runs in the page. The workbench looks here first for the display language, for its own texts and for those of
 * manifests.
 */
function setLanguage(language: string): void {
	Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
}

/**
 * Listens to the page. With tests in the extension host, the workbench reports through two functions that it looks for
 * in the page (`IAutomatedWindow` of VS Code): the host's console and its own log, and the tests' exit code.
 */
async function watch(
	page: Page,
	site: VscodeSite,
	log: LogListener,
	withTests: boolean,
): Promise<{ testsEnded: Promise<number> }> {
	const { promise, resolve, reject } = promiseWithResolvers<number>();
	// Callers need not await it.
	promise.catch(() => {});
	page.on("crash", () => reject(new Error("the page crashed")));
	page.on("close", () => reject(new Error("the window was closed before the tests ended")));
	site.ended.then((reason) => reject(new Error(`${reason}\n${site.serverOutput().slice(-3000)}`)));
	if (withTests) {
		await page.exposeFunction("codeAutomationLog", (type: string, args: unknown[]) => log(type, format(...args)));
		await page.exposeFunction("codeAutomationExit", resolve);
	} else {
		page.on("console", (message) => log(message.type(), message.text()));
	}
	return { testsEnded: promise };
}

/** Opens the window's address, through the login page if there is a password. */
async function enter(page: Page, site: VscodeSite): Promise<void> {
	await page.goto(site.url);
	if (site.password !== null) {
		await page.locator("input[type=password]").fill(site.password);
		await page.keyboard.press("Enter");
	}
	await page.locator(".monaco-workbench").waitFor();
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function promiseWithResolvers<T>() {
	let resolve!: (value: T) => void;
	let reject!: (error: Error) => void;
	const promise = new Promise<T>((ok, no) => {
		resolve = ok;
		reject = no;
	});
	return { promise, resolve, reject };
}
