import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];

/**
 * Runs npm in a folder. Keeps the user's registry and proxy, but not the variables in which an outer `npm start`
 * describes its own project.
 *
 * @throws Error with the end of npm's output.
 */
export function npm(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
	return run("npm", [...args, ...quiet], folder, { ...withoutOuterProject(process.env), ...env });
}

/** Installs packages, each at an exact version, into their own folder; their scripts do not run. */
export async function installPackages(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
	const manifest = { name: "gatehouse-test-host", private: true, dependencies: packages };
	await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
	await npm(folder, ["install", "--ignore-scripts", "--no-package-lock"]);
}

/** Runs a command to its end, silently. @throws Error with the end of its output when it fails. */
export function run(
	command: string,
	args: readonly string[],
	cwd: string,
	env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		const keep = (data: Buffer) => {
			output = (output + data).slice(-4000);
		};
		child.stdout.on("data", keep);
		child.stderr.on("data", keep);
		child.once("error", (error) => reject(new Error(`${command} could not be run: ${error.message}`)));
		child.once("close", (code, signal) => {
			if (code === 0) resolve();
			else reject(new Error(`${command} ${args[0]} failed (${signal ?? code})\n${output.trim()}`));
		});
	});
}

function withoutOuterProject(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const outer = /^npm_(package_|lifecycle_|command$|config_(local_prefix|prefix|package_lock|omit|include)$)/i;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)));
}
