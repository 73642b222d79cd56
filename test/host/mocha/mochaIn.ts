import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundlesFolder, repositoryFolder } from "../paths";

/**
 * Runs every test of a suite that needs no window in a given Node.
 *
 * @param env added to the environment of this process.
 * @returns mocha's exit code.
 */
export function mochaIn(
	node: string,
	suite: string,
	args: readonly string[],
	env: Readonly<Record<string, string>> = {},
): number {
	const mocha = join(repositoryFolder, "node_modules", "mocha", "bin", "mocha.js");
	const config = join(repositoryFolder, "test", "mocharc.json");
	const tests = join(bundlesFolder, suite, "**", "*.test.js");
	const command = [mocha, "--config", config, tests, ...args];
	return (
		spawnSync(node, command, { cwd: repositoryFolder, env: { ...process.env, ...env }, stdio: "inherit" }).status ?? 1
	);
}
