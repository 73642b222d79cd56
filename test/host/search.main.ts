// `npm run test:search [-- --grep EXPRESSION]`: the index and its file, in a Node that has `node:sqlite`.
import { mochaIn } from "./mocha/mochaIn";
import { nodeWithSqlite } from "./packages/nodeWithSqlite";

async function main(): Promise<number> {
	return mochaIn(await nodeWithSqlite(), "search", process.argv.slice(2));
}

process.exitCode = await main().catch((error) => {
	console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
	return 1;
});
