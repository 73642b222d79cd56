import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openBrowserWindow } from "../../host/browser/browserWindow";
import { deadline } from "../../host/deadline";
import { run } from "../../host/packages/npm";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { browserExecutable } from "../../host/vscode/vscodeExecutable";
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

/** Number of new windows, in which the two extensions take turns in being the first. */
const windows = 15;

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
		const folders = { folder, extensionsDir, development };
		tell("looking at what a window without a file loads");
		const [, untouched] = await activations(folders, [warmUp, gatehouse]);
		await activateByNeedAlone(extensionsDir);
		const found: Activation[][] = [];
		for (let window = 0; window < windows; window++) {
			tell(`activating in window ${window + 1} of ${windows}`);
			const order = window % 2 === 0 ? [gatehouse, empty] : [empty, gatehouse];
			found.push(await activations(folders, [warmUp, ...order]));
		}
		return [filesBesideShell(untouched), ...figures(found)];
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
 * activate it in every window.
 */
async function activateByNeedAlone(extensionsDir: string): Promise<void> {
	const names = (await readdir(extensionsDir)).filter((name) => name.startsWith(`${gatehouse}-`));
	if (names.length !== 1) throw new Error(`Gatehouse is installed ${names.length} times`);
	const manifest = join(extensionsDir, ...names, "package.json");
	await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, "utf8")), activationEvents: [] }));
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
}

/** Opens a window in which nothing needs Gatehouse, because no file is open in it, and activates the extensions there. */
async function activations(folders: Folders, ids: readonly string[]): Promise<Activation[]> {
	const { folder, extensionsDir, development } = folders;
	const result = join(folder, "activations.json");
	await rm(result, { force: true });
	const window = await openBrowserWindow({
		extensionDevelopmentPath: development,
		extensionTestsPath: join(bundlesFolder, "bench", "start", "activation.main.js"),
		extensionsDir,
		settings: { "workbench.secondarySideBar.defaultVisibility": "hidden" },
		env: { GATEHOUSE_BENCH_ACTIVATE: ids.join(","), GATEHOUSE_BENCH_RESULT: result },
	});
	try {
		const code = await deadline(window.testsEnded, limit, "VS Code did not activate the extensions in time");
		if (code !== 0) throw new Error(`activating failed:\n${window.logs.slice(-10).join("\n")}`);
		return JSON.parse(await readFile(result, "utf8"));
	} finally {
		await window.close();
	}
}

/** @throws Error if the loaded files are unknown. */
function filesBesideShell(window: Activation | undefined): Measured {
	const names = (window?.files ?? []).map((path) => basename(path));
	if (!names.includes("extension.js")) throw new Error("the extension host does not say which files it has loaded");
	return measured("files loaded beside the shell in a window without a file", names.length - 1, "", atMost(0));
}

/** @throws Error when VS Code activated one of them before it was timed. */
function figures(found: readonly Activation[][]): Measured[] {
	const times = (id: string) => {
		const timed = found.flatMap((window) => window.filter((activation) => activation.id === id));
		if (timed.some(({ already }) => already)) throw new Error(`${id} was active before it was timed`);
		return timed.map(({ milliseconds }) => milliseconds);
	};
	const [ours, theirs] = [times(gatehouse), times(empty)];
	const ofEmpty = median(theirs);
	const most = Number(Math.max(mostTimes * ofEmpty, ofEmpty + mostMore).toPrecision(3));
	return [
		measured("activating Gatehouse", median(ours), "ms", atMost(most)),
		measured("activating an empty extension", ofEmpty, "ms"),
		measured("activating: Gatehouse / empty extension", medianRatio(ours, theirs), "×"),
	];
}
