/**
 * Whether `.gitignore` files leave a path out, read as Git does: a deeper file's word goes before a higher one's.
 *
 * @param path relative to the folder that `rulesIn` begins at, with `/`.
 * @param rulesIn the text of the `.gitignore` in a folder (`""`, `src`, `src/a`), if it has one.
 */
export async function isIgnored(
	path: string,
	rulesIn: (folder: string) => Promise<string | undefined>,
): Promise<boolean> {
	const { default: ignore } = await import("ignore");
	const parts = path.split("/").filter((part) => part !== "");
	let ignored = false;
	for (let depth = 0; depth < parts.length; depth++) {
		const rules = await rulesIn(parts.slice(0, depth).join("/"));
		if (rules === undefined) continue;
		const found = ignore().add(rules).test(parts.slice(depth).join("/"));
		if (found.ignored) ignored = true;
		else if (found.unignored) ignored = false;
	}
	return ignored;
}
