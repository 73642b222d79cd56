import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { installOnce } from "../host/packages/installOnce";
import { npm } from "../host/packages/npm";
import { repositoryFolder } from "../host/paths";

const ownFiles = ["package.json", "package-lock.json", ".npmrc"];

/**
 * Returns the folder in which the packages of `test/bench/package.json` are installed, below the cache that git
 * ignores. They are only for comparisons, and only installed for the bench.
 *
 * @throws Error with the end of npm's output.
 */
export async function rivalPackages(): Promise<string> {
	const source = join(repositoryFolder, "test", "bench");
	const recipe = await Promise.all(ownFiles.map((file) => readFile(join(source, file), "utf8")));
	return installOnce({
		name: "bench-rivals",
		recipe,
		announcement: "installing the packages that the bench compares with…",
		install: async (folder) => {
			for (const file of ownFiles) await cp(join(source, file), join(folder, file));
			// Not `npm ci`: it needs other platforms' packages of LanceDB in the lock, which some registries do not have.
			await npm(folder, ["install", "--no-save", "--ignore-scripts"]);
		},
	});
}
