import { ensureBrowserHost } from "../browser/browserHost";

/** A Node with `node:sqlite`, as VS Code has: this one, or that of the VS Code that tests are run in. @throws Error */
export async function nodeWithSqlite(): Promise<string> {
	const [major = 0] = process.versions.node.split(".").map(Number);
	return major >= 24 ? process.execPath : (await ensureBrowserHost()).node;
}
