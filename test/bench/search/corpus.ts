import { cp } from "node:fs/promises";
import { join } from "node:path";

/** About 50 MB of TypeScript and JavaScript, pinned in test/bench/package.json. */
export const corpusPackages: readonly string[] = ["effect", "three"];

/**
 * Creates a workspace of these packages.
 *
 * @param packages the folder where they are installed.
 * @param work a folder for the workspace; existing files stay.
 */
export async function corpusIn(packages: string, work: string): Promise<string> {
	const folder = join(work, "corpus");
	for (const name of corpusPackages)
		await cp(join(packages, "node_modules", name), join(folder, name), { recursive: true });
	return folder;
}
