import { ensureBrowserHost } from "../browser/browserHost";

/**
 * Returns a Node with `node:sqlite`, as in VS Code: this one, or that of the VS Code in which tests run. @throws Error
 * when that cannot be set up.
 */
export async function nodeWithSqlite(): Promise<string> {
	const [major = 0] = process.versions.node.split(".").map(Number);
	return major >= 24 ? process.execPath : (await ensureBrowserHost()).node;
}
