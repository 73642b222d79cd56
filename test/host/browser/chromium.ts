import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { installOnce } from "../packages/installOnce";
import { installPackages, run } from "../packages/npm";

/** A Chromium to launch, and the environment that it needs. */
export interface Chromium {
	readonly executable: string;
	/** The folder of the libraries and fonts that come with it; null for the machine's own Chromium. */
	readonly support: string | null;
}

/** A Chromium inside an npm package, and fonts: a fresh machine has no font for code. */
const packages = { "@sparticuz/chromium": "153.0.0", "dejavu-fonts-ttf": "2.37.3" };

/** Revision of the steps of `unpack`; increase it when they change. */
const revision = 1;

/**
 * Time limit for a start of the browser and for every wait in its pages, in milliseconds. A window's reload alone can
 * take 30 s.
 */
const patience = 120_000;

/** Only the loopback address can be reached; nothing is requested from the network. */
const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--disable-dev-shm-usage",
	"--font-render-hinting=none",
	"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/**
 * Finds a Chromium: the machine's own, or else the one from npm, which is set up on first use. GATEHOUSE_CHROMIUM
 * names another executable, or "npm" for the one from npm in any case.
 */
export async function ensureChromium(): Promise<Chromium> {
	const named = process.env.GATEHOUSE_CHROMIUM;
	if (named && named !== "npm") return { executable: named, support: null };
	const own = !named && onPath(["chromium", "chromium-browser", "google-chrome"]).find(isChromium);
	if (own) return { executable: own, support: null };
	const folder = await installOnce({
		name: "chromium",
		recipe: { packages, revision },
		announcement: "setting up a headless Chromium from npm…",
		install: unpack,
	});
	const support = join(folder, "unpacked");
	return { executable: join(support, "chromium"), support };
}

/** This process's open browsers, each with the last lines of its pages' consoles, for failure reports. */
export const openBrowsers = new Map<BrowserContext, readonly string[]>();

/** Maximum number of lines of a browser's console that are kept for reports. */
const consoleLength = 30;

/**
 * Starts Chromium without a window. The caller closes it.
 *
 * @param profileFolder the browser's data, including secrets and storage.
 */
export async function launchChromium(
	found: Chromium,
	profileFolder: string,
	viewport: { readonly width: number; readonly height: number },
): Promise<BrowserContext> {
	await mkdir(profileFolder, { recursive: true });
	const context = await chromium.launchPersistentContext(profileFolder, {
		executablePath: found.executable,
		timeout: patience,
		headless: true,
		viewport: { ...viewport },
		permissions: ["clipboard-read", "clipboard-write"],
		env: await environment(found, profileFolder),
		args: flags,
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	context.setDefaultTimeout(patience);
	openBrowsers.set(context, lastLines(context));
	context.on("close", () => openBrowsers.delete(context));
	return context;
}

/**
 * Collects the last lines of the console of a browser's pages and frames, including uncaught errors; the list keeps
 * growing.
 */
function lastLines(context: BrowserContext): readonly string[] {
	const lines: string[] = [];
	const keep = (line: string) => {
		lines.push(line);
		if (lines.length > consoleLength) lines.shift();
	};
	context.on("console", (message) => keep(`${message.type()}: ${message.text()}`));
	context.on("weberror", (error) => keep(`uncaught: ${error.error()}`));
	return lines;
}

async function unpack(folder: string): Promise<void> {
	await installPackages(folder, packages);
	const target = join(folder, "unpacked");
	await mkdir(target);
	// The package unpacks into the folder for temporary files; its own executablePath() leaves out the libraries.
	const script = `
		import { inflate } from "@sparticuz/chromium";
		for (const part of ["chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"])
			await inflate("node_modules/@sparticuz/chromium/bin/" + part + ".br");`;
	const env = { ...process.env, TMPDIR: target };
	await run(process.execPath, ["--input-type=module", "--eval", script], folder, env);
}

/**
 * Returns the environment with the package's NSS libraries and fonts in addition to the machine's own, which may be
 * missing.
 */
async function environment(found: Chromium, profileFolder: string): Promise<Record<string, string>> {
	const env: Record<string, string> = {};
	for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
	if (!found.support) return env;
	const fonts = join(profileFolder, "fonts.conf");
	const folders = [join(found.support, "fonts"), join(found.support, "..", "node_modules", "dejavu-fonts-ttf", "ttf")];
	await writeFile(fonts, fontConfiguration(folders, join(profileFolder, "fontCache")));
	const libraries = [join(found.support, "al2023", "lib"), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
	return { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts };
}

function fontConfiguration(folders: readonly string[], cache: string): string {
	return [
		'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
		'<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
		...folders.map((folder) => `<dir>${folder}</dir>`),
		`<cachedir>${cache}</cachedir>`,
		"<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>",
		"<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>",
		"</fontconfig>",
	].join("\n");
}

function onPath(names: readonly string[]): string[] {
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * Whether a path is a working Chromium. Those of Snap are excluded: they cannot read our profile folder, and their
 * command may exist without the snap.
 */
function isChromium(path: string): boolean {
	try {
		if (/\/snap(d|\/|$)/.test(realpathSync(path))) return false;
	} catch {
		return false;
	}
	const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 10_000 });
	return status === 0 && /^(Chromium|Google Chrome) \d/.test(stdout);
}
