import { join } from "node:path";
import { run } from "../../host/packages/npm";
import { repositoryFolder } from "../../host/paths";

/**
 * Packages the extension in a folder like `npm run package`, without building it.
 *
 * @throws Error with the end of vsce's output.
 */
export async function packageExtension(folder: string, packagePath: string): Promise<void> {
	const vsce = join(repositoryFolder, "node_modules", "@vscode", "vsce", "vsce");
	const flags = ["--no-dependencies", "--no-rewrite-relative-links", "--allow-missing-repository", "--skip-license"];
	await run(process.execPath, [vsce, "package", ...flags, "--out", packagePath], folder);
}
