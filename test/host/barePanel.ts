import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import type { Snapshot } from "../../src/shared/chatProtocol";
import { ensureChromium, launchChromium } from "./browser/chromium";
import { repositoryFolder } from "./paths";

/** A Chromium without VS Code, for tests that need only a browser's page. */
export interface BareBrowser {
	/** Opens a new page with this body. Its files come from `dist/webview` and the given folder. */
	open(body: string, options?: BarePageOptions): Promise<Page>;
	close(): Promise<void>;
}

interface BarePageOptions {
	/** Served below `/own/`. */
	readonly folder?: string;
	/** The conversation that the panel's page shows. */
	readonly snapshot?: Snapshot;
	/** The host's results of the page's calls, by the name of the call; null for all others. */
	readonly answers?: Readonly<Record<string, unknown>>;
	/** Awaited before a file is served, by its path; false if there is no such file. */
	readonly serves?: (path: string) => Promise<boolean>;
	/** The size of the page; by default, that of the browser's pages. */
	readonly viewport?: { readonly width: number; readonly height: number };
}

/** The pages' apparent origin; nothing is requested from any network. */
const origin = "http://panel.test";

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };

/** The packaged panel. */
export const panelBody = `<gatehouse-panel></gatehouse-panel><script type="module" src="/main.js"></script>`;

/** Starts a bare browser. The caller closes it. */
export async function openBareBrowser(viewport = { width: 420, height: 800 }): Promise<BareBrowser> {
	const profile = await mkdtemp(join(tmpdir(), "gatehouse-bare-"));
	const context = await launchChromium(await ensureChromium(), profile, viewport);
	return {
		open: (body, options) => openBarePage(context, body, options),
		async close() {
			await context.close();
			await rm(profile, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}

/** Opens a bare page in a running browser. */
export async function openBarePage(
	context: BrowserContext,
	body: string,
	{ folder = "", snapshot, answers = {}, serves, viewport }: BarePageOptions = {},
): Promise<Page> {
	const page = await context.newPage();
	if (viewport) await page.setViewportSize(viewport);
	await page.addInitScript(standInHost, { ready: snapshot ?? null, savedDrafts: [], ...answers });
	await page.route(`${origin}/**`, async (route) => {
		const path = normalize(new URL(route.request().url()).pathname);
		if (path === "/") return route.fulfill({ contentType: "text/html", body: document(body) });
		const file = path.startsWith("/own/")
			? join(folder, path.slice("/own/".length))
			: join(repositoryFolder, "dist", "webview", path);
		const content = await readFile(file).catch(() => undefined);
		if (!content || (await serves?.(path)) === false) return route.fulfill({ status: 404 });
		return route.fulfill({ contentType: types[extname(file)] ?? "text/plain", body: content });
	});
	await page.goto(origin);
	return page;
}

/** Like VS Code's webview, adds the theme's variables and class, then the panel's own style sheets. */
const document = (body: string) => `<!DOCTYPE html>
<html lang="en" style="--vscode-font-size: 13px; --vscode-font-family: sans-serif; --vscode-editor-font-family: monospace;
	--vscode-editor-background: #1f1f1f; --vscode-foreground: #ccc; --vscode-sideBar-background: #181818">
<head><meta charset="utf-8"><title>Gatehouse</title><link rel="stylesheet" href="/codicon.css"><link rel="stylesheet" href="/panel.css"></head>
<body role="document" class="vscode-dark">${body}</body></html>`;

/** The interface of the stand-in for the host, for the page's scripts. */
export interface StandIn {
	/** Sends a message to the panel, as the host does. */
	tellPanel(method: string, ...args: unknown[]): void;
	/** Returns such a message without delivering it. */
	notification(method: string, args: readonly unknown[]): unknown;
	/** The panel's requests to its host. */
	readonly asked: { readonly method: string; readonly args: readonly unknown[] }[];
}

/** Runs in the page before its scripts: answers the panel's calls, and sends it its snapshot. */
function standInHost(answers: Readonly<Record<string, unknown>>): void {
	const asked: { method: string; args: unknown[] }[] = [];
	const deliver = (data: unknown) => window.dispatchEvent(new MessageEvent("message", { data }));
	let seq = 0;
	const notification = (method: string, args: readonly unknown[]) => ({ kind: "notify", seq: ++seq, method, args });
	let state: unknown;
	Object.assign(window, {
		asked,
		notification,
		tellPanel: (method: string, ...args: unknown[]) => deliver(notification(method, args)),
		acquireVsCodeApi: () => ({
			getState: () => state,
			setState: (next: unknown) => {
				state = next;
			},
			postMessage: ({ id, method, args }: { id: number; method: string; args: unknown[] }) => {
				asked.push({ method, args });
				queueMicrotask(() => deliver({ kind: "result", id, ok: answers[method] ?? null }));
			},
		}),
	});
}
