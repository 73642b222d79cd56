/**
 * VS Code gives each window on a workspace a folder of its own for the workspace's files: while one window has the first,
 * the others get the same name with a number at its end, up to 9. What an agent changes in the workspace concerns all of
 * them, also after the other windows were closed.
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
	// Elsewhere, such a name means nothing.
	if (parts[at - 1] !== "workspaceStorage") return path;
	const name = ofFurtherWindow.exec(parts[at] ?? "")?.[1];
	return name === undefined ? path : parts.with(at, name).join("/");
}
