/**
 * Matches the name of the storage folder that VS Code gives a further window on the same workspace: the first window's
 * name with a number from 1 to 9 at the end. The agent's changes are needed in all these windows, even after the others
 * were closed.
 */
const ofFurtherWindow = /^(.+)-[1-9]$/;

/**
 * Returns the folder of the workspace's files that all windows on it share.
 *
 * @param path the path of this window's folder, with slashes: `…/workspaceStorage/WORKSPACE/EXTENSION`.
 */
export function sharedStoragePath(path: string): string {
	const parts = path.split("/");
	const at = parts.length - 2;
	// In any other folder, a name with such an end has no special meaning.
	if (parts[at - 1] !== "workspaceStorage") return path;
	const name = ofFurtherWindow.exec(parts[at] ?? "")?.[1];
	return name === undefined ? path : parts.with(at, name).join("/");
}
