/** A folder's tree as a model reads it best: a name a line, indented by depth, folders with a slash. */
export function fileTree(paths: readonly string[]): string {
	const lines: string[] = [];
	let open: readonly string[] = [];
	for (const path of [...paths].sort((a, b) => (a < b ? -1 : 1))) {
		const parts = path.split("/");
		const folders = parts.slice(0, -1);
		let shared = 0;
		while (shared < folders.length && folders[shared] === open[shared]) shared++;
		for (let depth = shared; depth < folders.length; depth++) lines.push(`${"  ".repeat(depth)}${folders[depth]}/`);
		lines.push(`${"  ".repeat(folders.length)}${parts.at(-1)}`);
		open = folders;
	}
	return lines.join("\n");
}
