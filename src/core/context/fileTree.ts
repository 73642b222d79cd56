import { limits } from "../../shared/untrusted/limits";

/** Formats a folder's tree for a model: one name per line, indented by depth, folders with a slash. */
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

/** Splits a path into its folders and its file; beyond the maximum depth, the rest of the path counts as the file. */
function partsOf(path: string): readonly string[] {
	const parts = path.split("/");
	if (parts.length <= limits.treeDepth) return parts;
	return [...parts.slice(0, limits.treeDepth), parts.slice(limits.treeDepth).join("/")];
}
