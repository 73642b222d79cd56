// `npm run test:search [-- --grep EXPRESSION]`: the index and its file, in a Node that has `node:sqlite`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { nodeWithSqlite } from "./nodeWithSqlite";
import { bundlesFolder, repositoryFolder } from "./paths";

async function main(): Promise<number> {
	const node = await nodeWithSqlite();
	const mocha = join(repositoryFolder, "node_modules", "mocha", "bin", "mocha.js");
	const config = join(repositoryFolder, "test", "mocharc.json");
	const tests = join(bundlesFolder, "search", "**", "*.test.js");
	const args = [mocha, "--config", config, tests, ...process.argv.slice(2)];
	return spawnSync(node, args, { cwd: repositoryFolder, stdio: "inherit" }).status ?? 1;
}

process.exitCode = await main().catch((error) => {
	console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
	return 1;
});
