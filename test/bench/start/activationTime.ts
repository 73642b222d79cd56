import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { type BrowserWindowOptions, openBrowserWindow } from "../../host/browser/browserWindow";
import { deadline } from "../../host/deadline";
import { run } from "../../host/packages/npm";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { browserExecutable } from "../../host/vscode/vscodeExecutable";
import { runCommand } from "../../host/workbench";
import { connectByWizard, openWizard } from "../../ui/connections/connectByWizard";
import { atMost, type Measured, measured } from "../figure";
import { median, medianRatio } from "../median";
import { packageExtension } from "./vsix";

/** The activation of one extension. */
export interface Activation {
	readonly id: string;
	/** Whether it was active before the bench activated it; then the time has no meaning. */
	readonly already: boolean;
	readonly milliseconds: number;
	/** The paths of its files that were loaded after a while. */
	readonly files: readonly string[];
}

/** VS Code's settings for a window without its Chat view, which would activate Gatehouse to ask for its models. */
const withoutChat = { "workbench.secondarySideBar.defaultVisibility": "hidden" } as const;
/** Number of new windows, in which the two extensions take turns in being the first. */
const windows = 15;
/** Number of those in which a gateway is connected, but does not answer, or refuses the key. */
const windowsConnected = 7;

/** Number of windows in which both extensions must have been timed. */
const fewestWindows = 3;

/** Limits of an activation: a multiple of an empty extension's time, or milliseconds on top of it. */
const mostTimes = 2;
const mostMore = 3;

/** Time limit for a window, in milliseconds. */
const limit = 90_000;

const gatehouse = "gatehouse.gatehouse";
const empty = "gatehouse-bench.empty";
/**
 * The extension that is activated first, because the first activation in a window includes costs that are not the
 * extension's own. It is the one under development, without which a served VS Code would not call `run`.
 */
const warmUp = "gatehouse-bench.warm-up";

/**
 * Measures the activation of Gatehouse in the real VS Code, against an extension that does nothing, side by side in each
 * window, both installed from a VSIX.
 *
 * @param vsix Gatehouse's package.
 */
export async function activationTime(vsix: string, tell: (line: string) => void): Promise<Measured[]> {
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));
	try {
		const emptyFolder = await copyOfEmpty(folder, empty);
		const emptyVsix = join(folder, "empty.vsix");
		await packageExtension(emptyFolder, emptyVsix);
		const extensionsDir = await installed(folder, [vsix, emptyVsix]);
		const development = await copyOfEmpty(folder, warmUp);
		const folders = { folder, extensionsDir, development, tell };
		tell("looking at what a window without a file loads");
		const [, untouched] = await activations(folders, [warmUp, gatehouse]);
		await activateByNeedAlone(extensionsDir);
		const inWindows = async (count: number, saved?: Saved) => {
			const found: (readonly Activation[])[] = [];
			for (let window = 0; window < count; window++) {
				tell(`activating in window ${window + 1} of ${count}`);
				const order = window % 2 === 0 ? [gatehouse, empty] : [empty, gatehouse];
				found.push(await activations(folders, [warmUp, ...order], saved));
			}
			return found;
		};
		const all = [filesBesideShell("in a window without a file", untouched), ...figures("", await inWindows(windows))];
		for (const [where, isRefused] of [
			["with a gateway that cannot be reached", false],
			["with a refused key", true],
		] as const) {
			tell(`connecting to a gateway, for the windows ${where}`);
			const connected = await connectedOnce(folders, isRefused);
			try {
				const found = await inWindows(windowsConnected, connected.saved);
				const last = found.at(-1)?.find(({ id }) => id === gatehouse);
				all.push(filesBesideShell(where, last), ...figures(` ${where}`, found));
			} finally {
				await connected.gateway?.close();
			}
		}
		return all;
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

async function installed(folder: string, packages: readonly string[]): Promise<string> {
	const extensionsDir = join(folder, "extensions");
	const args = [
		...packages.map((path) => `--install-extension=${path}`),
		`--extensions-dir=${extensionsDir}`,
		`--user-data-dir=${join(folder, "installing")}`,
	];
	await run(await browserExecutable(), args, folder);
	return extensionsDir;
}

/**
 * Removes Gatehouse's activation events, so that its activation waits for the bench and can be timed: VS Code may
 * activate it in every window. Its walkthrough is removed, too: it opens once, and later windows restore it, for which
 * VS Code activates Gatehouse.
 */
async function activateByNeedAlone(extensionsDir: string): Promise<void> {
	const names = (await readdir(extensionsDir)).filter((name) => name.startsWith(`${gatehouse}-`));
	if (names.length !== 1) throw new Error(`Gatehouse is installed ${names.length} times`);
	const path = join(extensionsDir, ...names, "package.json");
	const { contributes, ...manifest } = JSON.parse(await readFile(path, "utf8"));
	const { walkthroughs: _, ...contributed } = contributes;
	await writeFile(path, JSON.stringify({ ...manifest, contributes: contributed, activationEvents: [] }));
}

/** Creates a copy of the empty extension with this id. */
async function copyOfEmpty(folder: string, id: string): Promise<string> {
	const name = id.slice(id.indexOf(".") + 1);
	const copy = join(folder, name);
	await cp(join(repositoryFolder, "test", "bench", "emptyExtension"), copy, { recursive: true });
	const manifest = join(copy, "package.json");
	await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, "utf8")), name }));
	return copy;
}

interface Folders {
	readonly folder: string;
	readonly extensionsDir: string;
	readonly development: string;
	readonly tell: (line: string) => void;
}

/** The data of a user who has connected, which only windows at the same port have. */
type Saved = Required<Pick<BrowserWindowOptions, "userDataDir" | "profileDir" | "port">>;

/**
 * Connects to a gateway as a user does, and closes the gateway.
 *
 * @param isRefused whether another gateway at the same address, which knows other keys, then refuses the key; it is
 * returned.
 */
async function connectedOnce(
	{ folder, extensionsDir }: Folders,
	isRefused: boolean,
): Promise<{ readonly saved: Saved; readonly gateway?: DemoGateway }> {
	const [key, other] = ["sk-bench-0123456789", "sk-other-0123456789"];
	const name = isRefused ? "Refused" : "Unreachable";
	const saved = { userDataDir: join(folder, `userData${name}`), profileDir: join(folder, `profile${name}`) };
	const window = await openBrowserWindow({ ...saved, extensionsDir, settings: withoutChat });
	let gateway: DemoGateway | undefined = await startGateway({ keys: [key], streamDelayMs: 0 });
	try {
		const { page, port } = window;
		await openWizard(page);
		await connectByWizard(page, gateway.url, key);
		await page.locator(".statusbar-item", { hasText: "demo-chat" }).waitFor();
		const gatewayPort = Number(new URL(gateway.url).port);
		await gateway.close();
		gateway = undefined;
		if (isRefused) {
			gateway = await startGateway({ port: gatewayPort, keys: [other], streamDelayMs: 0 });
			await runCommand(page, "Gatehouse: Refresh Models");
			await page
				.getByRole("button", { name: /the gateway refused the key/ })
				.first()
				.waitFor();
		}
		// VS Code saves the window's state when its page is closed.
		await page.goto("about:blank");
		return { saved: { ...saved, port }, ...(gateway ? { gateway } : {}) };
	} catch (error) {
		await gateway?.close();
		throw error;
	} finally {
		await window.close();
	}
}

/** Opens a window in which nothing needs Gatehouse, because no file is open in it, and activates the extensions there. */
async function activations(folders: Folders, ids: readonly string[], saved?: Saved): Promise<readonly Activation[]> {
	const { folder, extensionsDir, development, tell } = folders;
	const result = join(folder, "activations.json");
	await rm(result, { force: true });
	const window = await openBrowserWindow({
		...saved,
		extensionDevelopmentPath: development,
		extensionTestsPath: join(bundlesFolder, "bench", "start", "activation.main.js"),
		extensionsDir,
		settings: withoutChat,
		env: { GATEHOUSE_BENCH_ACTIVATE: ids.join(","), GATEHOUSE_BENCH_RESULT: result },
	});
	try {
		const code = await deadline(window.testsEnded, limit, "VS Code did not activate the extensions in time");
		if (code !== 0) throw new Error(`activating failed:\n${window.logs.slice(-10).join("\n")}`);
		const found: readonly Activation[] = JSON.parse(await readFile(result, "utf8"));
		const early = found.find(({ id, already }) => already && id !== warmUp);
		if (early) tell(`VS Code activated ${early.id} itself: ${await activationReasons(window.userDataDir, early.id)}`);
		return found;
	} finally {
		await window.close();
	}
}

/** Returns the reasons for the activations of an extension, from VS Code's own log of its extension host. */
async function activationReasons(userDataDir: string, id: string): Promise<string> {
	const logs = (await readdir(userDataDir, { recursive: true })).filter((path) => path.endsWith("exthost.log"));
	// Their folders are named after the time of the window.
	const latest = logs.sort().at(-1);
	const lines = latest === undefined ? [] : (await readFile(join(userDataDir, latest), "utf8")).split("\n");
	const reasons = lines.flatMap((line) =>
		line.includes(`${id}, `) ? (/activationEvent: '[^']*'/.exec(line)?.[0] ?? []) : [],
	);
	return [...new Set(reasons)].join(", ") || "its log does not say why";
}

/** @throws Error if the loaded files are unknown. */
function filesBesideShell(where: string, window: Activation | undefined): Measured {
	const names = (window?.files ?? []).map((path) => basename(path));
	if (!names.includes("extension.js")) throw new Error("the extension host does not say which files it has loaded");
	return measured(`files loaded beside the shell ${where}`, names.length - 1, "", atMost(0));
}

/**
 * Leaves out the windows in which VS Code itself activated an extension before it was timed.
 *
 * @throws Error when too few are left.
 */
function figures(where: string, found: readonly (readonly Activation[])[]): Measured[] {
	const used = found.filter((window) => window.every(({ id, already }) => id === warmUp || !already));
	if (used.length < fewestWindows)
		throw new Error(
			`VS Code itself activated an extension in ${found.length - used.length} of ${found.length} windows${where}`,
		);
	const times = (id: string) =>
		used.flatMap((window) => window.flatMap((activation) => (activation.id === id ? activation.milliseconds : [])));
	const [ours, theirs] = [times(gatehouse), times(empty)];
	const ofEmpty = median(theirs);
	const most = Number(Math.max(mostTimes * ofEmpty, ofEmpty + mostMore).toPrecision(3));
	return [
		measured(`activating Gatehouse${where}`, median(ours), "ms", atMost(most)),
		measured(`activating an empty extension${where}`, ofEmpty, "ms"),
		measured(`activating: Gatehouse / empty extension${where}`, medianRatio(ours, theirs), "×"),
	];
}
