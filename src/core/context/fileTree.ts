import { limits } from "../../shared/untrusted/limits";

/** A folder's tree as a model reads it best: a name a line, indented by depth, folders with a slash. */
export function fileTree(paths: readonly string[]): string {
	const lines: string[] = [];
	let open: readonly string[] = [];
	for (const path of [...paths].sort((a, b) => (a < b ? -1 : 1))) {
		const parts = partsOf(path);
		const folders = parts.slice(0, -1);
		let shared = 0;
		while (shared < folders.length && folders[shared] === open[shared]) shared++;
		for (let depth = shared; depth < folders.length; depth++) lines.push(`${"  ".repeat(depth)}${folders[depth]}/`);
		lines.push(`${"  ".repeat(folders.length)}${parts.at(-1)}`);
		open = folders;
	}
	return lines.join("\n");
}

/** The folders of a path and its file; below too many folders, the rest of the path counts as the file. */
function partsOf(path: string): readonly string[] {
	const parts = path.split("/");
	if (parts.length <= limits.treeDepth) return parts;
	return [...parts.slice(0, limits.treeDepth), parts.slice(limits.treeDepth).join("/")];
}
